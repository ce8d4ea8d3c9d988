//! The probe of a model: three short requests that determine whether it calls a tool, whether it
//! makes two calls in one answer, and whether it repeats a call whose result it has. Works on every
//! provider, runs no tool and sends nothing of a workspace. Dropping the future closes the
//! connection. The caller stores the result.

mod answer;
mod request;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use self::answer::Answer;
use self::request::Requests;
use super::{Provider, StepRequest};
use notice::notice;
use protocol::catalogue::{CallForm, ModelProbe};
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, ToolFormat};
use protocol::usage::Usage;

/// Default time limit of each request: small models on a slow machine take long.
pub const USUAL_LIMIT: Duration = Duration::from_secs(60);

/// Maximum tokens of an answer: two calls and a few words, because a small model may not
/// stop by itself.
const MOST_OUTPUT: u64 = 512;

/// The limit for a reasoning model, which reasons before it calls.
const MOST_OF_REASONING: u64 = 2_048;

/// Budget for the requests of a probe.
pub trait ProbeBudget: Send + Sync {
    /// Approves a request with a prompt of about this many tokens; returns the maximum number of
    /// tokens of its answer, `None` if unlimited.
    fn allow(&self, prompt: u64) -> BoxFuture<'_, Result<Option<u64>, ProviderError>>;

    /// Records the usage of a request.
    fn pay(&self, usage: Usage) -> BoxFuture<'_, ()>;
}

/// Probes a model; each of the requests may take as long as `limit`.
///
/// # Errors
/// If the model cannot be asked, or its first answer is truncated before it shows whether the model
/// makes calls. A later request that fails leaves its question open, and the result says so.
pub async fn probe(
    provider: &Provider,
    model: &str,
    limit: Duration,
    purse: &dyn ProbeBudget,
) -> Result<ModelProbe, ProviderError> {
    if let Some(error) = provider.unavailable_reason() {
        return Err(error);
    }
    if provider.agent_tools.is_some() {
        return Err(has_own_tools(&provider.info.name));
    }
    let begun = Instant::now();
    let mut probing = Probing {
        provider,
        requests: Requests::of(&provider.info.name, model),
        most_output: MOST_OUTPUT,
        limit,
        purse,
    };
    let mut found = probing.all().await?;
    found.elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(found)
}

fn has_own_tools(provider: &str) -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::Unsupported,
        notice!("told-probe-own-tools", word = provider),
    )
    .with_hint(notice!("told-probe-other"))
}

struct Probing<'a> {
    provider: &'a Provider,
    requests: Requests,
    most_output: u64,
    limit: Duration,
    purse: &'a dyn ProbeBudget,
}

impl Probing<'_> {
    async fn all(&mut self) -> Result<ModelProbe, ProviderError> {
        self.look_up_format().await?;
        let one = self.first().await?;
        let two = self.ask(self.requests.for_two()).await;
        let own = one.calls.first();
        let again = self.ask(self.requests.for_repeat(&one, own)).await;
        let given = self.requests.given_call(own);
        let answers = [Some(&one), two.as_ref().ok(), again.as_ref().ok()];
        let calls = form(answers.into_iter().flatten());
        if calls == CallForm::None && was_cut(&one) {
            return Err(self.too_long());
        }
        let problems = [two.as_ref().err(), again.as_ref().err()];
        let problem = problems.into_iter().flatten().next();
        Ok(ModelProbe {
            calls,
            calls_twice: two.as_ref().ok().and_then(calls_twice),
            repeats_itself: again.as_ref().ok().map(|answer| answer.makes_again(&given)),
            problem: problem.map(|error| error.message.clone()),
            probed_at: Timestamp::now(),
            elapsed_ms: 0,
        })
    }

    /// Looks up the model's tool format and context window.
    async fn look_up_format(&mut self) -> Result<(), ProviderError> {
        let model = self.requests.model().to_owned();
        let asked = self.provider.capabilities(&model);
        let told = tokio::time::timeout(self.limit, asked).await;
        let capabilities = told.map_err(|_| self.too_slow())??;
        self.requests.format = capabilities.tools;
        self.requests.bound_context(capabilities.context_length);
        if capabilities.reasoning {
            self.most_output = MOST_OF_REASONING;
        }
        Ok(())
    }

    /// Sends the first request. If the model turns out to accept no native tools, the tools are
    /// described in the prompt instead, as in a session.
    async fn first(&mut self) -> Result<Answer, ProviderError> {
        match self.ask(self.requests.for_one()).await {
            Err(error)
                if error.kind == ProviderErrorKind::Unsupported
                    && self.requests.format == ToolFormat::Native =>
            {
                self.requests.format = ToolFormat::Simplified;
                self.ask(self.requests.for_one()).await
            }
            answered => answered,
        }
    }

    async fn ask(&self, mut request: StepRequest) -> Result<Answer, ProviderError> {
        let prompt = request::estimate(&request);
        let most = self.purse.allow(prompt).await?;
        let most = most.map_or(self.most_output, |most| most.min(self.most_output));
        request.max_output_tokens = Some(most);
        let tools = request.tools.clone();
        let read = answer::read(self.provider.stream(request), &tools);
        let read = tokio::time::timeout(self.limit, read).await;
        let answer = read.map_err(|_| self.too_slow())??;
        self.purse.pay(answer.usage_or(prompt)).await;
        Ok(answer)
    }

    fn too_long(&self) -> ProviderError {
        ProviderError::new(
            ProviderErrorKind::TooLong,
            notice!("told-probe-cut", number = self.most_output),
        )
        .with_hint(notice!("told-probe-talks"))
    }

    fn too_slow(&self) -> ProviderError {
        ProviderError::new(
            ProviderErrorKind::Timeout,
            notice!("told-probe-slow", number = self.limit.as_secs()),
        )
        .with_hint(notice!("told-probe-longer"))
    }
}

/// Returns the form of the calls in these answers. If any answer has its calls as text, the model
/// counts as one that sends them as text.
fn form<'a>(answers: impl Iterator<Item = &'a Answer>) -> CallForm {
    let forms: Vec<CallForm> = answers
        .flat_map(|answer| answer.calls.iter().map(|call| call.form))
        .collect();
    match (forms.contains(&CallForm::Text), forms.is_empty()) {
        (true, _) => CallForm::Text,
        (false, false) => CallForm::Native,
        (false, true) => CallForm::None,
    }
}

/// Whether an answer has two different calls; `None` if it was truncated too early to tell.
fn calls_twice(answer: &Answer) -> Option<bool> {
    let first = answer.calls.first();
    if answer
        .calls
        .iter()
        .any(|call| first.is_some_and(|first| !first.is_same(call)))
    {
        return Some(true);
    }
    (answer.stop != Some(StopReason::Length)).then_some(false)
}

/// Whether an answer was truncated before a call.
fn was_cut(answer: &Answer) -> bool {
    answer.stop == Some(StopReason::Length) && answer.calls.is_empty()
}
