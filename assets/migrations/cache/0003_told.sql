-- What providers told: which models they have, and how many tokens something is. Each row is sealed like an answer.

CREATE TABLE model_lists (
    -- Hash of the provider's name, its address and the secret.
    key    BLOB PRIMARY KEY,
    seal   BLOB NOT NULL,
    -- The models as JSON.
    models TEXT NOT NULL,
    -- When they were told, in seconds since 1970.
    told   INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE token_counts (
    -- Hash of what was counted, of the provider with its address, of the model and the secret.
    key    BLOB PRIMARY KEY,
    seal   BLOB NOT NULL,
    tokens INTEGER NOT NULL,
    -- The day of its last use, counted from 1970.
    used   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX token_counts_by_use ON token_counts (used);
