//! The definitions of hooks in a settings file: event → list of `{matcher, hooks: [{type, command,
//! timeout}]}`, the schema of Claude, which ours and Gemini's files share.
//!
//! A broken definition is reported with its position; the others are used.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::event::HookEvent;
use super::matcher::Matcher;
use super::{DEFAULT_TIMEOUT_S, LONGEST_TIMEOUT_S};
use notice::words::near;
use notice::{Notice, notice};

/// Most hooks of one file.
const MOST_HOOKS: usize = 100;

/// Longest command, in bytes.
const LONGEST_COMMAND: usize = 32 * 1024;

/// The program whose format a file has: the names of its events and tools on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Our own config file: Claude's format, and names of our own are accepted too.
    Own,
    Claude,
    Gemini,
}

/// The user, or the workspace, that a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookOwner {
    User,
    Workspace,
}

/// The file that defines a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookSource {
    pub path: PathBuf,
    pub dialect: Dialect,
    pub owner: HookOwner,
}

/// A hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookDefinition {
    pub event: HookEvent,
    pub matcher: Matcher,
    /// The command, for a shell.
    pub command: String,
    /// Time that it may take, in seconds.
    pub timeout_s: u32,
    pub source: HookSource,
}

/// A step from the top of a file to a value in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    Key(String),
    Item(usize),
}

/// Whether a fault is a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    Mistake,
    /// It is valid for the program that the file belongs to, and does nothing here.
    NotRunHere,
}

/// A part of a file that is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookFault {
    /// The way to the part, from the value of `hooks`.
    pub path: Vec<PathStep>,
    pub kind: FaultKind,
    pub what: Notice,
}

impl HookFault {
    /// Returns the part as text: `PreToolUse[0].hooks[1].command`.
    pub fn place(&self) -> String {
        let mut place = String::new();
        for step in &self.path {
            match step {
                PathStep::Key(key) if place.is_empty() => place.push_str(key),
                PathStep::Key(key) => place.extend([".", key]),
                PathStep::Item(index) => place.push_str(&format!("[{index}]")),
            }
        }
        place
    }
}

/// Reads the value of `hooks` of a file.
pub fn read(hooks: &Value, source: &HookSource) -> (Vec<HookDefinition>, Vec<HookFault>) {
    let mut reader = Reader {
        source,
        path: Vec::new(),
        found: Vec::new(),
        faults: Vec::new(),
    };
    match hooks {
        Value::Null => {}
        Value::Object(events) => reader.events(events),
        _ => reader.mistake(notice!("hooks-wanted-events")),
    }
    (reader.found, reader.faults)
}

struct Reader<'a> {
    source: &'a HookSource,
    path: Vec<PathStep>,
    found: Vec<HookDefinition>,
    faults: Vec<HookFault>,
}

