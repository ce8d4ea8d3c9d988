//! Tests of `/cache`.

use super::*;
use notice::Notice;
use protocol::cache::{CacheScope, CacheState};

fn reply(enabled: bool, problem: Option<&str>) -> Reply {
    let state = CacheState {
        file: "/shop/.agentichat/cache.db".into(),
        file_bytes: 1_500_000,
        enabled,
        problem: problem.map(Notice::text),
        answers: 12,
        answer_bytes: 48_000,
        most_bytes: 64 * 1024 * 1024,
        most_days: 30,
        hits: 1_300,
        misses: 40,
        saved_tokens: 2_000_000,
        vectors: 340,
        vector_bytes: 130_560,
        lists: 3,
        list_bytes: 9_000,
        counts: 1_200,
        count_bytes: 96_000,
    };
    Reply::Cache {
        state: Box::new(state),
    }
}

#[test]
fn the_cache_tells_its_sizes_and_hits_and_whether_it_is_used() {
    assert_eq!(
        asked("/cache", &reply(true, None)),
        "**Cache** on: it serves exact repeats at `temperature: 0`\n\n\
         - answers: 12, 47 KiB of 64 MiB, 30 days at most\n\
         - requests: 1,300 answered from it, 40 not; 2,000,000 tokens not asked for\n\
         - lists of models: 3, 9 KiB\n\
         - counts of tokens: 1,200, 94 KiB\n\
         - vectors of the index: 340, 128 KiB\n\
         - on the disk: 1 MiB in `/shop/.agentichat/cache.db`"
    );
    assert!(asked("/cache status", &reply(false, None)).contains("`cache.enabled` is off"));
    let broken = asked("/cache", &reply(true, Some("the disk is full")));
    assert!(broken.starts_with("**Cache** cannot be used: the disk is full"));
}

#[test]
fn the_cache_of_the_workspace_or_of_all_is_emptied() {
    for (line, scope) in [
        ("/cache clean", CacheScope::Workspace),
        ("/cache clean all", CacheScope::All),
    ] {
        let session = context().session;
        assert_eq!(commands(line), [Command::CleanCache { session, scope }]);
    }
    for line in ["/cache all", "/cache clean everything"] {
        assert!(
            matches!(run(line, &context()), SlashOutcome::Error(_)),
            "{line}"
        );
    }
}
