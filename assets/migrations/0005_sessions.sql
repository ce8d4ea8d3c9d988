-- Life of sessions: where one was forked off, and the words of all of them.

ALTER TABLE sessions ADD COLUMN forked_from TEXT;

-- Messages that a session has in common with the one that it was forked off: the text is stored once, under the
-- one that said it. They come before its own.
CREATE TABLE borrowed (
    position   INTEGER PRIMARY KEY,
    session    TEXT NOT NULL,
    message    TEXT NOT NULL,
    withdrawn  INTEGER NOT NULL DEFAULT 0,
    -- As they were, where the message was changed later for one of the sessions.
    blocks     TEXT,
    text       TEXT,
    UNIQUE (session, message)
) STRICT;
CREATE INDEX borrowed_in_view ON borrowed (session, withdrawn, position);
CREATE INDEX borrowed_messages ON borrowed (message);

-- The words of whole messages, under their position. The text itself is in `messages`.
CREATE VIRTUAL TABLE said USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO said (rowid, text)
    SELECT position, text FROM messages WHERE state <> 'streaming' AND text <> '';
