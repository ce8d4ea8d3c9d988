//! Sub-agents: a call starts them as threads of the session, and their reports are its result. They
//! share its review, its questions, its policy and its budgets, and know nothing of its conversation.

use serde_json::{Map, Value, json};

use super::calls::{CallStage, CallState};
use super::commands::no_provider;
use super::outcome::CallCompletion;
use super::run::RunKind;
use super::session::Session;
use super::thread::{AgentEnd, Thread};
use super::{Effect, StepBuilder};
use notice::{Notice, count, notice};
use policy::decide::Taint;
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::command::{CancelMode, Command, CommandKind};
use protocol::effort::Effort;
use protocol::event::EventKind;
use protocol::ids::{CallId, MessageId, RunId, SessionId};
use protocol::session::{DeliveryPoint, QueuedMessage, RunResult, SessionSettings, SessionStatus};
use protocol::sub_agent::{
    AgentCommand, AgentList, AgentOf, AgentRequest, AgentState, AgentTally, MAX_AGENTS, NewAgent,
    SubAgent, may_have,
};

/// Longest beginning of a prompt that a row shows, in characters.
const TASK_LETTERS: usize = 120;

/// Longest subject of a call that a row shows, in characters.
const SUBJECT_LETTERS: usize = 60;

/// Longest report that the starting agent reads, in bytes; of several, each.
const REPORT_BYTES: usize = 32 * 1024;

/// The report of an agent that has ended, until all agents of its call have.
#[derive(Debug)]
pub(super) struct AgentReport {
    agent: SessionId,
    text: String,
    taint: Taint,
}

impl Session {
    /// Carries out a call about sub-agents. Only the session's own agent can make one.
    pub(super) fn run_agent_request(
        &mut self,
        call: CallId,
        request: &AgentRequest,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        turn.effect(Effect::DropCall { call });
        self.set_stage(call, CallStage::Running(None));
        let outcome = match request {
            AgentRequest::Start { agents } => match self.start_agents(call, agents, turn) {
                Ok(()) => return,
                Err(why) => Err(why),
            },
            AgentRequest::List => Ok((listed(&self.agents), notice!("gave-agents-listed"))),
            AgentRequest::Stop { agent } => self.stop_named(agent, turn),
        };
        let result = match outcome {
            Ok((mut fields, summary)) => {
                fields.shift_insert(0, "success".to_owned(), true.into());
                Ok((Value::Object(fields), summary))
            }
            Err(why) => Err(ToolError::new(ErrorCode::InvalidArguments, why)),
        };
        self.finish_agent_call(call, result, 0, turn);
    }

    fn finish_agent_call(
        &mut self,
        call: CallId,
        result: Result<(Value, Notice), ToolError>,
        duration_ms: u64,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let (ok, content, summary, error) = match result {
            Ok((content, summary)) => (true, content, summary, None),
            Err(error) => (false, error.to_model(), error.message.clone(), Some(error)),
        };
        // The ids of the call are filled in from the call itself.
        let result = CallResult {
            call,
            provider_id: String::new(),
            tool: String::new(),
            ok,
            content,
            summary,
            error,
            duration_ms,
        };
        let done = CallCompletion {
            result,
            stat: None,
            applied: None,
            observed: Vec::new(),
        };
        self.call_finished(done, turn);
    }

    /// Starts agents, all or none.
    fn start_agents(
        &mut self,
        call: CallId,
        agents: &[NewAgent],
        turn: &mut StepBuilder<'_, '_>,
    ) -> Result<(), Notice> {
        let at_work = self.parked.len();
        if at_work + agents.len() > MAX_AGENTS {
            return Err(notice!("agents-too-many", number = MAX_AGENTS, at_work));
        }
        let named = agents.iter().filter_map(|agent| agent.provider.as_deref());
        if let Some(why) = named
            .filter_map(|name| no_provider(name, turn.config))
            .next()
        {
            return Err(why);
        }
        if let Some(run) = &mut self.thread.run {
            run.agent_calls.push(call);
        }
        for new in agents {
            self.start_agent(call, new, turn);
        }
        Ok(())
    }

