//! A network that is limited to hosts, through the real binary: the command reaches them over the
//! proxy of its box, and nothing else.

use std::io::{Read, Write};
use std::net::TcpListener;

use sandbox::plan::Rung;

use super::ground;
use super::world::place::{Outcome, WorldPlace, script};

/// Starts a server on this machine that answers each connection with a line.
fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("a port").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            // The client may be gone already.
            stream.write_all(b"reached\n").ok();
            stream.read_to_end(&mut Vec::new()).ok();
        }
    });
    port
}

/// Returns a command that asks the proxy of its box for a tunnel to a server, and prints what the
/// proxy says and then the server's line.
fn tunnel_to(server: &str) -> String {
    format!(
        "exec 3<>/dev/tcp/127.0.0.1/${{https_proxy##*:}} || exit 1; \
         printf 'CONNECT {server} HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n' >&3; \
         read -r said <&3; echo \"$said\"; \
         case $said in *200*) while read -r line <&3; do echo \"$line\"; \
         [ \"$line\" = reached ] && exit 0; done;; esac; exit 1"
    )
}

fn run(rules: &[&str], line: &str) -> Outcome {
    let place = WorldPlace::new(&[]);
    // Only bash opens connections.
    let in_bash = format!("bash <<'END'\n{line}\nEND");
    let rules: Vec<&str> = rules.iter().flat_map(|rule| ["--allow", rule]).collect();
    let mut outcomes = place.run_with(&rules, &[script(&in_bash)]);
    outcomes.pop().expect("an outcome")
}

#[test]
fn a_host_that_a_rule_grants_is_reached_over_the_proxy_of_the_box_only() {
    if !ground::has(Rung::Namespaces) {
        return;
    }
    let port = server();
    let rule = ["network(127.0.0.1)"];
    let there = run(&rule, &tunnel_to(&format!("127.0.0.1:{port}")));
    assert!(there.output.contains("200"), "{there:?}");
    assert!(there.output.ends_with("reached\n"), "{there:?}");
    assert!(
        there.told.contains(r#""network":["127.0.0.1"]"#),
        "{there:?}"
    );
    let direct = run(&rule, &format!("exec 3<>/dev/tcp/127.0.0.1/{port}"));
    assert!(direct.told.contains("refused"), "{direct:?}");
    let none = run(&[], &tunnel_to(&format!("127.0.0.1:{port}")));
    assert!(!none.output.contains("reached"), "{none:?}");
}

#[test]
fn a_host_that_is_not_granted_is_refused_named_and_can_be_asked_for() {
    if !ground::has(Rung::Namespaces) {
        return;
    }
    let there = run(&["network(a.example)"], &tunnel_to("other.example:443"));
    assert!(there.output.contains("403"), "{there:?}");
    assert!(
        there.told.contains(r#""needs_network":["other.example"]"#),
        "{there:?}"
    );
    assert!(
        there
            .told
            .contains("the box refused other.example; it reaches only a.example"),
        "{there:?}"
    );
}
