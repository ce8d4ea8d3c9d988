-- State of one workspace. Identifiers are UUIDs as text, times are nanoseconds since 1970 (UTC),
-- columns with structured values are JSON of the vocabulary's types.
-- The tables are the truth; `events` is the log that clients read.

CREATE TABLE workspaces (
    id          TEXT PRIMARY KEY,
    created_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
    seq      INTEGER PRIMARY KEY,
    session  TEXT NOT NULL,
    run      TEXT,
    type     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_session ON events (session, seq);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    workspace    TEXT NOT NULL,
    settings     TEXT NOT NULL,
    policy       TEXT NOT NULL,
    status       TEXT NOT NULL,
    last_error   TEXT,
    usage        TEXT NOT NULL,
    duration_ms  INTEGER NOT NULL DEFAULT 0,
    window       TEXT,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions (updated_at);

CREATE TABLE messages (
    position   INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    session    TEXT NOT NULL,
    run        TEXT,
    at         INTEGER NOT NULL,
    role       TEXT NOT NULL,
    state      TEXT NOT NULL,
    model      TEXT,
    usage      TEXT,
    blocks     TEXT NOT NULL,
    text       TEXT NOT NULL,
    withdrawn  INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX messages_of_session ON messages (session, withdrawn, position);

CREATE TABLE runs (
    position     INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    session      TEXT NOT NULL,
    message      TEXT NOT NULL,
    status       TEXT NOT NULL,
    started_at   INTEGER NOT NULL,
    finished_at  INTEGER,
    error        TEXT,
    result       TEXT
) STRICT;
CREATE INDEX runs_of_session ON runs (session, position);

CREATE TABLE steps (
    id            TEXT PRIMARY KEY,
    run           TEXT,
    number        INTEGER NOT NULL,
    model         TEXT NOT NULL,
    started_at    INTEGER NOT NULL,
    completed_at  INTEGER,
    usage         TEXT
) STRICT;
CREATE INDEX steps_of_run ON steps (run, number);

CREATE TABLE calls (
    position      INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    session       TEXT NOT NULL,
    run           TEXT,
    message       TEXT NOT NULL,
    call          TEXT NOT NULL,
    requested_at  INTEGER NOT NULL,
    started_at    INTEGER,
    allowed_by    TEXT,
    completed_at  INTEGER,
    result        TEXT
) STRICT;
CREATE INDEX calls_of_run ON calls (run, position);

CREATE TABLE prompts (
    position     INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    session      TEXT NOT NULL,
    run          TEXT NOT NULL,
    prompt       TEXT NOT NULL,
    paused       INTEGER NOT NULL DEFAULT 0,
    answer       TEXT,
    summary      TEXT,
    closed_at    INTEGER
) STRICT;
CREATE INDEX prompts_of_session ON prompts (session, position);
CREATE INDEX prompts_of_run ON prompts (run);

CREATE TABLE queued_messages (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    session   TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT;
CREATE INDEX queued_of_session ON queued_messages (session, position);

CREATE TABLE context_rows (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    session   TEXT NOT NULL,
    body      TEXT NOT NULL
) STRICT;
CREATE INDEX context_of_session ON context_rows (session, position);

CREATE TABLE history (
    position  INTEGER PRIMARY KEY,
    session   TEXT NOT NULL,
    at        INTEGER NOT NULL,
    text      TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
    session  TEXT PRIMARY KEY,
    text     TEXT NOT NULL
) STRICT;

CREATE TABLE blobs (
    hash        TEXT PRIMARY KEY,
    size        INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    data        BLOB NOT NULL
) STRICT;

CREATE TABLE files (
    id    TEXT PRIMARY KEY,
    path  TEXT NOT NULL,
    seen  INTEGER NOT NULL
) STRICT;
CREATE INDEX files_by_path ON files (path, seen);

CREATE TABLE checkpoints (
    position  INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    number    INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    session   TEXT NOT NULL,
    run       TEXT,
    at        INTEGER NOT NULL,
    label     TEXT NOT NULL
) STRICT;
CREATE INDEX checkpoints_of_session ON checkpoints (session, position);

CREATE TABLE checkpoint_files (
    checkpoint  TEXT NOT NULL,
    file        TEXT NOT NULL,
    path        TEXT NOT NULL,
    base        TEXT,
    sha256      TEXT,
    mode        INTEGER,
    PRIMARY KEY (checkpoint, file)
) STRICT;
CREATE INDEX checkpoint_files_by_path ON checkpoint_files (path);
CREATE INDEX checkpoint_files_by_file ON checkpoint_files (file);

CREATE TABLE entries (
    position      INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    file          TEXT NOT NULL,
    path          TEXT NOT NULL,
    session       TEXT NOT NULL,
    origin        TEXT NOT NULL,
    operation     TEXT NOT NULL,
    before        TEXT,
    after         TEXT,
    made_without  TEXT NOT NULL,
    rationale     TEXT,
    at            INTEGER NOT NULL
) STRICT;
CREATE INDEX entries_of_file ON entries (file, position);
CREATE INDEX entries_of_session ON entries (session, position);

CREATE TABLE hunks (
    id         TEXT PRIMARY KEY,
    entry      TEXT NOT NULL,
    number     INTEGER NOT NULL,
    old_start  INTEGER NOT NULL,
    old_count  INTEGER NOT NULL,
    new_start  INTEGER NOT NULL,
    inserted   TEXT NOT NULL,
    state      TEXT NOT NULL,
    written    INTEGER NOT NULL,
    oversized  INTEGER NOT NULL
) STRICT;
CREATE INDEX hunks_of_entry ON hunks (entry, number);
CREATE INDEX hunks_unwritten ON hunks (entry) WHERE written = 0;

CREATE TABLE writes (
    call          TEXT NOT NULL,
    path          TEXT NOT NULL,
    session       TEXT NOT NULL,
    started_at    INTEGER NOT NULL,
    completed_at  INTEGER,
    added         INTEGER,
    removed       INTEGER,
    PRIMARY KEY (call, path)
) STRICT;
