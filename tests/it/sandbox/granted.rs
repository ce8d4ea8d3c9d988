//! The network as a grant, through the real binary: a listener of the machine is reached where the user
//! granted it, and nowhere else. No address outside the machine answers anything here.

use std::net::{Ipv4Addr, TcpListener};

use sandbox::plan::Rung;
use serde_json::json;

use super::ground;
use super::world::place::{WorldPlace, script};
use crate::plain::{ASKED, start_plain};
use crate::support::program::Place;

struct Server(TcpListener);

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        Self(listener)
    }

    /// Returns a line that connects, and fails as programs do where there is no network: a box has a
    /// loopback of its own, on which the port is merely refused.
    fn line(&self) -> String {
        let port = self.0.local_addr().expect("an address").port();
        format!(
            "bash -c '(exec 3<>/dev/tcp/127.0.0.1/{port}) && echo reached || \
             {{ (exec 3<>/dev/tcp/192.0.2.1/9); exit 1; }}'"
        )
    }

    /// Returns the number of connections since the last look.
    fn connections(&self) -> usize {
        std::iter::from_fn(|| self.0.accept().ok()).count()
    }
}

/// The rungs in which a command may have no network, as the setting names them.
fn boxes() -> impl Iterator<Item = Rung> {
    super::BOXES.into_iter().filter(|rung| ground::has(*rung))
}

#[test]
fn a_run_reaches_the_network_only_with_the_flag_for_it() {
    for rung in boxes() {
        let server = Server::new();
        for (words, is_granted) in [(&[][..], false), (&["--allow-network"][..], true)] {
            let place = WorldPlace::new(&[("a", "a\n")]);
            place.configure(&format!("sandbox: {}\n", rung.word()));
            let outcomes = place.run_with(words, &[script(&server.line())]);
            let outcome = &outcomes[0];
            assert_eq!(
                outcome.output.contains("reached"),
                is_granted,
                "{rung:?}: {outcome:?}"
            );
            assert_eq!(server.connections(), usize::from(is_granted), "{rung:?}");
            let is_told = outcome.told.contains("needs_network");
            assert_eq!(is_told, !is_granted, "{rung:?}: {outcome:?}");
        }
    }
}

#[tokio::test]
async fn a_command_that_failed_without_the_network_runs_again_with_it_after_a_yes() {
    for rung in boxes() {
        for (answer, reached) in [("1", 1), ("2", 0)] {
            let server = Server::new();
            let place = Place::new().await;
            place.config(&format!("sandbox: {}\n", rung.word()));
            place.write("connect.sh", &server.line());
            let call = json!({"command": "bash connect.sh"});
            let steps = [("I try.", Some(("shell_exec", call))), ("So it is.", None)];
            let mut session = start_plain(&place, "review", &steps);
            session.until("Session ").await;
            session.send("Connect").await;
            session.until(ASKED).await;
            assert_eq!(server.connections(), 0, "{rung:?}");
            session.send("1").await;
            // The second question, after the first run.
            session.until("network").await;
            session.until(ASKED).await;
            assert_eq!(server.connections(), 0, "{rung:?}");
            session.send(answer).await;
            session.until("So it is.").await;
            session.end().await;
            assert_eq!(server.connections(), reached, "{rung:?}: {answer}");
        }
    }
}
