//! Runs hooks: chooses those that an occasion means and the user trusts, runs them side by side, and
//! makes one verdict of their answers. The composition root knows their definitions and the trust.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use ::hooks::{
    Dialect, ExaminedHook, HookAnswer, HookDecision, HookDefinition, HookEvent, HookScene,
    HookState, HookVerdict, Occasion, StartSource, input,
};
use notice::{Notice, notice};
use protocol::approval::Mode;
use protocol::call::ToolSpec;
use protocol::hooks::{HookList, HookRow, HookTest, HookTrust};
use protocol::ids::{CallId, ContentHash, SessionId};
use protocol::plan::Executor;
use redact::{mask, sanitize};
use tools::{HookCommand, RanHook, ToolBox};

/// Letters of a command by which a message names a hook.
const NAMED: usize = 60;

/// The hooks that the settings files define, and the user's trust in them.
pub trait HookFiles: Send + Sync {
    /// Returns the definitions as they were read last.
    fn definitions(&self) -> Arc<[HookDefinition]>;

    /// Reads the definitions again if a file has changed. Returns the faults that they did not have before.
    /// Blocking; cheap if nothing has changed.
    fn refresh(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// Examines every definition: reads the scripts that it names, and the trust. Blocking.
    fn examined(&self) -> Vec<ExaminedHook>;

    /// Returns what is wrong with the files, or does nothing here.
    fn problems(&self) -> Vec<Notice>;

    /// Trusts hooks with the content that they were examined with. Blocking.
    ///
    /// # Errors
    /// Returns the reason why it could not be stored.
    fn trust(&self, hooks: &[ExaminedHook]) -> Result<(), Notice>;
}

/// No hooks.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHooks;

impl HookFiles for NoHooks {
    fn definitions(&self) -> Arc<[HookDefinition]> {
        Arc::default()
    }

    fn examined(&self) -> Vec<ExaminedHook> {
        Vec::new()
    }

    fn problems(&self) -> Vec<Notice> {
        Vec::new()
    }

    fn trust(&self, _: &[ExaminedHook]) -> Result<(), Notice> {
        Ok(())
    }
}

/// Runs the hooks of a workspace. Cheap to clone.
#[derive(Clone)]
pub struct HookRunner {
    files: Arc<dyn HookFiles>,
    tools: Arc<ToolBox>,
    root: PathBuf,
    /// The contents of hooks that the user has been told do not run.
    told: Arc<Mutex<BTreeSet<ContentHash>>>,
}

impl HookRunner {
    /// Creates a runner for the workspace with this root.
    pub fn new(files: Arc<dyn HookFiles>, tools: Arc<ToolBox>, root: PathBuf) -> Self {
        Self {
            files,
            tools,
            root,
            told: Arc::default(),
        }
    }

    /// Runs the hooks that an occasion means. Those of Claude's files are left to an agent program
    /// that carries the call out: it runs them itself.
    pub async fn run(
        &self,
        session: SessionId,
        (occasion, mode): (Occasion, Mode),
        carried_out: Executor,
    ) -> HookVerdict {
        let means = |hook: &HookDefinition| {
            let leaves = carried_out != Executor::ByUs && hook.source.dialect == Dialect::Claude;
            is_meant(hook, &occasion) && !leaves
        };
        if !self.files.definitions().iter().any(means) {
            return HookVerdict::default();
        }
        let Ok(examined) = self.examined().await else {
            return unexamined(occasion.event());
        };
        let scripts = scripts_of(&examined);
        let mut meant: Vec<ExaminedHook> = Vec::new();
        for one in examined.into_iter().filter(|one| means(&one.hook)) {
            // The same command in several files runs once.
            let is_same = |known: &ExaminedHook| {
                known.hook.command == one.hook.command
                    && known.hook.source.dialect == one.hook.source.dialect
            };
            if !meant.iter().any(is_same) {
                meant.push(one);
            }
        }
        let verdicts = meant.iter().map(|one| async {
            match &one.state {
                HookState::Trusted => {
                    let (ran, _) = self
                        .start(session, (&one.hook, &scripts), (&occasion, mode))
                        .await;
                    self.verdict(&one.hook, &occasion, &ran)
                }
                HookState::New | HookState::Changed { .. } => self.withheld(one, &occasion),
            }
        });
        let verdicts = join_all(verdicts).await;
        verdicts
            .into_iter()
            .fold(HookVerdict::default(), HookVerdict::and)
    }

    /// Reads the definitions again if a file has changed. Returns the events that hooks are defined for, and
    /// the faults that are new.
    pub async fn refresh(&self) -> (BTreeSet<HookEvent>, Vec<Notice>) {
        let files = Arc::clone(&self.files);
        let work = tokio::task::spawn_blocking(move || files.refresh());
        // Without a worker they stay as they were read last.
        let told = work.await.unwrap_or_default();
        let definitions = self.files.definitions();
        (definitions.iter().map(|hook| hook.event).collect(), told)
    }

