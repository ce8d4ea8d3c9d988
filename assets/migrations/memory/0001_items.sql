-- What the user and the agent remember, of all workspaces.

CREATE TABLE items (
    -- Never used again; what words, tags and vectors stand under.
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    kind          TEXT NOT NULL,
    text          TEXT NOT NULL,
    tags          TEXT NOT NULL,
    -- Empty where the item counts in every workspace.
    workspace     TEXT NOT NULL,
    run           TEXT,
    origin        TEXT NOT NULL,
    taint         TEXT NOT NULL,
    created       INTEGER NOT NULL,
    used          INTEGER,
    state         TEXT NOT NULL,
    -- The time of deletion, until which the item can be restored.
    deleted       INTEGER,
    -- The hash of the normalised text; null while the item is deleted.
    repeat_key    BLOB,
    received_from TEXT,
    -- Grows with each change that a shared store has to hear of.
    version       INTEGER NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX items_by_text ON items (workspace, repeat_key);
CREATE INDEX items_by_place ON items (state, workspace, kind) WHERE deleted IS NULL;
CREATE INDEX items_by_deletion ON items (deleted) WHERE deleted IS NOT NULL;

CREATE TABLE tags (
    tag  TEXT NOT NULL,
    item INTEGER NOT NULL,
    PRIMARY KEY (tag, item)
) WITHOUT ROWID;
CREATE INDEX tags_by_item ON tags (item);

-- The words of an item, under its number.
CREATE VIRTUAL TABLE words USING fts5 (
    text, pieces, tags,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The models of vectors. Workspaces may use different ones.
CREATE TABLE models (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    digest    TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    -- Grows with each use: the model that was unused for longest goes first.
    used      INTEGER NOT NULL,
    UNIQUE (digest, dimension)
);

-- The vector of an item, quantised; empty where the model makes none of it.
CREATE TABLE vectors (
    model INTEGER NOT NULL,
    item  INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (model, item)
) WITHOUT ROWID;

-- What shared collections have, and in which version: everything else is still to be sent. Version 0 may or may not
-- be there: it was sent, and no answer came.
CREATE TABLE sent (
    -- The address with the collection.
    place   TEXT NOT NULL,
    id      TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (place, id)
) WITHOUT ROWID;

-- The items of a shared store that were looked at once: none comes a second time.
CREATE TABLE received (
    store TEXT NOT NULL,
    id    TEXT NOT NULL,
    PRIMARY KEY (store, id)
) WITHOUT ROWID;

-- The user's answers to whether items may go to a shared store, by its address.
CREATE TABLE consents (
    address TEXT NOT NULL,
    -- The hash of what the user was shown.
    shown   TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (address, shown)
) WITHOUT ROWID;
