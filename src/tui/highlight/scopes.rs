//! Maps the scopes of TextMate grammars to the roles of the theme.

use syntect::parsing::Scope;

use crate::theme::Role;

/// Scopes and their roles; the first match wins. `None` is plain text on purpose.
const TABLE: &[(&str, Option<Role>)] = &[
    ("comment", Some(Role::SynComment)),
    ("meta.interpolation", None),
    ("string", Some(Role::SynString)),
    ("constant.character", Some(Role::SynString)),
    ("constant.numeric", Some(Role::SynNumber)),
    ("constant.language", Some(Role::SynNumber)),
    ("entity.name.function", Some(Role::SynFunction)),
    ("support.function", Some(Role::SynFunction)),
    ("variable.function", Some(Role::SynFunction)),
    ("support.macro", Some(Role::SynFunction)),
    ("entity.other.attribute-name", Some(Role::SynFunction)),
    ("entity.name.tag", Some(Role::SynKeyword)),
    ("entity.name", Some(Role::SynType)),
    ("entity.other.inherited-class", Some(Role::SynType)),
    ("support.type", Some(Role::SynType)),
    ("support.class", Some(Role::SynType)),
    ("keyword.operator.word", Some(Role::SynKeyword)),
    ("keyword.operator.logical.python", Some(Role::SynKeyword)),
    ("keyword.operator", None),
    ("keyword", Some(Role::SynKeyword)),
    ("storage", Some(Role::SynKeyword)),
    ("variable.language", Some(Role::SynKeyword)),
    ("markup.heading", Some(Role::SynKeyword)),
    ("markup.inserted", Some(Role::SynString)),
    ("markup.deleted", Some(Role::SynNumber)),
    ("meta.diff.range", Some(Role::SynComment)),
];

/// The table with its scopes looked up.
pub(super) struct Scopes(Vec<(Scope, Option<Role>)>);

impl Scopes {
    pub(super) fn new() -> Self {
        let known = TABLE
            .iter()
            .filter_map(|(name, role)| Some((Scope::new(name).ok()?, *role)));
        Self(known.collect())
    }

    /// Returns the role of the innermost scope that the table maps.
    pub(super) fn role(&self, stack: &[Scope]) -> Option<Role> {
        stack.iter().rev().find_map(|scope| {
            self.0
                .iter()
                .find(|(known, _)| known.is_prefix_of(*scope))
                .map(|(_, role)| *role)
        })?
    }
}
