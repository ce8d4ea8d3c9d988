//! `agentichat index`: shows the state of the index, builds it, and searches it. Works on the index
//! itself, without a session; if another process builds it, only reads it.

mod vectors;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use globset::{GlobBuilder, GlobMatcher};
use serde_json::json;

use super::args::{IndexArguments, IndexCommands};
use super::info::setup_in;
use super::stderr::{progress, tell};
use super::{BAD_USAGE, Format, complain, exit_of};
use crate::app::{ProviderEmbedder, Setup, registry};
use index::embedding::{EmbedPermission, Embedder};
use index::{Hit, Index, Order, Report, SearchQuestion, Word, file_in, no_model};
use l10n::said;
use protocol::index::{Consent, IndexPhase, IndexState, VectorsPhase};
use redact::one_line;
use support::nesting::check_glob;

/// Exit status after Ctrl+C.
const INTERRUPTED: u8 = 130;

/// Interval of the check whether the index is done; its reports arrive without polling.
const LOOKED_EVERY: Duration = Duration::from_secs(3_600);

pub(super) fn run(arguments: &IndexArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd.clone()) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let _log = setup.start_logging();
    let Some(index) = setup.index(&folder(&setup)) else {
        return complain("the index is switched off: set index.enabled to true", 1);
    };
    let providers = registry(&setup);
    let index = Arc::new(index);
    let model = match setup.embedding_model(&providers) {
        Ok(model) => model.map(Arc::new),
        Err(error) => {
            complain(&format!("no vectors are made: {}", said(&error.message)), 1);
            None
        }
    };
    if let Some(model) = &model {
        setup.attach_embedder(&index, Arc::clone(model));
    }
    let model = model.as_deref();
    let format = Format::of(arguments.json);
    let wanted = arguments.what.clone().unwrap_or(IndexCommands::Status);
    let mut out = io::stdout().lock();
    let done = match wanted {
        IndexCommands::Status => status(&index, model, format, &mut out),
        IndexCommands::Allow => answer(model, Consent::Given, &mut out),
        IndexCommands::Refuse => answer(model, Consent::Refused, &mut out),
        IndexCommands::Build => {
            listen(&index);
            let order = index.look();
            build(&index, order, (model, format), &mut out)
        }
        IndexCommands::Rebuild => {
            listen(&index);
            let order = index.rebuild();
            build(&index, order, (model, format), &mut out)
        }
        IndexCommands::Search { query, glob, limit } => {
            let glob = match glob.map(|glob| read_glob(&glob)).transpose() {
                Ok(glob) => glob,
                Err(why) => return complain(&why, BAD_USAGE),
            };
            listen(&index);
            index.freshen(LOOKED_EVERY);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            search(&index, &query, (glob, limit), format, &mut out)
        }
    };
    exit_of(done)
}

/// Returns the actual or future folder of the workspace's state.
fn folder(setup: &Setup) -> PathBuf {
    let [inside, outside] = setup.state_folders();
    if setup.workspace.is_writable() || file_in(&inside).exists() {
        inside
    } else {
        outside
    }
}

fn read_glob(glob: &str) -> Result<GlobMatcher, String> {
    let read = match check_glob(glob) {
        Ok(()) => GlobBuilder::new(glob)
            .build()
            .map_err(|error| error.to_string()),
        Err(limit) => Err(limit.to_string()),
    };
    read.map(|glob| glob.compile_matcher())
        .map_err(|error| format!("--glob cannot be read: {error}; write it like '*.rs'"))
}

/// Shows the progress on standard error, if a user waits there.
fn listen(index: &Index) {
    let is_watched = io::stderr().is_terminal();
    index.listen(Box::new(move |word| match word {
        Word::Notice(notice) => tell(&said(&notice)),
        Word::State(state) if is_watched => progress(&progress_words(&state)),
        Word::State(_) => {}
    }));
}

/// Describes the current work in a few words; empty if there is none.
fn progress_words(state: &IndexState) -> String {
    let vectors = state.vectors.as_ref();
    match (state.percent(), vectors) {
        (Some(percent), _) => format!("{percent} % of {} files", state.total),
        (None, Some(made)) if made.phase == VectorsPhase::Working => {
            format!("vectors of {} % of {} chunks", made.percent(), made.total)
        }
        (None, _) => String::new(),
    }
}

/// Stores the user's answer on sending file contents.
fn answer(
    model: Option<&ProviderEmbedder>,
    consent: Consent,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let Some(model) = model else {
        return Err(io::Error::other(
            "no vectors are made here: set `index.embedding_model` first",
        ));
    };
    let kept = model.keep_consent(consent);
    let kept = kept.map_err(|why| io::Error::other(said(&why)))?;
    writeln!(out, "{}", said(&kept))?;
    Ok(0)
}

