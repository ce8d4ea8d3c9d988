-- Models, settings of providers, and what was spent, of all workspaces. No key is in here.

CREATE TABLE models (
    id              TEXT PRIMARY KEY,
    provider        TEXT NOT NULL,
    name            TEXT NOT NULL,
    api_name        TEXT NOT NULL,
    is_builtin      INTEGER NOT NULL,
    context_window  INTEGER NOT NULL,
    max_output      INTEGER NOT NULL,
    temperature     REAL NOT NULL,
    price           TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    UNIQUE (provider, api_name)
) STRICT;

CREATE TABLE provider_settings (
    provider       TEXT PRIMARY KEY,
    enabled        INTEGER NOT NULL,
    default_model  TEXT,
    base_url       TEXT,
    updated_at     INTEGER NOT NULL
) STRICT;

-- A row for a day where the human is, and a model. `cost` is of the tokens whose price is known; null where none is.
CREATE TABLE spending (
    day       TEXT NOT NULL,
    provider  TEXT NOT NULL,
    model     TEXT NOT NULL,
    steps     INTEGER NOT NULL,
    input     INTEGER NOT NULL,
    output    INTEGER NOT NULL,
    cached    INTEGER NOT NULL,
    cost      REAL,
    unpriced  INTEGER NOT NULL,
    estimated INTEGER NOT NULL,
    PRIMARY KEY (day, provider, model)
) STRICT;
