//! Globs in arguments, with the same meaning as for `rg -g`.

use ignore::overrides::{Override, OverrideBuilder};
use serde_json::json;

use super::args::invalid;
use super::toolbox::Inner;
use notice::{Notice, notice};
use protocol::call::ToolError;
use support::nesting::check_glob;

/// A path filter; without a glob all paths pass.
pub(super) struct Glob {
    matcher: Option<Override>,
}

impl Glob {
    /// Parses a glob; fails with E013 if it is invalid.
    pub(super) fn new(inner: &Inner, glob: Option<&str>) -> Result<Self, ToolError> {
        let Some(glob) = glob.filter(|glob| !glob.is_empty()) else {
            return Ok(Self { matcher: None });
        };
        let mut builder = OverrideBuilder::new(inner.workspace.root());
        let built = match check_glob(glob) {
            Ok(()) => {
                let built = builder.add(glob).and_then(|builder| builder.build());
                built.map_err(|error| Notice::text(error.to_string()))
            }
            Err(limit) => Err(limit.notice()),
        };
        match built {
            Ok(matcher) => Ok(Self {
                matcher: Some(matcher),
            }),
            Err(error) => Err(invalid(
                notice!("told-glob-unreadable", why = error),
                json!({ "field": "glob" }),
            )),
        }
    }

    /// Returns whether a file passes.
    pub(super) fn takes(&self, path: &str) -> bool {
        self.matcher
            .as_ref()
            .is_none_or(|matcher| !matcher.matched(path, false).is_ignore())
    }
}
