//! Segments of trigrams in the database: written once, queried, and merged if there are many small
//! ones or many of their files are dead.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use super::postings::{Gathered, Page, SLOTS, Slots, read_page};
use super::tables;
use super::trigram_query::TrigramQuery;
use notice::notice;
use store::StoreError;

/// A segment with fewer living files than this is small.
const SMALL: usize = 1_024;

/// Number of small segments that triggers a merge.
const MANY: usize = 12;

/// Maximum number of files in a merged segment.
const MERGED: usize = 4_096;

const _: () = assert!(MERGED <= SLOTS, "a merged segment is one");

/// Size of a file id in a segment, in bytes.
const ID: usize = 8;

/// A segment with its files, by slot.
struct Segment {
    id: i64,
    files: Vec<i64>,
}

/// Writes a segment; `files` are the ids in order of their slots.
pub(super) fn write(
    connection: &Connection,
    files: &[i64],
    pages: &[Page],
) -> Result<(), StoreError> {
    if files.is_empty() {
        return Ok(());
    }
    let bytes: Vec<u8> = files.iter().flat_map(|id| id.to_le_bytes()).collect();
    connection
        .prepare_cached("INSERT INTO segments (files) VALUES (?1)")?
        .execute([bytes])?;
    let segment = connection.last_insert_rowid();
    let mut statement = connection
        .prepare_cached("INSERT INTO pages (segment, first, bytes) VALUES (?1, ?2, ?3)")?;
    for page in pages {
        statement.execute(params![segment, page.first, page.bytes])?;
    }
    Ok(())
}

/// Calls `each` for every file in a segment, with whether the file may match the query.
pub(super) fn judge(
    connection: &Connection,
    need: &TrigramQuery,
    mut each: impl FnMut(i64, bool),
) -> Result<(), StoreError> {
    for segment in segments(connection)? {
        let slots = segment.files.len();
        let mut of = |gram| slots_of(connection, segment.id, gram, slots);
        let found = Slots::of_need(need, slots, &mut of)?;
        for (slot, id) in segment.files.iter().enumerate() {
            each(*id, found.has(slot));
        }
    }
    Ok(())
}

/// Merges segments where it pays. Part of a transaction. Looks at every indexed file;
/// [`merge_small`] does not.
pub(super) fn tidy(connection: &Connection) -> Result<(), StoreError> {
    let living = tables::covered(connection)?;
    let is_living = |id: i64| living.binary_search(&id).is_ok();
    let mut counted: Vec<(usize, Segment)> = segments(connection)?
        .into_iter()
        .map(|segment| {
            let count = segment.files.iter().filter(|id| is_living(**id)).count();
            (count, segment)
        })
        .collect();
    counted.sort_by_key(|(count, segment)| (*count, segment.id));
    let small = counted.iter().filter(|(count, _)| *count < SMALL).count();
    let mut room = MERGED;
    let mut chosen = Vec::new();
    for (count, segment) in counted {
        let is_half_dead = count * 2 <= segment.files.len();
        let is_wanted = small >= MANY && count < SMALL || is_half_dead;
        if is_wanted && count <= room {
            room -= count;
            chosen.push(segment);
        }
    }
    // To rewrite a single segment is only worthwhile if most of it is dead.
    if chosen.is_empty() {
        return Ok(());
    }
    merge(connection, &chosen, &is_living)
}

