//! What the system lets one process have. Asked for once, at the start.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// As many open files as are ever of use.
const OPEN_FILES: u64 = 65_536;

/// Takes as many open files as may be had: a save holds one for each file that it writes, and the usual
/// limit of 1,024 is there for programs that count theirs in a table. Commands that are run get it too.
pub fn take_open_files() {
    let Ok((now, most)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return;
    };
    let wanted = most.min(OPEN_FILES);
    if now < wanted
        && let Err(error) = setrlimit(Resource::RLIMIT_NOFILE, wanted, most)
    {
        tracing::debug!(%error, "the limit of open files stays");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_files_can_be_open_as_the_system_lets_us_have() {
        take_open_files();
        let (now, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        assert!(now >= most.min(OPEN_FILES));
    }
}
