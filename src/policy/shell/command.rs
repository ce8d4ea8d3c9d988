//! Analyses one simple command: finds its program, and the table that knows it.

use tree_sitter::Node;

use super::field::Field;
use super::findings::{Findings, Span};
use super::walk::Walker;
use super::{Part, danger, fallback, folder, git, low, normal, wrapper, writer};
use notice::notice;

/// Folders whose programs are trusted to be what their names say.
const SYSTEM_FOLDERS: &[&str] = &[
    "/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
];

/// Maximum number of probes for a command inside a command.
const MAX_PROBES: usize = 12;

/// A program with its arguments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'f> {
    /// Name of the program, without its folder, in lower case.
    pub(super) program: &'f str,
    pub(super) args: &'f [Field],
    /// Position of the command in the source.
    pub(super) span: Span,
}

impl<'f> Call<'f> {
    /// Returns the arguments that are not options, and all after `--`.
    pub(super) fn operands(&self) -> impl Iterator<Item = &'f Field> {
        let end = self.args.iter().position(|arg| arg.text == "--");
        self.args.iter().enumerate().filter_map(move |(at, arg)| {
            let behind = end.is_some_and(|end| at > end);
            (behind || (!arg.is_option() && Some(at) != end)).then_some(arg)
        })
    }

    /// Returns the options before `--`.
    pub(super) fn options(&self) -> impl Iterator<Item = &'f str> {
        self.args
            .iter()
            .take_while(|arg| arg.text != "--")
            .filter(|arg| arg.is_option())
            .map(|arg| arg.text.as_str())
    }

    /// Whether an option is `short` (alone or in a cluster such as `-rf`) or `long`, which may be
    /// abbreviated as GNU programs allow.
    pub(super) fn has_option(&self, short: char, long: &str) -> bool {
        self.options().any(|option| is_option(option, short, long))
    }

    /// Returns the text of the operand at `index`, empty if there is none.
    pub(super) fn operand(&self, index: usize) -> &'f str {
        self.operands()
            .nth(index)
            .map_or("", |arg| arg.text.as_str())
    }
}

pub(super) fn is_option(option: &str, short: char, long: &str) -> bool {
    match option.strip_prefix("--") {
        Some(name) => {
            let name = name.split('=').next().unwrap_or(name);
            !long.is_empty() && !name.is_empty() && long.starts_with(name)
        }
        None => short != '\0' && option.starts_with('-') && option.contains(short),
    }
}

/// Whether the table of low risk knows the program with exactly these options. Ignores the
/// operands.
pub(super) fn reads_only(call: Call<'_>) -> bool {
    let arguments: Vec<&str> = call.args.iter().map(|arg| arg.text.as_str()).collect();
    low::reads(call.program, &arguments)
}

