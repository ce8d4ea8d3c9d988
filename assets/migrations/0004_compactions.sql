-- Summaries that stand for the older part of a conversation in what the model is told. The messages stay.

CREATE TABLE compactions (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    session   TEXT NOT NULL,
    through   TEXT NOT NULL,
    body      TEXT NOT NULL,
    undone    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX compactions_of ON compactions (session, position);
