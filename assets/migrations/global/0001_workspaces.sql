-- Workspaces that were opened on this machine. Times are nanoseconds since 1970 (UTC).

CREATE TABLE workspaces (
    id           TEXT PRIMARY KEY,
    root_path    TEXT NOT NULL,
    detected_by  TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_active  INTEGER NOT NULL
) STRICT;
CREATE INDEX workspaces_by_time ON workspaces (last_active);
