//! Resource limits of the process, raised once at the start.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// More open files than this are never of use.
const OPEN_FILES: u64 = 65_536;

/// Raises the limit of open files as far as possible: applying holds one for each file that it
/// writes, and the usual limit of 1,024 exists for programs that track theirs in a table. Commands
/// that the program runs inherit it.
pub fn raise_open_file_limit() {
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
        raise_open_file_limit();
        let (now, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        assert!(now >= most.min(OPEN_FILES));
    }
}