/// Merges the segments that small batches have created, if there are many. Part of a transaction.
pub(super) fn merge_small(connection: &Connection) -> Result<(), StoreError> {
    let most = i64::try_from(SMALL * ID).unwrap_or(i64::MAX);
    let mut statement = connection
        .prepare_cached("SELECT id FROM segments WHERE length(files) < ?1 ORDER BY id")?;
    let small = statement.query_map([most], |row| row.get(0))?;
    let small: Vec<i64> = small.collect::<Result<_, _>>()?;
    if small.len() < MANY {
        return Ok(());
    }
    let mut chosen = Vec::new();
    for id in small {
        chosen.push(segment(connection, id)?);
    }
    // The smallest first, as many as fit into one segment.
    chosen.sort_by_key(|segment| (segment.files.len(), segment.id));
    let mut room = MERGED;
    chosen.retain(|segment| {
        let fits = segment.files.len() <= room;
        room -= if fits { segment.files.len() } else { 0 };
        fits
    });
    let mut living = HashSet::new();
    for id in chosen.iter().flat_map(|segment| &segment.files) {
        if tables::is_covered(connection, *id)? {
            living.insert(*id);
        }
    }
    merge(connection, &chosen, &|id| living.contains(&id))
}

fn merge(
    connection: &Connection,
    chosen: &[Segment],
    is_living: &impl Fn(i64) -> bool,
) -> Result<(), StoreError> {
    let mut gathered = Gathered::default();
    let mut files = Vec::new();
    for segment in chosen {
        // Maps each old slot of a living file to its new slot.
        let moved: Vec<Option<u32>> = segment
            .files
            .iter()
            .map(|id| {
                is_living(*id).then(|| {
                    files.push(*id);
                    gathered.reserve_slot()
                })
            })
            .collect();
        let slots = segment.files.len();
        let mut statement = connection
            .prepare_cached("SELECT first, bytes FROM pages WHERE segment = ?1 ORDER BY first")?;
        let mut rows = statement.query([segment.id])?;
        while let Some(row) = rows.next()? {
            let bytes: Vec<u8> = row.get(1)?;
            let mut is_whole = true;
            let read = read_page(row.get(0)?, &bytes, |gram, packed| {
                match packed.unpack(slots) {
                    Some(found) => {
                        let found = found.iter().filter_map(|slot| *moved.get(slot)?);
                        found.for_each(|slot| gathered.add_to(slot, gram));
                    }
                    None => is_whole = false,
                }
                is_whole
            });
            if read.is_none() || !is_whole {
                return Err(damaged());
            }
        }
    }
    for segment in chosen {
        for statement in [
            "DELETE FROM pages WHERE segment = ?1",
            "DELETE FROM segments WHERE id = ?1",
        ] {
            connection
                .prepare_cached(statement)?
                .execute([segment.id])?;
        }
    }
    write(connection, &files, &gathered.into_pages())
}

fn segments(connection: &Connection) -> Result<Vec<Segment>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id, files FROM segments ORDER BY id")?;
    let rows = statement.query_map([], read_segment)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn segment(connection: &Connection, id: i64) -> Result<Segment, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT id, files FROM segments WHERE id = ?1")?;
    Ok(statement.query_row([id], read_segment)?)
}

fn read_segment(row: &rusqlite::Row<'_>) -> rusqlite::Result<Segment> {
    let ids = row.get_ref(1)?.as_blob()?.as_chunks::<ID>().0;
    Ok(Segment {
        id: row.get(0)?,
        files: ids.iter().copied().map(i64::from_le_bytes).collect(),
    })
}

fn slots_of(
    connection: &Connection,
    segment: i64,
    gram: u32,
    slots: usize,
) -> Result<Slots, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT first, bytes FROM pages WHERE segment = ?1 AND first <= ?2
         ORDER BY first DESC LIMIT 1",
    )?;
    let mut rows = statement.query(params![segment, gram])?;
    let Some(row) = rows.next()? else {
        return Ok(Slots::none(slots));
    };
    let first: u32 = row.get(0)?;
    let bytes = row.get_ref(1)?.as_blob().map_err(|_| damaged())?;
    let mut found = Some(Slots::none(slots));
    let read = read_page(first, bytes, |here, packed| {
        if here == gram {
            found = packed.unpack(slots);
        }
        here < gram
    });
    read.and(found).ok_or_else(damaged)
}

fn damaged() -> StoreError {
    StoreError::Corrupt {
        reason: notice!("told-index-page"),
    }
}
