-- Vectors by what they were made of, so that none is made twice. Everything in it can be made again.

CREATE TABLE vectors (
    id    INTEGER PRIMARY KEY,
    -- Hash of the model and the text.
    key   BLOB NOT NULL UNIQUE,
    -- Quantised, as the index has it.
    bytes BLOB NOT NULL,
    -- The day of its last use, counted from 1970.
    used  INTEGER NOT NULL
);
CREATE INDEX vectors_by_use ON vectors (used);