    fn start_agent(&mut self, call: CallId, new: &NewAgent, turn: &mut StepBuilder<'_, '_>) {
        let conversation = SessionId(turn.new_id());
        let mut settings = self.settings_of_agent(new);
        settings.agent = self.free_name(&new.name);
        settings.name.clone_from(&settings.agent);
        let name = settings.agent.clone();
        let model = format!("{}/{}", settings.provider, settings.model);
        let fact = EventKind::SessionCreated {
            settings: settings.clone(),
            policy: self.policy.clone(),
        };
        turn.fact(conversation, None, fact);
        self.parked.push(Thread::new(conversation, settings));
        let taint = self.thread.taint;
        let number = self.agents.next_number();
        self.in_thread(conversation, |session| {
            let message = MessageId(turn.new_id());
            session.start_run_quietly(message, new.prompt.clone(), RunKind::Agent, turn);
            let Some(run) = &mut session.thread.run else {
                return;
            };
            let run = run.id;
            session.thread.taint = taint;
            if taint == Taint::Outside {
                session.thread.memory.note_outside();
            }
            let agent = SubAgent {
                id: conversation,
                number,
                name,
                task: beginning(&new.prompt, TASK_LETTERS),
                model,
                call,
                run,
                state: AgentState::Running,
                started: turn.cx.now,
                ended: None,
                tally: AgentTally::default(),
                activity: None,
            };
            session.agent_fact(EventKind::AgentStarted { agent }, turn);
            session.report_then_ask(turn);
        });
    }

    /// Returns the name, or with a number if the session has an agent of this name: changes are known by it.
    fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| {
            let mut agents = self.agents.iter();
            name.eq_ignore_ascii_case(&self.thread.settings.agent)
                || agents.any(|agent| agent.name.eq_ignore_ascii_case(name))
        };
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// Returns the settings of an agent's conversation: those of the session, but for what its profile
    /// says.
    fn settings_of_agent(&self, new: &NewAgent) -> SessionSettings {
        let own = &self.thread.settings;
        let provider = new.provider.clone().unwrap_or_else(|| own.provider.clone());
        let model = new.model.clone().unwrap_or_else(|| own.model.clone());
        let is_same = provider == own.provider && model == own.model;
        SessionSettings {
            name: new.name.clone(),
            cwd: own.cwd.clone(),
            agent: new.name.clone(),
            effort: if is_same { own.effort } else { Effort::Auto },
            provider,
            model,
            mode: self.policy.mode,
            extra_prompt: new.instructions.clone(),
            known_as: Default::default(),
            agent_of: Some(AgentOf {
                session: self.id,
                limits: new.limits.clone(),
            }),
        }
    }

    /// Emits a fact about an agent in the session, and applies it.
    fn agent_fact(&mut self, fact: EventKind, turn: &mut StepBuilder<'_, '_>) {
        self.agents.apply(&fact, turn.cx.now);
        self.fact(turn, fact);
    }

    /// Returns the reason why the thread at hand may not make a call: an agent has its own tools, and
    /// starts no others.
    pub(super) fn withheld(&self, state: &CallState) -> Option<ToolError> {
        let of = self.thread.settings.agent_of.as_ref()?;
        let tool = state.call.tool.as_str();
        // Workers know the server of a tool.
        let is_listed = state.class == ToolClass::Mcp || of.limits.allows(tool, None);
        (!may_have(state.class) || !is_listed).then(|| {
            let message = notice!("agents-tool-withheld", word = tool);
            ToolError::new(ErrorCode::ToolNotAvailable, message)
        })
    }

    /// Emits what the agents at work do, where it has changed, and the reports of those that ended.
    pub(super) fn follow_agents(&mut self, turn: &mut StepBuilder<'_, '_>) {
        while let Some(ended) = self.parked.iter().position(|thread| thread.run.is_none()) {
            let thread = self.parked.remove(ended);
            self.agent_ended(thread, turn);
        }
        let progress: Vec<EventKind> = self
            .parked
            .iter()
            .filter_map(|it| self.progress(it))
            .collect();
        for fact in progress {
            self.agent_fact(fact, turn);
        }
    }

    fn progress(&self, thread: &Thread) -> Option<EventKind> {
        let known = self.agents.get(thread.conversation)?;
        let run = thread.run.as_ref()?;
        let state = match thread.status {
            SessionStatus::Waiting => AgentState::Waiting,
            _ => AgentState::Running,
        };
        let mut calls = run.calls.iter();
        let call = calls.find(|state| !matches!(state.stage, CallStage::Waiting | CallStage::Done));
        let activity = call.map(|state| activity_of(&state.call));
        let tally = tally_of(&run.result, run.step_number);
        let is_new = known.state != state || known.activity != activity || known.tally != tally;
        is_new.then(|| EventKind::AgentProgressed {
            agent: thread.conversation,
            state,
            activity,
            tally,
        })
    }

