//! Messages for a user without a usable model: where the program searched, the results, and the next
//! step.

use std::fmt::Write;

use l10n::{said, say};
use notice::notice;
use protocol::catalogue::ModelSearch;
use protocol::stream::ProviderError;
use tui::dialog::start_screen::key_words;

/// Returns the welcome for a user without a model, as Markdown, for front ends without a screen.
pub fn onboarding(search: &ModelSearch) -> String {
    let mut text = String::from(say!("onboarding-welcome"));
    // Writing to a String never fails.
    for found in &search.said {
        writeln!(text, "- {}", said(found)).ok();
    }
    for known in keys(search) {
        writeln!(text, "- {known}").ok();
    }
    text.push_str(say!("onboarding-next"));
    text
}

/// Returns the shorter message for a session that has already shown the welcome in lines.
pub fn still_without_model(error: &ProviderError) -> String {
    said(&notice!("told-none-usable", why = error.message))
}

/// Lists which of the key variables are set, and which are not.
fn keys(search: &ModelSearch) -> Vec<String> {
    let named = |is_set: bool| {
        let keys = search.keys.iter().filter(move |key| key.is_set == is_set);
        let keys = keys.map(|key| format!("`{}`", key_words(key)));
        keys.collect::<Vec<_>>().join(", ")
    };
    let (found, missing) = (named(true), named(false));
    let found = (!found.is_empty()).then(|| say!("onboarding-set", keys = found));
    let missing = (!missing.is_empty()).then(|| say!("onboarding-not-set", keys = missing));
    found.into_iter().chain(missing).collect()
}