    async fn examined(&self) -> Result<Vec<ExaminedHook>, Notice> {
        let files = Arc::clone(&self.files);
        let work = tokio::task::spawn_blocking(move || files.examined());
        work.await.map_err(|_| notice!("hooks-unreadable"))
    }

    /// Runs one hook, which may write no script of any hook. Returns its end and the input that it got.
    async fn start(
        &self,
        session: SessionId,
        (hook, scripts): (&HookDefinition, &[PathBuf]),
        (occasion, mode): (&Occasion, Mode),
    ) -> (RanHook, String) {
        let id = session.to_string();
        let scene = HookScene {
            session: &id,
            root: &self.root,
            mode,
            dialect: hook.source.dialect,
        };
        let input = input(occasion, scene).to_string();
        let limit = Duration::from_secs(u64::from(hook.timeout_s));
        let command = HookCommand {
            event: hook.event,
            command: &hook.command,
            input: &input,
            limit,
            scripts,
        };
        let ran = self.tools.run_hook(session, command).await;
        (ran, input)
    }

    fn verdict(&self, hook: &HookDefinition, occasion: &Occasion, ran: &RanHook) -> HookVerdict {
        let dialect = hook.source.dialect;
        let answer = HookAnswer::read(occasion.event(), dialect, &ran.run);
        let mut verdict = HookVerdict::of(answer, occasion, (&self.root, dialect), &named(hook));
        verdict.told.extend(ran.told.iter().cloned());
        verdict
    }

    /// Returns the verdict on a hook that may not run, and tells the user once. Before a call, one
    /// that the user once trusted might have objected, so the user is asked.
    fn withheld(&self, one: &ExaminedHook, occasion: &Occasion) -> HookVerdict {
        let name = named(&one.hook);
        let is_changed = one.before().is_some();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = told.insert(one.content.hash());
        let text = if is_changed {
            notice!("hooks-told-changed", name)
        } else {
            notice!("hooks-told-new", name)
        };
        let asks = is_changed && occasion.event() == HookEvent::PreToolUse;
        let why = notice!("hooks-changed-ask", name).to_string();
        HookVerdict {
            decision: if asks {
                HookDecision::Ask(why)
            } else {
                HookDecision::Proceed
            },
            told: if is_new { vec![text] } else { Vec::new() },
            ..HookVerdict::default()
        }
    }

    /// Lists all hooks.
    ///
    /// # Errors
    /// If they cannot be examined.
    pub async fn list(&self) -> Result<HookList, Notice> {
        let hooks = self.examined().await?;
        Ok(HookList {
            hooks: hooks.iter().map(row).collect(),
            problems: self.files.problems(),
        })
    }

    /// Trusts the hooks with these names, or all, as they are now. Returns those that were not
    /// trusted before.
    ///
    /// # Errors
    /// If there is no such hook, or the trust cannot be stored; nothing has changed then.
    pub async fn trust(&self, names: &[String]) -> Result<Vec<ExaminedHook>, Notice> {
        let examined = self.examined().await?;
        for name in names {
            find(&examined, name)?;
        }
        let is_wanted = |one: &ExaminedHook| {
            names.is_empty() || names.iter().any(|name| one.name().starts_with(name))
        };
        let wanted: Vec<ExaminedHook> = examined
            .into_iter()
            .filter(|one| one.state != HookState::Trusted && is_wanted(one))
            .collect();
        let (files, stored) = (Arc::clone(&self.files), wanted.clone());
        let work = tokio::task::spawn_blocking(move || files.trust(&stored));
        work.await.map_err(|_| notice!("hooks-unreadable"))??;
        Ok(wanted)
    }