    /// Adds the work of an agent that ended to that of the run, and its report to its call.
    fn agent_ended(&mut self, thread: Thread, turn: &mut StepBuilder<'_, '_>) {
        let agent = thread.conversation;
        let Some(AgentEnd {
            state,
            error,
            result,
            steps,
        }) = thread.ended
        else {
            return;
        };
        let tally = tally_of(&result, steps);
        let fact = EventKind::AgentEnded {
            agent,
            state,
            error: error.clone(),
            tally,
        };
        self.agent_fact(fact, turn);
        turn.fact(agent, None, EventKind::SessionClosed);
        turn.effect(Effect::ReleaseSession { session: agent });
        if let Some(run) = &mut self.thread.run {
            run.absorb(&result);
        }
        let text = match error {
            None => result.report,
            Some(error) if result.report.trim().is_empty() => format!("Error: {error}"),
            Some(error) => format!("{}\n\nError: {error}", result.report),
        };
        self.agent_reports.push(AgentReport {
            agent,
            text,
            taint: thread.taint,
        });
        let Some(call) = self.agents.get(agent).map(|agent| agent.call) else {
            return;
        };
        if self.agents.of_call(call).all(|agent| agent.state.is_over()) {
            self.report_agents(call, turn);
        }
    }

    /// Ends a call whose agents have all ended, with their reports.
    fn report_agents(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let agents: Vec<SubAgent> = self.agents.of_call(call).cloned().collect();
        let (mine, others) = std::mem::take(&mut self.agent_reports)
            .into_iter()
            .partition(|report| agents.iter().any(|agent| agent.id == report.agent));
        self.agent_reports = others;
        let reports: Vec<AgentReport> = mine;
        if reports.iter().any(|report| report.taint == Taint::Outside) {
            self.thread.taint = Taint::Outside;
            self.thread.memory.note_outside();
        }
        let text_of = |agent: &SubAgent| {
            let mut reports = reports.iter();
            let report = reports.find(|report| report.agent == agent.id);
            report.map_or("", |report| report.text.as_str())
        };
        let started = agents.iter().map(|agent| agent.started).min();
        let took = started.map_or(0, |at| turn.cx.now.as_millisecond() - at.as_millisecond());
        let took = u64::try_from(took).unwrap_or(0);
        let done = |agent: &&SubAgent| agent.state == AgentState::Completed;
        let completed = agents.iter().filter(done).count();
        let rows: Vec<Value> = agents
            .iter()
            .map(|agent| row(agent, text_of(agent)))
            .collect();
        let counted = count(agents.len(), "agent");
        let report = combined(&agents, text_of);
        let result = if completed > 0 {
            let content = json!({ "success": true, "agents": rows, "report": report });
            let summary = notice!("gave-agents-done", number = completed, counted);
            Ok((content, summary))
        } else {
            let message = match agents.as_slice() {
                [only] => {
                    let why = only.activity.clone().unwrap_or_else(|| only.state.notice());
                    notice!("agents-ended-without", word = only.name, why)
                }
                _ => notice!("agents-none-finished"),
            };
            let is_stopped = |agent: &SubAgent| agent.state == AgentState::Stopped;
            let code = if agents.iter().all(is_stopped) {
                ErrorCode::Cancelled
            } else {
                ErrorCode::ProviderFailed
            };
            let details = json!({ "agents": rows, "report": report });
            Err(ToolError::new(code, message).with_details(details))
        };
        self.finish_agent_call(call, result, took, turn);
    }

    /// Ends the agents that a call started; each still reports. Returns whether it started any.
    pub(super) fn cancel_agents_of(
        &mut self,
        call: CallId,
        how: CancelMode,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let agents: Vec<SessionId> = self.agents.of_call(call).map(|agent| agent.id).collect();
        for agent in &agents {
            self.stop_agent(*agent, how, turn);
        }
        !agents.is_empty()
    }

    /// Whether a call started agents.
    pub(super) fn has_agents(&self, call: CallId) -> bool {
        self.agents.of_call(call).next().is_some()
    }

    fn stop_agent(&mut self, agent: SessionId, how: CancelMode, turn: &mut StepBuilder<'_, '_>) {
        self.in_thread(agent, |session| {
            if session.thread.run.is_some() {
                session.cancel_run(how, turn);
            }
        });
    }

