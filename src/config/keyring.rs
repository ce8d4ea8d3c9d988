//! The system's keyring: on Linux the kernel's own, accessed with two system calls and without
//! D-Bus. Its content is gone when the machine restarts. On other systems this build has none.
//! Called by `keys` alone.

use notice::{Notice, notice};
use redact::Secret;

/// Describes this build's keyring.
pub fn kind() -> Notice {
    if cfg!(target_os = "linux") {
        notice!("told-keyring-kernel")
    } else {
        notice!("told-keyring-none")
    }
}

/// Checks whether the keyring can be used here; the error says why not.
pub fn state() -> Result<(), Notice> {
    system::ring().map(drop)
}

/// Returns the key stored under a name; `None` if there is none.
pub(super) fn get(name: &str) -> Result<Option<Secret>, Notice> {
    system::get(name)
}

/// Stores a key under a name, replacing an existing one.
pub(super) fn set(name: &str, key: &Secret) -> Result<(), Notice> {
    system::set(name, key)
}

/// Removes the key stored under a name; returns whether there was one.
pub(super) fn remove(name: &str) -> Result<bool, Notice> {
    system::remove(name)
}

#[cfg(target_os = "linux")]
mod system {
    use linux_keyutils::{KeyError, KeyPermissionsBuilder, KeyRing, KeyRingIdentifier, Permission};

    use notice::{Notice, notice};
    use redact::Secret;

    pub(super) fn ring() -> Result<KeyRing, Notice> {
        KeyRing::from_special_id(KeyRingIdentifier::User, true).map_err(words)
    }

    fn words(error: KeyError) -> Notice {
        Notice::text(error.to_string())
    }

    /// Whether the error means that no key is stored there.
    fn is_absent(error: KeyError) -> bool {
        matches!(
            error,
            KeyError::KeyDoesNotExist | KeyError::KeyExpired | KeyError::KeyRevoked
        )
    }

    pub(super) fn get(name: &str) -> Result<Option<Secret>, Notice> {
        match ring()?.search(name) {
            Ok(key) => {
                let bytes = key.read_to_vec().map_err(words)?;
                let text = String::from_utf8(bytes).map_err(|_| notice!("told-keyring-no-text"))?;
                Ok(Some(Secret::new(&text)).filter(|key| !key.is_empty()))
            }
            Err(error) if is_absent(error) => Ok(None),
            Err(error) => Err(words(error)),
        }
    }

    pub(super) fn set(name: &str, key: &Secret) -> Result<(), Notice> {
        let kept = ring()?
            .add_key(name, key.expose().as_bytes())
            .map_err(words)?;
        // A process of the same user without its own session keyring can read it too.
        let mut permissions = KeyPermissionsBuilder::builder();
        permissions = permissions.posessor(Permission::ALL).user(Permission::ALL);
        kept.set_perms(permissions.build()).map_err(words)
    }

    pub(super) fn remove(name: &str) -> Result<bool, Notice> {
        match ring()?.search(name) {
            Ok(key) => key.invalidate().map(|()| true).map_err(words),
            Err(error) if is_absent(error) => Ok(false),
            Err(error) => Err(words(error)),
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use notice::{Notice, notice};
    use redact::Secret;

    pub(super) fn ring() -> Result<(), Notice> {
        Err(notice!("told-keyring-not-built"))
    }

    pub(super) fn get(_: &str) -> Result<Option<Secret>, Notice> {
        Ok(None)
    }

    pub(super) fn set(_: &str, _: &Secret) -> Result<(), Notice> {
        ring()
    }

    pub(super) fn remove(_: &str) -> Result<bool, Notice> {
        Ok(false)
    }
}
