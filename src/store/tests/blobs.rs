//! Tests of blobs: each content is stored once, compressed and checked.

use std::sync::Arc;

use super::{memory, wait};
use crate::{Batch, StoreError};
use protocol::ids::ContentHash;

fn bytes(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

fn stored(store: &crate::Store) -> (i64, i64) {
    wait(store.writer.run(|connection| {
        Ok(connection.query_row(
            "SELECT count(*), coalesce(sum(length(data)), 0) FROM blobs",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    }))
    .unwrap()
}

#[test]
fn a_content_is_kept_once_and_smaller_and_comes_back_whole() {
    let store = memory();
    let text = "fn main() { println!(\"hello\"); }\n".repeat(2_000);
    let hash = wait(store.put_blob(bytes(&text))).unwrap();
    assert_eq!(wait(store.put_blob(bytes(&text))).unwrap(), hash);
    let twice = Batch {
        blobs: vec![(hash, bytes(&text)), (hash, bytes(&text))],
        ..Batch::default()
    };
    store.commit_blocking(twice).unwrap();
    let (count, size) = stored(&store);
    assert_eq!(count, 1);
    assert!(size * 20 < i64::try_from(text.len()).unwrap());
    assert_eq!(wait(store.get_blob(&hash)).unwrap(), Some(bytes(&text)));
    let empty = wait(store.put_blob(bytes(""))).unwrap();
    assert_eq!(wait(store.get_blob(&empty)).unwrap(), Some(bytes("")));
    let unknown = ContentHash::of(b"unknown");
    assert_eq!(wait(store.get_blob(&unknown)).unwrap(), None);
}

#[test]
fn a_content_under_a_wrong_hash_is_refused() {
    let store = memory();
    let batch = Batch {
        blobs: vec![(ContentHash::of(b"one"), bytes("two"))],
        ..Batch::default()
    };
    let error = store.commit_blocking(batch).unwrap_err();
    assert!(matches!(error, StoreError::DamagedBlob { .. }));
    assert_eq!(stored(&store).0, 0);
}

#[test]
fn a_content_that_was_damaged_in_the_file_is_never_given_out() {
    let store = memory();
    let hash = wait(store.put_blob(bytes("the base of a file\n"))).unwrap();
    for sql in [
        "UPDATE blobs SET data = (SELECT zeroblob(length(data)) FROM blobs)",
        "UPDATE blobs SET size = 9000000000000000000",
    ] {
        wait(
            store
                .writer
                .run(move |connection| Ok(connection.execute(sql, [])?)),
        )
        .unwrap();
        let error = wait(store.get_blob(&hash)).unwrap_err();
        assert!(
            matches!(error, StoreError::DamagedBlob { .. }),
            "{sql}: {error}"
        );
    }
}