fn build(
    index: &Arc<Index>,
    order: Order,
    (model, format): (Option<&ProviderEmbedder>, Format),
    out: &mut dyn Write,
) -> io::Result<u8> {
    while !index.wait_for(order, LOOKED_EVERY) {}
    match index.state().phase {
        IndexPhase::Elsewhere { pid } => Err(io::Error::other(format!(
            "another process ({pid}) builds the index of this workspace; it will be done there"
        ))),
        IndexPhase::Failed { reason } => Err(io::Error::other(reason.to_string())),
        _ => {
            let made = match model {
                Some(model) => vectors::make(index, model)?,
                None => vectors::VectorsOutcome::AsFarAsMay,
            };
            let status = status(index, model, format, out)?;
            Ok(match made {
                vectors::VectorsOutcome::AsFarAsMay => status,
                vectors::VectorsOutcome::Not(why) => {
                    complain(&format!("vectors are missing: {why}"), 1);
                    1
                }
                vectors::VectorsOutcome::Interrupted => INTERRUPTED,
            })
        }
    }
}

fn status(
    index: &Index,
    model: Option<&ProviderEmbedder>,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let report = index.report().map_err(io::Error::other)?;
    let file = file_in(index.folder());
    let Some(report) = report else {
        match format {
            Format::Json => writeln!(out, "{}", json!({ "file": file, "built": false }))?,
            Format::Text => writeln!(
                out,
                "there is no index yet; `agentichat index build` makes it"
            )?,
        }
        return Ok(0);
    };
    let Report {
        files,
        chunks,
        left_out,
        is_whole,
        vectors,
    } = report;
    let made = |model: &ProviderEmbedder| {
        let own = vectors.iter().find(|(name, _)| name == model.model());
        own.map_or(0, |(_, count)| *count)
    };
    let bytes = std::fs::metadata(&file).map_or(0, |file| file.len());
    match format {
        Format::Json => {
            let left_out: serde_json::Map<String, serde_json::Value> = left_out
                .into_iter()
                .map(|(why, count)| (why.to_string(), count.into()))
                .collect();
            let line = json!({
                "file": file, "built": is_whole, "files": files, "chunks": chunks,
                "left_out": left_out, "bytes": bytes,
                "vectors": model.map(|model| json!({
                    "model": model.model(), "made": made(model), "local": model.is_local(),
                    "consent": model.consent(),
                })),
            });
            writeln!(out, "{line}")?;
        }
        Format::Text => {
            let word = if is_whole {
                "built"
            } else {
                "not built to its end"
            };
            writeln!(
                out,
                "{word}: {files} files, {chunks} chunks, {} KiB",
                bytes / 1024
            )?;
            for (why, count) in left_out {
                writeln!(out, "  without text: {count} {}", said(&why))?;
            }
            match model {
                Some(model) => {
                    let (made, name) = (made(model), one_line(model.model()));
                    let leave = egress_words(model);
                    writeln!(out, "  vectors of {made} chunks by {name}, {leave}")?;
                }
                None => writeln!(out, "  no vectors: {}", said(&no_model()))?,
            }
            writeln!(out, "  {}", one_line(&file.display().to_string()))?;
        }
    }
    Ok(0)
}

/// Describes whether content goes to the model's provider.
fn egress_words(model: &ProviderEmbedder) -> String {
    match model.leave() {
        EmbedPermission::Withheld(reason) => format!("none are made now: {reason}"),
        EmbedPermission::Given if model.is_local() => "on this machine".to_owned(),
        EmbedPermission::Given => format!("with your leave: {}", model.egress_description()),
    }
}

fn search(
    index: &Index,
    query: &str,
    (glob, limit): (Option<GlobMatcher>, usize),
    format: Format,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let takes = |path: &str| {
        let fits = |glob: &GlobMatcher| glob.is_match(path) || glob.is_match(name(path));
        glob.as_ref().is_none_or(fits)
    };
    let question = SearchQuestion {
        text: query,
        takes: &takes,
        limit,
        lines: 6,
        meaning: None,
        proposed: &[],
    };
    let hits = index.search(&question).map_err(io::Error::other)?;
    for Hit { place, score } in &hits {
        match format {
            Format::Json => {
                let line = json!({
                    "path": place.path, "start_line": place.start_line,
                    "end_line": place.end_line, "snippet": place.snippet, "score": score,
                });
                writeln!(out, "{line}")?;
            }
            Format::Text => {
                let path = one_line(&place.path);
                writeln!(out, "{path}:{}-{}", place.start_line, place.end_line)?;
                for line in place.snippet.lines() {
                    writeln!(out, "    {}", one_line(line))?;
                }
            }
        }
    }
    // Like grep: an exit status of its own if nothing was found.
    Ok(u8::from(hits.is_empty()))
}
