//! Definitions of servers, as files in the wild write them.

use proptest::prelude::*;

use crate::definition::{DefinitionFault, Launch, ServerName, Template, read};

fn names_of(text: &str) -> Vec<String> {
    let servers = read(text).servers.into_iter();
    servers.map(|server| server.name.to_string()).collect()
}

#[test]
fn the_file_that_other_agents_share_is_read_as_it_is() {
    let reading = read(
        r#"{"mcpServers": {
            "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "${HOME}/notes"]},
            "db": {"type": "stdio", "command": "db-server", "env": {"DB_URL": "${DB_URL:-sqlite:x}", "PORT": 5}},
            "web": {"type": "http", "url": "https://mcp.example.org/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}
        }, "other": 1}"#,
    );
    assert_eq!(reading.faults, []);
    let [files, db, web] = reading.servers.as_slice() else {
        panic!("{reading:?}");
    };
    assert_eq!(files.variables(), ["HOME"]);
    assert_eq!(db.variables(), ["DB_URL"]);
    assert_eq!(web.variables(), ["TOKEN"]);
    let Launch::Stdio { environment, .. } = &db.launch else {
        panic!("{db:?}");
    };
    let value = |name: &str| environment[name].resolved(|_| None).unwrap();
    assert_eq!(
        (value("DB_URL"), value("PORT")),
        ("sqlite:x".into(), "5".into())
    );
    assert!(matches!(web.launch, Launch::Http { .. }));
}

#[test]
fn a_faulty_definition_is_left_out_by_its_name_and_the_others_count() {
    let reading = read(
        r#"{"mcpServers": {
            "a__b": {"command": "x"}, "none": {}, "both": {"command": "x", "url": "http://y"},
            "old": {"type": "sse", "url": "http://y"}, "list": {"command": "x", "args": "no list"},
            "good": {"command": "x"}, "text": "x"
        }}"#,
    );
    let name = |name| ServerName::new(name).unwrap();
    assert_eq!(
        reading.faults,
        [
            DefinitionFault::Name("a__b".into()),
            DefinitionFault::NoLaunch(name("none")),
            DefinitionFault::NoLaunch(name("both")),
            DefinitionFault::Transport(name("old"), "sse".into()),
            DefinitionFault::Value(name("list"), "args".into()),
            DefinitionFault::NoLaunch(name("text")),
        ]
    );
    assert_eq!(reading.servers.len(), 1);
}

#[test]
fn no_json_and_no_servers_are_faults_and_more_than_the_limit_is_one() {
    assert!(matches!(read("{").faults[..], [DefinitionFault::NoJson(_)]));
    assert_eq!(read("[]").faults, [DefinitionFault::NoServers]);
    let many: Vec<String> = (0..9)
        .map(|n| format!(r#""s{n}": {{"command": "x"}}"#))
        .collect();
    let text = format!(r#"{{"mcpServers": {{{}}}}}"#, many.join(","));
    assert_eq!(read(&text).faults, [DefinitionFault::TooMany]);
    assert_eq!(names_of(&text).len(), crate::MOST_SERVERS);
}

#[test]
fn a_variable_that_is_not_set_is_named_and_what_is_no_reference_stays() {
    let template = |text: &str| Template::new(text);
    let set = |name: &str| (name == "A").then(|| "1".to_owned());
    assert_eq!(
        template("x${A}y$A${1}${").resolved(set).unwrap(),
        "x1y$A${1}${"
    );
    assert_eq!(template("${B}").resolved(set).unwrap_err().0, "B");
    assert_eq!(template("${B:-}${A:-2}").resolved(set).unwrap(), "1");
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in r#"[\[\]{}:,"a-z$]{0,60}"#) {
        read(&text);
        read(&format!(r#"{{"mcpServers": {text}}}"#));
    }

    #[test]
    fn a_template_without_references_is_its_own_text(text in "[^$]{0,40}") {
        prop_assert_eq!(Template::new(text.clone()).resolved(|_| None).unwrap(), text);
    }
}
