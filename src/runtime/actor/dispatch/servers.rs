//! MCP servers: the user's orders about them, and their questions to the user.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Dispatch;
use crate::actor::worker_message::Inbox;
use engine::Outcome;
use mcp::{ServerReports, ServerService};
use notice::notice;
use protocol::ids::SessionId;
use protocol::mcp::ServerOrder;
use protocol::server_question::{AnswerToServer, ServerQuestion};
use tokio::sync::oneshot;

/// The questions of servers that wait for the engine's answer, by their numbers.
#[derive(Clone, Default)]
pub(super) struct ServerQuestions(Arc<Mutex<BTreeMap<u64, oneshot::Sender<AnswerToServer>>>>);

impl ServerQuestions {
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<u64, oneshot::Sender<AnswerToServer>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, number: u64) -> oneshot::Receiver<AnswerToServer> {
        let (sender, answer) = oneshot::channel();
        self.waiting().insert(number, sender);
        answer
    }

    pub(super) fn answer(&self, number: u64, answer: AnswerToServer) {
        if let Some(waiting) = self.waiting().remove(&number) {
            // A server that does not wait any more needs no answer.
            waiting.send(answer).ok();
        }
    }
}

impl Dispatch {
    /// Reads the definitions, and starts the servers whose tools are not known, in the background.
    pub(in crate::actor) fn begin_servers(&self, mut reports: ServerReports) {
        let Some(servers) = self.servers.clone() else {
            return;
        };
        let (questions, inbox, asked_of) = (
            self.server_questions.clone(),
            self.inbox.clone(),
            servers.clone(),
        );
        tokio::spawn(async move {
            let mut number = 0;
            while let Some(asked) = reports.question().await {
                number += 1;
                let answer = questions.add(number);
                let question = question(number, &asked, &asked_of);
                tokio::spawn(ask(asked, question, answer, inbox.clone()));
            }
        });
        tokio::spawn(async move {
            servers.refresh().await;
        });
    }

    pub(super) fn order_server(&self, session: SessionId, order: ServerOrder) {
        let servers = self.servers.clone();
        self.in_background(async move {
            let result = match servers {
                Some(servers) => servers.order(order).await,
                None => Err(notice!("mcp-none-here")),
            };
            Outcome::ServerOrdered { session, result }
        });
    }
}

fn question(number: u64, asked: &mcp::ServerQuestion, servers: &ServerService) -> ServerQuestion {
    ServerQuestion {
        number,
        server: asked.server.as_str().to_owned(),
        tools: servers.servers().tool_names(&asked.server),
        steps: asked.asked.steps(asked.server.as_str()),
        wants_secret: asked.asked.wants_secret(),
    }
}

/// Hands a question to the engine, and its answer to the server; tells the engine if the server does not wait
/// for it.
async fn ask(
    mut asked: mcp::ServerQuestion,
    question: ServerQuestion,
    answer: oneshot::Receiver<AnswerToServer>,
    inbox: Inbox,
) {
    let number = question.number;
    let question = Box::new(question);
    inbox.report(Outcome::ServerAsked { question }).await;
    tokio::select! {
        answer = answer => {
            let answer = answer.unwrap_or(AnswerToServer::Cancelled);
            asked.answer.send(asked.asked.answer(&answer)).ok();
        }
        () = asked.answer.closed() => {
            inbox.report(Outcome::ServerQuestionWithdrawn { number }).await;
        }
    }
}
