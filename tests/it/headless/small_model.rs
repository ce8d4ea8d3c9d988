//! Edits of one file by a small real model (Qwen2.5-Coder, 1.5 billion parameters), recorded
//! through `ollama` and `openai`, with native tools and in the simplified format: they replay to
//! the same file.

use crate::support::program::Place;

const PROMPT: &str = "Use the tool replace_text on @src/greeting.py:1-2: find \"Hello \" and replace it with \"Good morning, \".";

async fn plays(name: &str) {
    let place = Place::new().await;
    place.write(
        "src/greeting.py",
        "def greet(name):\n    return \"Hello \" + name\n",
    );
    let recorded = format!(
        "{}/tests/fixtures/cassettes/small_model_{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let flags = [
        "--provider",
        "replay",
        "--base-url",
        &recorded,
        "--mode",
        "accept-edits",
        "--json",
        PROMPT,
    ];
    let said = place.run(&flags, &[]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(
        place.read("src/greeting.py"),
        "def greet(name):\n    return \"Good morning, \" + name\n"
    );
    let ended = said.of_type("job.completed");
    let changed = &ended[0]["data"]["result"]["files_modified"];
    assert_eq!(changed[0]["path"], "src/greeting.py");
}

#[tokio::test]
async fn through_ollama_with_native_tools() {
    plays("ollama_native").await;
}

#[tokio::test]
async fn through_ollama_in_the_simplified_format() {
    plays("ollama_simplified").await;
}

#[tokio::test]
async fn through_openai_with_native_tools() {
    plays("openai_native").await;
}

/// The server refuses a request with tools first, and is then asked in the simplified format.
#[tokio::test]
async fn through_openai_in_the_simplified_format_after_the_server_refused_tools() {
    plays("openai_simplified").await;
}
