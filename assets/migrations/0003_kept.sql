-- What is kept stays within a cap: how much there is, oldest first, without reading the contents.

CREATE INDEX blobs_kept ON blobs (created_at, hash, length(data));

-- When a content that was there already was last put in again. Beside `blobs`, because a change of a
-- row there writes its content anew.
CREATE TABLE blob_puts (
    hash  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Hunks that are undecided, or whose decision is not on the disk: under review.
CREATE INDEX hunks_open ON hunks (entry)
    WHERE state = 'pending' OR (state = 'accepted') <> (written = 1);
