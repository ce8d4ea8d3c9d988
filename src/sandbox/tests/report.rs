//! Tests of the report of a helper.

use crate::report::{Line, Refused, Step, outcome};

fn line(line: &Line) -> String {
    format!("{}\n", serde_json::to_string(line).unwrap())
}

fn failed() -> Refused {
    Refused {
        step: Step::Mounts,
        errno: 1,
        path: Some("/run".into()),
    }
}

#[test]
fn a_box_is_ready_only_if_its_helper_said_so_last() {
    let (ready, refused) = (line(&Line::Ready), line(&Line::Refused(failed())));
    assert_eq!(outcome(&ready), Ok(()));
    assert_eq!(outcome(&refused), Err(failed()));
    assert_eq!(outcome(&format!("{ready}{refused}")), Err(failed()));
    for text in ["", "ready", "{\"ready\":", "\n"] {
        assert_eq!(outcome(text).unwrap_err().step, Step::Report, "{text}");
    }
}

#[test]
fn a_refusal_names_the_step_the_path_and_the_systems_error() {
    let said = failed().to_string();
    for part in ["mounts", "/run", "Operation not permitted"] {
        assert!(said.contains(part), "{said}");
    }
    let silent = Refused {
        step: Step::Report,
        errno: 0,
        path: None,
    };
    assert!(!silent.to_string().contains("os error"), "{silent}");
}
