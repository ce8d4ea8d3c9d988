//! What a command may see without being asked: files inside the workspace that are not blocked.
//!
//! Low risk runs unasked in every mode, so it must not read past the rails of the tools: the
//! folder they are kept in and the block list. Owns the reasons given for what may; which
//! arguments are files, the tables of readers say.

use super::field::{DYNAMIC, Field, HOME};
use super::findings::Span;
use super::path::{Place, inner_paths, place};
use super::walk::Walker;

impl Walker<'_> {
    /// The command prints or copies what is in the file `field`.
    pub(super) fn reads_contents(&mut self, field: &Field) {
        let name = field.readable();
        let span = field.span;
        if field.text.starts_with("/dev/tcp/") || field.text.starts_with("/dev/udp/") {
            self.state
                .findings
                .medium("opens a network connection", span);
            return;
        }
        if field.resolved || field.text.contains([DYNAMIC, HOME]) {
            self.state.findings.medium(
                format!("reads outside the workspace, perhaps: what {name} is, is known only then"),
                span,
            );
            return;
        }
        self.looks_at(field);
        let paths = inner_paths(field, &self.state.folders, &self.state.root);
        if paths.iter().any(|path| self.state.blocks.holds(path)) {
            self.state.findings.medium(
                format!("reads {name}, which may hold secrets: it is on the block list"),
                span,
            );
        } else if (field.glob || field.text.contains('('))
            && paths.iter().any(|path| self.state.blocks.may_match(path))
        {
            self.state.findings.medium(
                format!("{name} may match, and read, files on the block list"),
                span,
            );
        }
    }

    /// The command tells names, sizes or counts of what `field` names.
    pub(super) fn looks_at(&mut self, field: &Field) {
        let name = field.readable();
        let root = &self.state.root;
        // One by one: to readers a folder that cannot be told is worse than the root.
        let places = self.state.folders.iter();
        let places: Vec<Place> = places
            .map(|folder| place(field, std::slice::from_ref(folder), root))
            .collect();
        let text = if places.contains(&Place::Outside) {
            format!("reads outside the workspace: {name}")
        } else if places.contains(&Place::Unknown) {
            format!("reads outside the workspace, perhaps: where {name} lies cannot be told")
        } else {
            return;
        };
        self.state.findings.medium(text, field.span);
    }

    /// The command works on the folder it is in.
    pub(super) fn looks_here(&mut self, span: Span) {
        self.looks_at(&Field::literal(".", span));
    }
}
