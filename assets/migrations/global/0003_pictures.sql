-- Whether a model sees pictures, where somebody said so; and how many tokens its texts are, as its server counts them.

ALTER TABLE models ADD COLUMN vision INTEGER;

-- `tokens` of 18,000 bytes of text.
CREATE TABLE token_ratios (
    provider    TEXT NOT NULL,
    model       TEXT NOT NULL,
    tokens      INTEGER NOT NULL,
    learnt_at   INTEGER NOT NULL,
    PRIMARY KEY (provider, model)
) STRICT;
