-- What the index knows. Everything in it can be made again from the files of the workspace.

CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

-- A visible file with the content that it was indexed with. An id is never used again.
CREATE TABLE files (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    path     TEXT NOT NULL UNIQUE,
    bytes    INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    inode    INTEGER NOT NULL,
    hash     BLOB,
    language TEXT,
    standing INTEGER NOT NULL,
    -- Counts the batches: what was written after one that a reader knows.
    batch    INTEGER NOT NULL
);
CREATE INDEX files_by_batch ON files (batch);

-- A range of lines of a file: what words, and vectors, stand for.
CREATE TABLE chunks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    file       INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line  INTEGER NOT NULL
);
CREATE INDEX chunks_by_file ON chunks (file);

-- The words of a chunk, under its id. The text itself is in the file.
CREATE VIRTUAL TABLE words USING fts5 (
    path, text, pieces,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);
-- A batch is written at once: what is written in parts has to be merged.
INSERT INTO words (words, rank) VALUES ('hashsize', 4194304);

-- Trigrams: the files of a segment in order of their slots, as numbers of eight bytes.
CREATE TABLE segments (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    files BLOB NOT NULL
);
CREATE TABLE pages (
    segment INTEGER NOT NULL,
    first   INTEGER NOT NULL,
    bytes   BLOB NOT NULL,
    PRIMARY KEY (segment, first)
) WITHOUT ROWID;

-- What a file defines, and prints of the names that stand in it: for the map of the workspace. Only of kinds of
-- files whose definitions are known.
CREATE TABLE outlines (
    file        INTEGER PRIMARY KEY,
    -- A line for each in the order of the text: its kind, a tab, its name.
    definitions TEXT NOT NULL,
    -- Four bytes each, every one once.
    names       BLOB NOT NULL
);

-- The models of vectors, by provider and name.
CREATE TABLE models (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- The vector of a chunk, quantised; empty where the model makes none of it.
CREATE TABLE vectors (
    chunk INTEGER PRIMARY KEY,
    model INTEGER NOT NULL,
    bytes BLOB NOT NULL
);
