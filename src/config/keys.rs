//! Keys of providers: searched in the environment, then in the system's keyring, then in a file
//! that only its owner can read; stored and removed in the last two. A key is a [`Secret`] from
//! here on: no error, list or report contains one.
//!
//! Called by the composition root and by `agentichat providers key`.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::keyring;
use notice::{Notice, notice};
pub use protocol::catalogue::KeyPlace;
use protocol::catalogue::KeySource;
use redact::Secret;
use support::atomic::{Access, replace};

/// Maximum length of what a sign-in gave, in bytes. The kernel's keyring holds 32,767.
const LONGEST_SIGN_IN: usize = 32_000;

/// The places where keys are searched.
#[derive(Debug, Clone)]
pub struct Keys {
    /// The folder of the user's data: the keys belong to this installation, in the keyring too.
    data: PathBuf,
    kind: Kind,
}

/// The kind of secrets that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Keys of providers, and secrets of servers.
    Key,
    /// Tokens of sign-ins at services, as a text without blanks.
    SignIn,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Self::Key => "keys",
            Self::SignIn => "sign-ins",
        }
    }

    /// Returns the maximum length, in bytes.
    fn longest(self) -> usize {
        match self {
            Self::Key => Secret::LONGEST,
            Self::SignIn => LONGEST_SIGN_IN,
        }
    }

    /// Checks a secret: a key goes into a header, so it must have no blanks and a limited length.
    fn check(self, secret: &Secret) -> Result<(), KeyError> {
        let fault = secret.fault_within(self.longest());
        fault.map_or(Ok(()), |why| Err(KeyError::NoKey { why }))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundKey {
    pub key: Secret,
    pub from: KeySource,
}

/// A fault of a key or of the place where it is stored. No variant contains the key itself.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum KeyError {
    /// Other users can read the file.
    Open { path: String, mode: u32 },
    /// The path is no regular file.
    NoFile { path: String },
    /// The file cannot be read or written.
    File {
        path: String,
        access: FileAccess,
        #[source]
        cause: std::io::Error,
    },
    /// The keyring refused the operation.
    Keyring { why: Notice },
    /// The given text is no key.
    NoKey {
        /// The reason, without the text.
        why: Notice,
    },
    /// The provider's name cannot be a file name.
    Provider { provider: String },
}

/// An operation on the file of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileAccess {
    Read,
    Write,
    Remove,
}

impl KeyError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Open { path, mode } => {
                let word = format!("{mode:03o}");
                notice!("told-key-open", path, word, places = path)
            }
            Self::NoFile { path } => notice!("told-key-no-file", path),
            Self::File {
                path,
                access,
                cause,
            } => match access {
                FileAccess::Read => notice!("told-key-file-read", path, why = cause),
                FileAccess::Write => notice!("told-key-file-written", path, why = cause),
                FileAccess::Remove => notice!("told-key-file-removed", path, why = cause),
            },
            Self::Keyring { why } => notice!("told-keyring-unusable", why),
            Self::NoKey { why } => notice!("told-key-none", why),
            Self::Provider { provider } => notice!("told-no-provider-name", word = provider),
        }
    }
}

/// The keys of a provider in each of the places that store keys.
pub struct StoredKeys {
    pub provider: String,
    in_keyring: Option<Secret>,
    in_file: Option<zeroize::Zeroizing<Vec<u8>>>,
}

