//! Files and checkpoints of the drawings.

use uuid::Uuid;

use super::{Part, at};
use notice::Notice;
use protocol::change::{Checkpoint, CheckpointKind};
use protocol::ids::CheckpointId;
use protocol::review::CheckpointRow;
use protocol::review::view::CellKind;

pub(super) fn session_rs() -> Vec<Part> {
    use CellKind::{Added, Conflict, Removed, Same, User};
    let fetch = "    let tok = self.fetch().await?;";
    vec![
        Part::Fold(38),
        Part::Same("  impl Session {"),
        Part::Same("    pub async fn refresh(&self)"),
        Part::Hunk(
            1,
            vec![
                (
                    Some((fetch, Same)),
                    Some((fetch, Removed)),
                    Some(("    let _g = self.locks.get(uid).lock().await;", Added)),
                ),
                (
                    None,
                    None,
                    Some(("    if let Some(t) = self.fresh() {", Added)),
                ),
                (None, None, Some(("      return Ok(t);", Added))),
                (None, None, Some(("    }", Added))),
                (
                    None,
                    None,
                    Some(("    let tok = self.«inner.fetch»().await?;", Added)),
                ),
            ],
        ),
        Part::Same("    self.store(tok.clone());"),
        Part::Fold(12),
        Part::Same("    let req = client.post(url)"),
        Part::Hunk(
            2,
            vec![
                (
                    Some(("    .timeout(secs(«45»))", Conflict)),
                    Some(("    .timeout(secs(«30»))", Conflict)),
                    Some(("    .timeout(«self.cfg.timeout»)", Conflict)),
                ),
                (
                    Some(("    .header(AUTH, &key);", Same)),
                    Some(("    .header(AUTH, &key);", Same)),
                    Some(("    .header(AUTH, &key);", Same)),
                ),
                (None, None, Some(("    .header(\"x-req\", id());", Added))),
            ],
        ),
        Part::Same("    let res = req.send().await?;"),
        Part::Fold(40),
        Part::Hunk(
            3,
            vec![(Some(("  // TODO: metrics (mine)", User)), None, None)],
        ),
        Part::Same("  fn fresh(&self) -> Option<Token> {"),
        Part::Hunk(
            4,
            vec![
                (
                    Some(("    self.tok.lock().clone()", Same)),
                    Some(("    self.tok.lock().clone()", Removed)),
                    Some(("    let t = self.tok.lock().clone()?;", Added)),
                ),
                (
                    None,
                    None,
                    Some(("    (t.exp > now() + SKEW).then_some(t)", Added)),
                ),
            ],
        ),
        Part::Same("  }"),
        Part::Fold(110),
    ]
}

pub(super) fn token_rs() -> Vec<Part> {
    use CellKind::{Added, Removed, Same};
    vec![
        Part::Same("struct Token {"),
        Part::Hunk(
            5,
            vec![(
                Some(("    exp: «u32»,", Same)),
                Some(("    exp: «u32»,", Removed)),
                Some(("    exp: «u64»,", Added)),
            )],
        ),
        Part::Same("}"),
        Part::Fold(20),
    ]
}

pub(super) fn retry_rs() -> Vec<Part> {
    use CellKind::Added;
    vec![Part::Hunk(
        6,
        vec![
            (None, None, Some(("fn retry() {", Added))),
            (None, None, Some(("\tloop {}", Added))),
            (None, None, Some(("}$", Added))),
        ],
    )]
}

/// Returns the checkpoints of the drawings.
pub(super) fn checkpoints() -> Vec<CheckpointRow> {
    let row = |number: u64, kind, by: &str, files: &[&str], counts: (u32, u32), label: &str| {
        CheckpointRow {
            checkpoint: Checkpoint {
                id: CheckpointId(Uuid::from_u128(2_000 + u128::from(number))),
                number,
                kind,
                session: crate::tests::session(),
                run: None,
                at: at(),
                label: Notice::text(label),
            },
            by: Notice::text(by),
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            added: counts.0,
            removed: counts.1,
            dropped: false,
            session_name: None,
        }
    };
    let session = "src/auth/session.rs";
    vec![
        row(
            31,
            CheckpointKind::Auto,
            "build",
            &[],
            (0, 0),
            "before turn 14",
        ),
        row(
            30,
            CheckpointKind::User,
            "you",
            &[session],
            (1, 1),
            "session.rs line 57 (your edit)",
        ),
        row(
            29,
            CheckpointKind::Auto,
            "build",
            &[session, "src/auth/retry.rs"],
            (30, 4),
            "turn 13: retry helper",
        ),
        row(
            28,
            CheckpointKind::Shell,
            "shell",
            &["package.json"],
            (0, 0),
            "before: npm install",
        ),
        row(27, CheckpointKind::Named, "you", &[], (0, 0), "green tests"),
        row(
            26,
            CheckpointKind::Safety,
            "undo",
            &[session],
            (0, 0),
            "before rollback to 22",
        ),
    ]
}