    /// Runs a trusted hook on an occasion that is made up for it.
    ///
    /// # Errors
    /// If there is no such hook, or the user does not trust it as it is.
    pub async fn test(&self, session: SessionId, name: &str) -> Result<HookTest, Notice> {
        let examined = self.examined().await?;
        let one = find(&examined, name)?;
        if one.state != HookState::Trusted {
            return Err(notice!("hooks-test-untrusted", name = one.name()));
        }
        let occasion = made_up(&one.hook, &tools::specs());
        let asked = (&occasion, Mode::default());
        let scripts = scripts_of(&examined);
        let (ran, input) = self.start(session, (&one.hook, &scripts), asked).await;
        let verdict = self.verdict(&one.hook, &occasion, &ran);
        Ok(HookTest {
            name: one.name(),
            input,
            stdout: mask(&sanitize(&ran.run.stdout)).into_owned(),
            stderr: mask(&sanitize(&ran.run.stderr)).into_owned(),
            meaning: meaning(&verdict),
        })
    }
}

/// Returns the scripts that the commands of hooks name.
fn scripts_of(hooks: &[ExaminedHook]) -> Vec<PathBuf> {
    let scripts = hooks.iter().flat_map(|one| &one.content.scripts);
    scripts.map(|script| script.path.clone()).collect()
}

fn is_meant(hook: &HookDefinition, occasion: &Occasion) -> bool {
    let fits = |names: Vec<&str>| hook.matcher.fits(&names);
    hook.event == occasion.event() && occasion.names().is_none_or(fits)
}

fn unexamined(event: HookEvent) -> HookVerdict {
    let why = notice!("hooks-unreadable");
    HookVerdict {
        decision: match event {
            HookEvent::PreToolUse => HookDecision::Ask(why.to_string()),
            _ => HookDecision::Proceed,
        },
        told: vec![why],
        ..HookVerdict::default()
    }
}

/// Names a hook in a message: the beginning of its command.
fn named(hook: &HookDefinition) -> String {
    let line = redact::one_line(&hook.command);
    let short: String = line.chars().take(NAMED).collect();
    if short.len() < line.len() {
        format!("{short}…")
    } else {
        short
    }
}

fn find<'a>(hooks: &'a [ExaminedHook], name: &str) -> Result<&'a ExaminedHook, Notice> {
    let found = hooks
        .iter()
        .find(|one| !name.is_empty() && one.name().starts_with(name));
    found.ok_or_else(|| notice!("hooks-no-such", name))
}

fn row(one: &ExaminedHook) -> HookRow {
    let hook = &one.hook;
    HookRow {
        name: one.name(),
        event: hook.event.name().to_owned(),
        matcher: hook.matcher.text().to_owned(),
        command: hook.command.clone(),
        timeout_s: hook.timeout_s,
        source: hook.source.path.to_string_lossy().into_owned(),
        trust: match one.state {
            HookState::Trusted => HookTrust::Trusted,
            HookState::New => HookTrust::New,
            HookState::Changed { .. } => HookTrust::Changed,
        },
        changes: match one.state {
            HookState::Trusted => Vec::new(),
            HookState::New | HookState::Changed { .. } => one.changes(),
        },
    }
}

/// Makes up an occasion that a hook is meant by.
fn made_up(hook: &HookDefinition, tools: &[ToolSpec]) -> Occasion {
    let call = CallId(uuid::Uuid::nil());
    let names = || tools.iter().map(|tool| tool.name.as_str());
    // A command is the most usual one.
    let usual = std::iter::once("shell_exec").chain(names());
    let fitting = usual
        .clone()
        .find(|name| hook.matcher.fits(&::hooks::names_of(name)));
    let tool = fitting.unwrap_or("shell_exec").to_owned();
    let arguments = match tool.as_str() {
        "shell_exec" => json!({ "command": "echo test" }),
        "write_file" => json!({ "path": "test.txt", "content": "test\n" }),
        "replace_text" | "edit_file" => {
            json!({ "path": "test.txt", "old_text": "test", "new_text": "tested" })
        }
        "search_text" | "search_project" | "search_semantic" => json!({ "query": "test" }),
        "clarify_user" => json!({ "question": "test?" }),
        _ => json!({ "path": "test.txt" }),
    };
    match hook.event {
        HookEvent::PreToolUse => Occasion::PreToolUse {
            call,
            tool,
            arguments,
        },
        HookEvent::PostToolUse => Occasion::PostToolUse {
            call,
            tool,
            arguments,
            response: json!({ "success": true }),
        },
        HookEvent::UserPromptSubmit => Occasion::UserPromptSubmit {
            prompt: "test".to_owned(),
        },
        HookEvent::Stop | HookEvent::SubagentStop => Occasion::Stop { active: false },
        HookEvent::SessionStart => Occasion::SessionStart {
            source: StartSource::Startup,
        },
        HookEvent::Notification => Occasion::Notification {
            message: "test".to_owned(),
            kind: "permission_prompt".to_owned(),
        },
    }
}

/// Says what a verdict would do.
fn meaning(verdict: &HookVerdict) -> Vec<Notice> {
    let mut lines = vec![match &verdict.decision {
        HookDecision::Proceed => notice!("hooks-meaning-proceed"),
        HookDecision::Ask(reason) => notice!("hooks-meaning-ask", reason = reason),
        HookDecision::Deny(reason) => notice!("hooks-meaning-deny", reason = reason),
    }];
    if let Some(reason) = &verdict.stops_run {
        lines.push(notice!("hooks-meaning-stop", reason = reason));
    }
    if let Some(arguments) = &verdict.updated {
        lines.push(notice!(
            "hooks-meaning-updated",
            text = arguments.to_string()
        ));
    }
    if let Some(text) = &verdict.context {
        lines.push(notice!("hooks-meaning-context", text = text));
    }
    lines.extend(verdict.told.iter().cloned());
    lines
}
