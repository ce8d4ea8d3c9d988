//! Models that are known to write calls as text despite native tools, from the table in
//! `assets/models.toml`. An answer that looks like a call is no evidence for it.

use std::sync::OnceLock;

use serde::Deserialize;

use super::form::{Form, Forms};
use protocol::stream::own_name;

const TABLE: &str = include_str!("../../../assets/models.toml");

#[derive(Deserialize)]
struct Table {
    text_calls: Vec<Row>,
}

/// A row of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    models: Vec<String>,
    forms: Vec<Form>,
}

/// Returns the forms in which a model is known to write calls; empty if none are known.
pub(super) fn forms_of(model: &str) -> Forms {
    let own = own_name(model);
    let rows = rows().iter();
    // The longest matching name is the most specific: `qwen2.5-coder` before `qwen2.5`.
    let nearest = rows
        .flat_map(|row| row.models.iter().map(move |family| (family, row)))
        .filter(|(family, _)| own.starts_with(family.as_str()))
        .max_by_key(|(family, _)| family.len());
    nearest.map_or_else(Forms::default, |(_, row)| {
        row.forms.iter().copied().collect()
    })
}

/// Whether a model's name starts with one that the user has declared.
pub fn is_declared(model: &str, declared: &[String]) -> bool {
    let own = own_name(model);
    let mut declared = declared.iter().map(|name| own_name(name));
    declared.any(|name| !name.is_empty() && own.starts_with(&name))
}

fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| match toml::from_str::<Table>(TABLE) {
        Ok(table) => table.text_calls,
        Err(error) => {
            tracing::error!(%error, "the table of models is broken");
            Vec::new()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_by_its_name_wherever_it_lies() {
        for model in [
            "qwen2.5-coder:1.5b",
            "qwen2.5-coder:1.5b-strict",
            "Qwen/Qwen2.5-Coder-7B-Instruct",
            "hf.co/bartowski/Qwen2.5-Coder-7B-Instruct-GGUF:Q4_K_M",
        ] {
            let forms = forms_of(model);
            assert!(forms.contains(Form::Json), "{model}");
            assert!(forms.contains(Form::Tagged), "{model}");
        }
    }

    #[test]
    fn a_user_declares_a_model_by_the_beginning_of_its_name() {
        let declared = ["Acme/Tiny-Coder".to_owned(), String::new()];
        for (model, is) in [
            ("tiny-coder:3b", true),
            ("hub/tiny-coder-v2", true),
            ("my-tiny-coder", false),
            ("gpt-5", false),
        ] {
            assert_eq!(is_declared(model, &declared), is, "{model}");
        }
    }

    #[test]
    fn a_model_that_nobody_declared_is_not_known_to_send_calls_as_text() {
        for model in [
            "gpt-5",
            "claude-sonnet-4-5",
            "some-model",
            "",
            "/",
            "my-qwen2.5-coder",
        ] {
            assert!(forms_of(model).is_empty(), "{model}");
        }
    }
}
