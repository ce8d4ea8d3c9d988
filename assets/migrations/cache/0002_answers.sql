-- Whole answers to requests, off by default. Of a request there is only a hash, made with a secret of this user's.

CREATE TABLE answers (
    id     INTEGER PRIMARY KEY,
    -- Hash of the request and the secret.
    key    BLOB NOT NULL UNIQUE,
    -- Hash of everything else in the row and the secret: what others put here is not believed.
    seal   BLOB NOT NULL,
    -- The parts of the answer as JSON.
    parts  BLOB NOT NULL,
    -- Tokens of the answer.
    tokens INTEGER NOT NULL,
    -- Tokens of the request and the answer.
    total  INTEGER NOT NULL,
    -- When it was made, in seconds since 1970.
    made   INTEGER NOT NULL,
    -- The higher, the later it was used.
    used   INTEGER NOT NULL,
    -- How often it was given again.
    hits   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX answers_by_use ON answers (used);

-- What was looked for and found since the cache was emptied, gone rows among it.
CREATE TABLE answer_counts (
    name  TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID;