impl Walker<'_> {
    /// Analyses a command node, with `extra` arguments that the grammar attached elsewhere.
    pub(super) fn command(&mut self, node: Node<'_>, extra: Vec<Field>) {
        let span = self.span(node);
        let mut fields = Vec::new();
        let mut cursor = node.walk();
        let outside = self.state.stdin.clone();
        let mut end = node.start_byte();
        for child in node.children(&mut cursor) {
            let gap = self.slice(end, child.start_byte());
            if !is_blank(gap) {
                self.state
                    .findings
                    .not_understood(notice!("risk-has-characters-between-words"), span);
            }
            // The shell ends a command with its line, however the grammar parses the next line.
            if ends_line(gap) && !fields.is_empty() {
                self.simple(&std::mem::take(&mut fields), span);
            }
            end = child.end_byte();
            match child.kind() {
                "variable_assignment" => self.assignment(child),
                "file_redirect" => fields.extend(self.file_redirect(child)),
                "herestring_redirect" => self.visit(child),
                "subshell" => {
                    self.state
                        .findings
                        .not_understood(notice!("risk-has-a-bracket-where"), span);
                    self.visit(child);
                }
                _ => {
                    self.visit_word(child);
                    fields.extend(self.fields_of(child));
                }
            }
        }
        fields.extend(extra);
        self.simple(&fields, span);
        self.state.stdin = outside;
    }

    fn visit_word(&mut self, node: Node<'_>) {
        if node.is_named() {
            self.visit(node);
        }
    }

    /// Analyses a command given as words. Wrappers call it for the commands that they run.
    pub(super) fn simple(&mut self, fields: &[Field], span: Span) {
        let Some((name, args)) = fields.split_first() else {
            return;
        };
        if !self.state.count_command() || !self.enter() {
            self.state
                .findings
                .not_understood(notice!("risk-has-too-many-commands"), span);
            return;
        }
        self.named(name, args, fields, span);
        self.leave();
    }

    fn named(&mut self, name: &Field, args: &[Field], fields: &[Field], span: Span) {
        let part = self.part_of(fields);
        self.state.findings.part(part);
        for field in fields {
            // `{name}>file` sets the variable; the grammar parses it as a word.
            let inner = field.source.strip_prefix('{');
            let variable = inner.and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
            if !variable.is_empty() && variable.chars().all(|c| c.is_alphanumeric() || c == '_') {
                self.sets(variable, field.span);
            }
        }
        if name.is_dynamic() || name.text.is_empty() {
            self.unresolved(name, args, span);
            return;
        }
        let (folder, file) = match name.text.rsplit_once('/') {
            Some((folder, file)) => (Some(folder), file),
            None => (None, name.text.as_str()),
        };
        let program = file.to_lowercase();
        let call = Call {
            program: &program,
            args,
            span,
        };
        let strange = name.unsure
            || name.glob
            || program != file
            || folder.is_some_and(|folder| !SYSTEM_FOLDERS.contains(&folder));
        if strange || self.state.functions.contains(file) {
            self.state.findings.medium(
                notice!("risk-runs-which-may-be", name = name.readable()),
                name.span,
            );
        }
        if self.state.defining.iter().any(|function| function == file) {
            self.state.findings.always(
                notice!("risk-name-calls-itself-without-end", name = file),
                span,
            );
        }
        self.dispatch(call);
    }

    /// Returns the command as a part of the whole command line.
    fn part_of(&self, fields: &[Field]) -> Part {
        let shown: Vec<&str> = fields.iter().map(Field::shown).collect();
        let place = low::CommandLocation {
            root: &self.state.root,
            blocks: &self.state.blocks,
        };
        let folders: Option<Vec<_>> = self.state.folders.iter().cloned().collect();
        Part {
            text: shown.join(" "),
            normal: normal::normal_form(fields),
            low: folders.and_then(|folders| low::part(fields, &folders, place)),
        }
    }

    /// Asks each table in turn; a table returns whether it knows the program.
    fn dispatch(&mut self, call: Call<'_>) {
        let known = wrapper::look(self, call)
            || git::look(self, call)
            || danger::look(self, call)
            || writer::look(self, call)
            || folder::look(self, call);
        if !known && !reads_only(call) {
            let text = danger::ordinary(call);
            self.state.findings.medium(text, call.span);
            self.probe(call);
            self.texts(call);
            writer::elsewhere(self, call);
        }
        if let Some(secret) = call.args.iter().find(|arg| self.names_secret(&arg.text))
            && !matches!(
                call.program,
                "echo" | "printf" | "[" | "test" | "ls" | "stat" | "wc" | "file" | "du" | "find"
            )
        {
            let text = notice!("risk-names-which-may-hold", name = secret.readable());
            self.state.findings.medium(text, secret.span);
        }
    }

    /// Whether the last path component of `text` is a name that tools may not read:
    /// keys, environment files.
    fn names_secret(&self, text: &str) -> bool {
        let path = text.rsplit(['=', ':']).next().unwrap_or(text);
        let name = path.rsplit('/').next().unwrap_or(path);
        self.state.blocks.holds_name(name)
    }

    /// Probes the arguments of an unknown program, which may run them: if one of them begins a
    /// high-risk command, that risk counts.
    pub(super) fn probe(&mut self, call: Call<'_>) {
        // One probe covers every tail, so probes are not nested.
        if std::mem::replace(&mut self.state.probing, true) {
            return;
        }
        self.probe_tails(call);
        self.state.probing = false;
    }

    fn probe_tails(&mut self, call: Call<'_>) {
        let mut probes = 0;
        for at in 0..call.args.len() {
            let Some(tail @ [first, _, ..]) = call.args.get(at..) else {
                break;
            };
            let name = first.text.rsplit('/').next().unwrap_or_default();
            if !danger::is_worth_a_probe(name) || probes >= MAX_PROBES {
                continue;
            }
            probes += 1;
            let kept = std::mem::replace(&mut self.state.findings, Findings::new());
            let folders = self.state.folders.clone();
            self.simple(tail, call.span);
            let found = std::mem::replace(&mut self.state.findings, kept);
            self.state.findings.absorb_high(found);
            self.state.folders = folders;
        }
    }

    /// Analyses the argument after `-c` or `-e` of an unknown program as a possible command line.
    fn texts(&mut self, call: Call<'_>) {
        for pair in call.args.windows(2) {
            let [option, text] = pair else { continue };
            if matches!(
                option.text.as_str(),
                "-c" | "-C" | "-e" | "-x" | "--command" | "--exec" | "--eval" | "--execute"
            ) {
                fallback::scan(text.text.trim_start_matches('!'), text.span, self.state);
            }
        }
    }

    /// Records a program whose name is known only at run time.
    fn unresolved(&mut self, name: &Field, args: &[Field], span: Span) {
        self.state.findings.not_understood(
            notice!("risk-what-runs-is-known", name = name.readable()),
            name.span,
        );
        let recursive = args.iter().any(|arg| {
            let short = arg.text.strip_prefix('-').unwrap_or_default();
            !short.is_empty()
                && short.len() <= 4
                && short.contains(['r', 'R'])
                && short.chars().all(|c| "rRfvidI".contains(c))
                || arg.text == "--recursive"
        });
        if recursive {
            self.state
                .findings
                .always(notice!("risk-looks-like-a-recursive"), span);
        }
        let call = Call {
            program: "",
            args,
            span,
        };
        self.probe(call);
    }
}

/// Whether a gap between words contains a line end.
fn ends_line(gap: &str) -> bool {
    gap.replace("\\\n", "").contains('\n')
}

/// Whether the shell treats a gap between words as a separator.
fn is_blank(gap: &str) -> bool {
    let joined = gap.replace("\\\n", "");
    // Lines joined without a blank also join words, which the grammar does not see.
    joined.chars().all(|c| c == ' ' || c == '\t') && (gap.is_empty() || !joined.is_empty())
}
