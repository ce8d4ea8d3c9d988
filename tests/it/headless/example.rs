//! The worked example from end to end: read two files, write two files, add, commit, report.

use serde_json::{Value, json};

use crate::support::http::{Request, Script, Server};
use crate::support::program::{API, Place, ProgramOutput, VALIDATORS};
use crate::support::wire::{Step, ollama, openai, show};

const ASKED: &str = "Ajoute une fonction `validate_email` dans `utils/validators.py`, mets à jour la doc API, et commite le tout";

const COMMIT: &str = "git commit -m \"feat(validators): add validate_email function\"";

fn validators() -> String {
    format!(
        "{VALIDATORS}\ndef validate_email(email: str) -> bool:\n    \"\"\"Valide une adresse email.\"\"\"\n    return bool(re.match(r'^[\\w\\.-]+@[\\w\\.-]+\\.\\w+$', email))\n"
    )
}

fn api() -> String {
    format!("{API}\n### validate_email(email: str) -> bool\nValide une adresse email.\n")
}

/// Returns the model's steps.
pub fn steps() -> Vec<Step<'static>> {
    let write = |path: &str, content: String| json!({ "path": path, "content": content, "mode": "overwrite" });
    vec![
        Step::Calls(
            "Je lis les fichiers.",
            vec![
                ("read_file", json!({ "path": "utils/validators.py" })),
                ("read_file", json!({ "path": "docs/api.md" })),
            ],
        ),
        Step::Calls(
            "Je vais ajouter la fonction.",
            vec![
                ("write_file", write("utils/validators.py", validators())),
                ("write_file", write("docs/api.md", api())),
            ],
        ),
        Step::Calls(
            "Je commite.",
            vec![(
                "shell_exec",
                json!({ "command": "git add utils/validators.py docs/api.md" }),
            )],
        ),
        Step::Calls("", vec![("shell_exec", json!({ "command": COMMIT }))]),
        Step::Says("✅ Terminé !"),
    ]
}

/// The flags that allow the run without questions.
pub const LEAVE: [&str; 6] = [
    "--mode",
    "accept-edits",
    "--allow",
    "shell_exec(git add*)",
    "--allow",
    "shell_exec(git commit*)",
];

/// Returns the whole script of an Ollama server.
pub fn ollama_scripts() -> Vec<Script> {
    std::iter::once(show())
        .chain(steps().into_iter().map(ollama))
        .collect()
}

/// Returns the arguments with the instruction at the end.
pub fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut out = more.to_vec();
    out.extend(LEAVE);
    out.push(ASKED);
    out
}

async fn check(place: &Place, said: &ProgramOutput) {
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(
        place.read("utils/validators.py"),
        validators(),
        "{}\n{}",
        said.out,
        said.log
    );
    assert_eq!(place.read("docs/api.md"), api());
    let log = place.git(&["log", "--format=%an %s"]).await;
    assert_eq!(
        log,
        "Ada feat(validators): add validate_email function\nAda begin\n"
    );
    let status = place.git(&["status", "--porcelain"]).await;
    assert_eq!(status, "", "nothing of ours is left in the repository");
}