    fn stop_named(
        &mut self,
        typed: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Result<(Map<String, Value>, Notice), Notice> {
        let Some(agent) = self.agents.find(typed).cloned() else {
            return Err(notice!("agents-not-started", word = typed));
        };
        if agent.state.is_over() {
            return Err(notice!("agents-over", word = agent.name));
        }
        self.stop_agent(agent.id, CancelMode::Gracefully, turn);
        let mut fields = Map::new();
        fields.insert("stopped".to_owned(), agent.name.clone().into());
        Ok((fields, notice!("gave-agent-stopped", word = agent.name)))
    }

    /// Carries out an order of the user about an agent.
    pub(super) fn take_agent_order(&mut self, order: AgentCommand, turn: &mut StepBuilder<'_, '_>) {
        const ORDER: CommandKind = CommandKind::Agents;
        let (AgentCommand::Message { agent, .. } | AgentCommand::Stop { agent }) = order;
        let Some(known) = self.agents.get(agent).cloned() else {
            return turn.reject(self.id, ORDER, notice!("agents-not-of-session"));
        };
        if known.state.is_over() {
            return turn.reject(self.id, ORDER, notice!("agents-over", word = known.name));
        }
        match order {
            AgentCommand::Message { text, .. } if text.trim().is_empty() => {
                turn.reject(self.id, ORDER, notice!("told-message-empty"));
            }
            AgentCommand::Message { text, .. } => self.in_thread(agent, |session| {
                let message = QueuedMessage {
                    id: MessageId(turn.new_id()),
                    text,
                    deliver: DeliveryPoint::AfterStep,
                };
                session.thread.queue.push_back(message.clone());
                session.fact(turn, EventKind::MessageQueued { message });
            }),
            AgentCommand::Stop { .. } => self.stop_agent(agent, CancelMode::Gracefully, turn),
        }
    }

    /// Carries out a command for the conversation of an agent at work: it can be told something and
    /// stopped, and is read by its events.
    pub(super) fn take_command_for_agent(
        &mut self,
        command: Command,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let agent = command.session();
        match command {
            Command::SendMessage { text, .. } => {
                self.take_agent_order(AgentCommand::Message { agent, text }, turn);
            }
            Command::CancelRun { .. } => self.take_agent_order(AgentCommand::Stop { agent }, turn),
            // It is open in its session.
            Command::OpenSession { .. } => {}
            other => turn.reject(agent, (&other).into(), notice!("agents-at-work")),
        }
    }

    /// Ends the agents of an earlier process in the list: their work is over.
    pub(super) fn interrupt_agents(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let left: Vec<SubAgent> = self.agents.at_work().cloned().collect();
        for agent in left {
            let fact = EventKind::AgentEnded {
                agent: agent.id,
                state: AgentState::Interrupted,
                error: None,
                tally: agent.tally,
            };
            self.agent_fact(fact, turn);
        }
    }

    /// Returns the runs of the agents that the run at hand started.
    pub(super) fn runs_of_agents(&self) -> Vec<RunId> {
        let calls: Vec<CallId> = match &self.thread.run {
            Some(run) => run.agent_calls.clone(),
            None => Vec::new(),
        };
        let agents = self.agents.iter();
        let agents = agents.filter(|agent| calls.contains(&agent.call));
        agents.map(|agent| agent.run).collect()
    }
}

fn tally_of(result: &RunResult, steps: u32) -> AgentTally {
    AgentTally {
        steps,
        tool_calls: result.tool_calls,
        usage: result.usage.clone(),
    }
}

/// Describes a call in a row: its tool, and what it is about.
fn activity_of(call: &ToolCall) -> Notice {
    const ABOUT: [&str; 5] = ["path", "command", "pattern", "query", "name"];
    let about = ABOUT
        .iter()
        .find_map(|name| call.arguments.get(name)?.as_str());
    let about = about.map_or_else(String::new, |text| beginning(text, SUBJECT_LETTERS));
    notice!("agent-activity", word = call.tool, rest = about)
}

/// Returns the beginning of a text in one line.
fn beginning(text: &str, letters: usize) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

fn listed(agents: &AgentList) -> Map<String, Value> {
    let rows: Vec<Value> = agents
        .iter()
        .map(|agent| {
            json!({
                "agent": agent.number,
                "name": agent.name,
                "task": agent.task,
                "state": agent.state,
            })
        })
        .collect();
    let mut fields = Map::new();
    fields.insert("agents".to_owned(), rows.into());
    fields
}

/// Describes an agent that ended to the one that started it.
fn row(agent: &SubAgent, report: &str) -> Value {
    let usage = &agent.tally.usage;
    let ended = agent.ended.unwrap_or(agent.started);
    json!({
        "agent": agent.number,
        "name": agent.name,
        "state": agent.state,
        "report_bytes": report.len(),
        "metrics": {
            "duration_ms": agent.duration_ms(ended),
            "tokens_in": usage.input_tokens,
            "tokens_out": usage.output_tokens,
            "tool_calls": agent.tally.tool_calls,
        },
    })
}

/// Combines the reports into one text of Markdown, with a heading for each agent.
fn combined<'a>(agents: &[SubAgent], text_of: impl Fn(&SubAgent) -> &'a str) -> String {
    let parts = agents.iter().map(|agent| {
        let text = text_of(agent).trim();
        let text = if text.is_empty() { "(no report)" } else { text };
        let end = text.floor_char_boundary(REPORT_BYTES);
        let (shown, cut) = text.split_at(end);
        let more = match cut.len() {
            0 => String::new(),
            bytes => format!("\n\n[agentichat: {bytes} bytes of this report were left out]"),
        };
        match agents.len() {
            1 => format!("{shown}{more}"),
            _ => format!("## Agent {}: {}\n\n{shown}{more}", agent.number, agent.name),
        }
    });
    parts.collect::<Vec<_>>().join("\n\n")
}