impl Reader<'_> {
    fn events(&mut self, events: &Map<String, Value>) {
        for (name, groups) in events {
            // Gemini's switches for all hooks stand beside its events.
            if self.source.dialect == Dialect::Gemini && !groups.is_array() {
                continue;
            }
            self.below(PathStep::Key(name.clone()), |reader| {
                match reader.event(name) {
                    Some(event) => reader.groups(event, groups),
                    None => reader.unknown_event(name),
                }
            });
        }
    }

    fn event(&self, name: &str) -> Option<HookEvent> {
        HookEvent::ALL
            .into_iter()
            .find(|event| match self.source.dialect {
                Dialect::Own | Dialect::Claude => event.name() == name,
                Dialect::Gemini => event.gemini_name() == Some(name),
            })
    }

    fn unknown_event(&mut self, name: &str) {
        if self.source.dialect != Dialect::Own {
            return self.not_here(notice!("hooks-event-not-here", name));
        }
        let near = |event: HookEvent| {
            let distance = near(name, &event.name().to_ascii_lowercase())?;
            Some((distance, event.name()))
        };
        let nearest = HookEvent::ALL.into_iter().filter_map(near).min();
        let what = match nearest {
            Some((_, nearest)) => notice!("hooks-no-event-but", name, word = nearest),
            None => {
                let words = HookEvent::ALL.map(HookEvent::name).join(", ");
                notice!("hooks-no-event", name, words)
            }
        };
        self.mistake(what);
    }

    fn groups(&mut self, event: HookEvent, groups: &Value) {
        let Value::Array(groups) = groups else {
            return self.mistake(notice!("hooks-wanted-groups"));
        };
        for (index, group) in groups.iter().enumerate() {
            self.below(PathStep::Item(index), |reader| reader.group(event, group));
        }
    }

    fn group(&mut self, event: HookEvent, group: &Value) {
        let matcher = match group.get("matcher") {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(notice!("hooks-wanted-matcher")),
        };
        let matcher = matcher.and_then(|text| {
            Matcher::read(&text).map_err(|why| notice!("hooks-broken-matcher", reason = why))
        });
        let matcher = match matcher {
            Ok(matcher) => matcher,
            Err(what) => {
                let key = PathStep::Key("matcher".to_owned());
                return self.below(key, |reader| reader.mistake(what));
            }
        };
        let Some(Value::Array(hooks)) = group.get("hooks") else {
            return self.mistake(notice!("hooks-wanted-list"));
        };
        self.below(PathStep::Key("hooks".to_owned()), |reader| {
            for (index, hook) in hooks.iter().enumerate() {
                reader.below(PathStep::Item(index), |reader| {
                    reader.hook(event, &matcher, hook);
                });
            }
        });
    }

    fn hook(&mut self, event: HookEvent, matcher: &Matcher, hook: &Value) {
        match hook.get("type") {
            None => {}
            Some(Value::String(kind)) if kind == "command" => {}
            Some(Value::String(kind)) => {
                let what = notice!("hooks-type-not-here", word = kind);
                return match self.source.dialect {
                    Dialect::Own => self.mistake(what),
                    Dialect::Claude | Dialect::Gemini => self.not_here(what),
                };
            }
            Some(_) => return self.mistake(notice!("hooks-wanted-type")),
        }
        let command = hook.get("command").and_then(Value::as_str);
        let Some(command) = command.filter(|command| !command.trim().is_empty()) else {
            return self.mistake(notice!("hooks-wanted-command"));
        };
        if command.len() > LONGEST_COMMAND || self.found.len() >= MOST_HOOKS {
            return self.mistake(notice!("hooks-too-many", number = MOST_HOOKS));
        }
        let Some(timeout_s) = self.timeout(hook.get("timeout")) else {
            let key = PathStep::Key("timeout".to_owned());
            let what = notice!("hooks-wanted-timeout", number = LONGEST_TIMEOUT_S);
            return self.below(key, |reader| reader.mistake(what));
        };
        self.found.push(HookDefinition {
            event,
            matcher: matcher.clone(),
            command: command.to_owned(),
            timeout_s,
            source: self.source.clone(),
        });
    }

    /// Returns a time-out in seconds, at least one; Gemini counts milliseconds.
    fn timeout(&self, said: Option<&Value>) -> Option<u32> {
        let said = match said {
            None | Some(Value::Null) => return Some(DEFAULT_TIMEOUT_S),
            // A text is what YAML gives, whose scalars have no type here.
            Some(Value::String(text)) => text.trim().parse::<f64>().ok()?,
            Some(value) => value.as_f64()?,
        };
        let seconds = match self.source.dialect {
            Dialect::Gemini => said / 1000.0,
            Dialect::Own | Dialect::Claude => said,
        };
        if !(seconds.is_finite() && seconds > 0.0) {
            return None;
        }
        let most = f64::from(LONGEST_TIMEOUT_S);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 1 and the longest time"
        )]
        let whole = seconds.ceil().clamp(1.0, most) as u32;
        Some(whole)
    }

    fn below(&mut self, step: PathStep, work: impl FnOnce(&mut Self)) {
        self.path.push(step);
        work(self);
        self.path.pop();
    }

    fn mistake(&mut self, what: Notice) {
        self.fault(FaultKind::Mistake, what);
    }

    fn not_here(&mut self, what: Notice) {
        self.fault(FaultKind::NotRunHere, what);
    }

    fn fault(&mut self, kind: FaultKind, what: Notice) {
        let path = self.path.clone();
        self.faults.push(HookFault { path, kind, what });
    }
}
