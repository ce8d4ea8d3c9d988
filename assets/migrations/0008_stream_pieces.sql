-- Text of an answer that is still coming in, piece by piece, so that nothing is written twice while it does. The row
-- of the message has the whole text once the answer has ended; then its pieces go.
CREATE TABLE stream_pieces (
    position  INTEGER PRIMARY KEY,
    message   TEXT NOT NULL,
    channel   TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT;
CREATE INDEX stream_pieces_of_message ON stream_pieces (message, position);