/// Checks the properties that every chat request must have.
fn check_request(body: &Value, results: usize) {
    let messages = body["messages"].as_array().expect("messages");
    assert_eq!(messages[0]["role"], "system");
    let system = messages[0]["content"].as_str().expect("a system prompt");
    for part in ["read_file", "main", "Git"] {
        assert!(
            system.contains(part),
            "the system prompt tells of {part}: {system}"
        );
    }
    assert_eq!(messages[1]["role"], "user");
    assert_eq!(messages[1]["content"], ASKED);
    let told = messages
        .iter()
        .filter(|message| message["role"] == "tool")
        .count();
    assert_eq!(told, results, "results of tools");
    let names: Vec<&str> = body["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|tool| tool["function"]["name"].as_str())
        .collect();
    for name in [
        "list_files",
        "read_file",
        "write_file",
        "edit_file",
        "shell_exec",
    ] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
}

async fn requests(server: &mut Server, count: usize) -> Vec<Request> {
    let mut out = Vec::new();
    for _ in 0..count {
        out.push(server.request().await);
    }
    out
}

#[tokio::test]
async fn the_worked_example_goes_through_with_ollama() {
    let place = Place::new().await;
    let mut server = Server::start(ollama_scripts()).await;
    let said = place.run_with_ollama(&server.url, &arguments(&[])).await;
    check(&place, &said).await;
    assert!(said.out.ends_with("✅ Terminé !\n"), "{:?}", said.out);
    assert!(said.log.contains("utils/validators.py  +"), "{}", said.log);
    let requests = requests(&mut server, 6).await;
    assert_eq!(requests[0].line, "POST /api/show");
    let mut systems = Vec::new();
    for (index, results) in [0, 2, 4, 5, 6].into_iter().enumerate() {
        let request = &requests[index + 1];
        assert_eq!(request.line, "POST /api/chat");
        let body = request.json();
        check_request(&body, results);
        assert_eq!(body["options"]["num_ctx"], 16_384, "the model's own window");
        systems.push(body["messages"][0]["content"].clone());
    }
    assert!(
        systems.windows(2).all(|pair| pair[0] == pair[1]),
        "one prompt for the run"
    );
    let last = requests[5].json();
    let messages = last["messages"].as_array().expect("messages");
    let results: Vec<&Value> = messages
        .iter()
        .filter(|one| one["role"] == "tool")
        .collect();
    assert_eq!(results[0]["tool_name"], "read_file");
    assert!(
        results[0]["content"]
            .as_str()
            .expect("text")
            .contains("validate_url")
    );
    assert!(results.iter().all(|result| {
        let content = result["content"].as_str().expect("text");
        let content: Value = serde_json::from_str(content).expect("JSON");
        content["success"] == true
    }));
}

#[tokio::test]
async fn the_worked_example_goes_through_with_an_openai_compatible_server() {
    let place = Place::new().await;
    let mut first = 1;
    let models = r#"{"object":"list","data":[{"id":"m","object":"model"}]}"#;
    let mut scripts = vec![Script::json(200, models)];
    for step in steps() {
        let count = match &step {
            Step::Calls(_, calls) => calls.len(),
            Step::Says(_) => 0,
        };
        scripts.push(openai(step, first));
        first += count;
    }
    let mut server = Server::start(scripts).await;
    let address = format!("{}/v1", server.url);
    let flags = [
        "--provider",
        "openai",
        "--base-url",
        &address,
        "--model",
        "m",
        "--json",
    ];
    let said = place
        .run(
            &arguments(&flags),
            &[("OPENAI_API_KEY", "sk-secret-0123456789")],
        )
        .await;
    check(&place, &said).await;
    let ends = said.of_type("tool.call.completed");
    assert_eq!(ends.len(), 6);
    assert!(
        ends.iter()
            .all(|event| event["data"]["result"]["ok"] == true)
    );
    let done = said.of_type("job.completed");
    assert_eq!(done[0]["data"]["result"]["tool_calls"], 6);
    let files = done[0]["data"]["result"]["files_modified"]
        .as_array()
        .expect("files");
    assert_eq!(files.len(), 2);
    assert!(!said.out.contains("sk-secret"), "the key is never shown");
    let mut cursor = 0;
    for event in said
        .events()
        .iter()
        .filter(|event| !event["cursor"].is_null())
    {
        let next = event["cursor"].as_u64().expect("a number");
        assert!(next > cursor, "cursors grow");
        cursor = next;
    }
    let requests = requests(&mut server, 6).await;
    assert_eq!(requests[0].line, "GET /v1/models");
    for (request, results) in requests.iter().skip(1).zip([0, 2, 4, 5, 6]) {
        assert_eq!(request.line, "POST /v1/chat/completions");
        let head = request.head.to_lowercase();
        assert!(head.contains("authorization: bearer sk-secret-0123456789"));
        check_request(&request.json(), results);
    }
    let body = requests[2].json();
    let messages = body["messages"].as_array().expect("messages");
    let ids: Vec<&Value> = messages
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| &message["tool_call_id"])
        .collect();
    assert_eq!(
        ids,
        ["call_001", "call_002"],
        "results go back under the server's ids"
    );
}