impl Keys {
    /// Creates the keys of the installation whose data is in this folder.
    pub fn new(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            kind: Kind::Key,
        }
    }

    /// Creates the store of what sign-ins gave, by the names of their services.
    pub fn of_sign_ins(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            kind: Kind::SignIn,
        }
    }

    /// Finds the key of a provider: in this variable, the keyring or the file, the first that has
    /// one.
    ///
    /// # Errors
    /// [`KeyError::Open`] and the like, for a file that exists and is not used. An unavailable
    /// keyring counts as having no key.
    pub fn find(
        &self,
        provider: &str,
        variable: &str,
        environment: &BTreeMap<String, String>,
    ) -> Result<Option<FoundKey>, KeyError> {
        let in_environment = environment.get(variable).map(|value| Secret::new(value));
        if let Some(key) = in_environment.filter(|key| !key.is_empty()) {
            let variable = variable.to_owned();
            let from = KeySource::Environment { variable };
            return Ok(Some(FoundKey { key, from }));
        }
        if let Ok(Some(key)) = keyring::get(&self.entry(provider)) {
            let from = KeySource::Keyring;
            return Ok(Some(FoundKey { key, from }));
        }
        let path = self.file(provider)?;
        let shown = path.display().to_string();
        let from = KeySource::File { path: shown };
        Ok(self.read(&path)?.map(|key| FoundKey { key, from }))
    }

    /// Stores a key, replacing an existing one.
    ///
    /// # Errors
    /// [`KeyError::NoKey`] for a text that cannot be one, and the errors of the place.
    pub fn set(
        &self,
        provider: &str,
        key: &Secret,
        place: KeyPlace,
    ) -> Result<KeySource, KeyError> {
        self.kind.check(key)?;
        let path = self.file(provider)?;
        match place {
            KeyPlace::Keyring => {
                keyring::set(&self.entry(provider), key)
                    .map_err(|why| KeyError::Keyring { why })?;
                Ok(KeySource::Keyring)
            }
            KeyPlace::File => {
                let shown = path.display().to_string();
                let made = private_folder(&path)
                    .and_then(|()| replace(&path, &format!("{}\n", key.expose()), Access::Private));
                made.map_err(|cause| KeyError::File {
                    path: shown.clone(),
                    access: FileAccess::Write,
                    cause,
                })?;
                Ok(KeySource::File { path: shown })
            }
        }
    }

    /// Returns the keys of a provider in each place, so that they can be restored.
    ///
    /// # Errors
    /// If the provider's name cannot be a file name, or its file cannot be read.
    pub fn kept(&self, provider: &str) -> Result<StoredKeys, KeyError> {
        let path = self.file(provider)?;
        let in_file = match std::fs::read(&path) {
            Ok(bytes) => Some(zeroize::Zeroizing::new(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(cause) => {
                return Err(KeyError::File {
                    path: path.display().to_string(),
                    access: FileAccess::Read,
                    cause,
                });
            }
        };
        Ok(StoredKeys {
            provider: provider.to_owned(),
            in_keyring: keyring::get(&self.entry(provider)).ok().flatten(),
            in_file,
        })
    }

    /// Restores the keys of a provider: first those that existed, so that a full disk loses none.
    ///
    /// # Errors
    /// The error of the first place that fails.
    pub fn put_back(&self, kept: &StoredKeys) -> Result<(), KeyError> {
        let provider = kept.provider.as_str();
        if let Some(key) = &kept.in_keyring {
            keyring::set(&self.entry(provider), key).map_err(|why| KeyError::Keyring { why })?;
        }
        match &kept.in_file {
            Some(bytes) if std::fs::read(self.file(provider)?).ok().as_ref() != Some(&**bytes) => {
                let path = self.file(provider)?;
                let text = String::from_utf8_lossy(bytes);
                replace(&path, &text, Access::Private).map_err(|cause| KeyError::File {
                    path: path.display().to_string(),
                    access: FileAccess::Write,
                    cause,
                })?;
            }
            Some(_) => {}
            None => drop(self.remove_file(provider)?),
        }
        match &kept.in_keyring {
            Some(_) => Ok(()),
            None => self.remove_from_keyring(provider).map(drop),
        }
    }

    /// Removes a provider's key from keyring and file; returns the places it was removed from.
    ///
    /// # Errors
    /// If the file exists and cannot be removed.
    pub fn remove(&self, provider: &str) -> Result<Vec<KeySource>, KeyError> {
        let mut gone = Vec::new();
        if self.remove_from_keyring(provider)? {
            gone.push(KeySource::Keyring);
        }
        gone.extend(self.remove_file(provider)?);
        Ok(gone)
    }

    /// Removes the key from the keyring; returns whether there was one. A keyring that does not
    /// answer will not find a key later either; one that still returns the key is an error.
    fn remove_from_keyring(&self, provider: &str) -> Result<bool, KeyError> {
        let entry = self.entry(provider);
        let removed = keyring::remove(&entry);
        match (removed, keyring::get(&entry)) {
            (Err(why), Ok(Some(_))) => Err(KeyError::Keyring { why }),
            (removed, _) => Ok(removed.unwrap_or(false)),
        }
    }

    fn remove_file(&self, provider: &str) -> Result<Option<KeySource>, KeyError> {
        let path = self.file(provider)?;
        let shown = path.display().to_string();
        match std::fs::remove_file(&path) {
            Ok(()) => Ok(Some(KeySource::File { path: shown })),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(KeyError::File {
                path: shown,
                access: FileAccess::Remove,
                cause,
            }),
        }
    }

    /// Removes a provider's key from every place but `place`.
    ///
    /// # Errors
    /// If the file exists and cannot be removed.
    pub fn remove_but(&self, provider: &str, place: KeyPlace) -> Result<(), KeyError> {
        match place {
            KeyPlace::File => drop(self.remove_from_keyring(provider)?),
            KeyPlace::Keyring => {
                self.remove_file(provider)?;
            }
        }
        Ok(())
    }

    /// Returns the name of a provider's key in the keyring.
    fn entry(&self, provider: &str) -> String {
        let data = self.data.display();
        match self.kind {
            Kind::Key => format!("agentichat:{data}:{provider}"),
            Kind::SignIn => format!("agentichat:{data}:sign-in:{provider}"),
        }
    }

    /// Returns the file of a provider's key.
    fn file(&self, provider: &str) -> Result<PathBuf, KeyError> {
        let is_name = !provider.is_empty()
            && provider.len() <= 64
            && provider
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if is_name {
            Ok(self.data.join(self.kind.folder()).join(provider))
        } else {
            Err(KeyError::Provider {
                provider: redact::one_line(provider),
            })
        }
    }

    fn read(&self, path: &Path) -> Result<Option<Secret>, KeyError> {
        let shown = || path.display().to_string();
        let failed = |cause| KeyError::File {
            path: shown(),
            access: FileAccess::Read,
            cause,
        };
        match path.symlink_metadata() {
            Ok(facts) if !facts.is_file() => return Err(KeyError::NoFile { path: shown() }),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed(cause)),
        }
        let file = std::fs::File::open(path).map_err(failed)?;
        // The mode of the opened file, not of the one that has its name by now.
        let mode = mode_of(&file.metadata().map_err(failed)?);
        if mode & 0o077 != 0 {
            return Err(KeyError::Open {
                path: shown(),
                mode,
            });
        }
        let mut text = String::new();
        let limit = u64::try_from(self.kind.longest())
            .unwrap_or(u64::MAX)
            .saturating_add(2);
        file.take(limit).read_to_string(&mut text).map_err(failed)?;
        let key = Secret::new(&text);
        if key.is_empty() {
            return Ok(None);
        }
        self.kind.check(&key)?;
        Ok(Some(key))
    }
}

#[cfg(unix)]
fn mode_of(facts: &std::fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&facts.permissions()) & 0o777
}

#[cfg(not(unix))]
fn mode_of(_facts: &std::fs::Metadata) -> u32 {
    0o600
}

/// Creates the folder of the keys, readable by its owner alone.
fn private_folder(file: &Path) -> std::io::Result<()> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests;
