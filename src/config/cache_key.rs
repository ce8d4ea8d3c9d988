//! The secret of this user's caches: 32 bytes in a file of the data folder, created on first use.
//! It distinguishes the user's own rows of a `cache.db` from those that came with a repository
//! (`store/answers.rs`). If it is lost, everything in the caches is requested again.

use std::io;
use std::path::Path;

use notice::notice;
use protocol::ids::ContentHash;

use support::atomic::{Access, replace};

/// File name in the data folder.
const NAME: &str = "cache.key";

/// Number of ids that the secret is made from: each has 74 bits of the system's randomness.
const IDS: usize = 8;

/// Returns the secret. Blocks.
///
/// # Errors
/// If it does not exist and cannot be stored.
pub fn cache_key(data: &Path) -> io::Result<[u8; 32]> {
    let file = data.join(NAME);
    if let Some(key) = read(&file) {
        return Ok(key);
    }
    let ids = (0..IDS).map(|_| uuid::Uuid::now_v7().into_bytes());
    let hex = ContentHash::of(&ids.collect::<Vec<_>>().concat()).to_string();
    replace(&file, &hex, Access::Private)?;
    // Another process may have stored a secret at the same moment. The stored one is valid for all.
    read(&file).ok_or_else(|| io::Error::other(notice!("told-not-as-written")))
}

fn read(file: &Path) -> Option<[u8; 32]> {
    let text = std::fs::read_to_string(file).ok()?;
    let text = text.trim();
    if text.len() != 64 {
        return None;
    }
    let mut key = [0; 32];
    for (byte, place) in key.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(text.get(place..place + 2)?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_made_once_for_its_owner_only_and_made_anew_where_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let first = cache_key(&data).unwrap();
        assert_eq!(cache_key(&data).unwrap(), first);
        assert_ne!(cache_key(&folder.path().join("other")).unwrap(), first);
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &std::fs::metadata(data.join(NAME)).unwrap().permissions(),
        );
        assert_eq!(mode & 0o777, 0o600);
        std::fs::write(data.join(NAME), "zz".repeat(32)).unwrap();
        assert_ne!(cache_key(&data).unwrap(), first);
    }
}
