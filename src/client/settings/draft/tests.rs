//! Tests of unsaved changes and of what is saved of them.

use super::*;
use notice::notice;
use protocol::catalogue::{Price, ProviderNeeds, ProviderView};

fn view() -> SettingsView {
    let model = ModelRecord {
        id: "m1".into(),
        provider: "openai".into(),
        name: "gpt".into(),
        api_name: "gpt".into(),
        is_builtin: false,
        context_window: 8_192,
        max_output_tokens: 1_024,
        temperature_default: 0.7,
        price: Price::default(),
        vision: None,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
    };
    let provider = SettingsProvider {
        view: ProviderView {
            provider: "openai".into(),
            enabled: true,
            default_model_id: Some("m1".into()),
            default_model_from: notice!("origin-settings"),
            base_url: None,
            base_url_from: notice!("origin-default"),
            api_key_configured: false,
            api_key_from: None,
            api_key_variable: "OPENAI_API_KEY".into(),
            api_key_needed: true,
            api_key_problem: None,
            updated_at: None,
        },
        needs: ProviderNeeds::default(),
        fetches_models: false,
        is_made_from_settings: true,
    };
    SettingsView {
        providers: vec![provider],
        models: vec![model],
        ..SettingsView::default()
    }
}

fn draft(edits: Vec<Edit>) -> Draft {
    let mut draft = Draft::default();
    draft.add(edits);
    draft
}

#[test]
fn a_change_back_to_what_is_saved_is_no_change() {
    let mut draft = draft(vec![Edit::Enabled("openai".into(), false)]);
    assert_eq!(draft.over(&view()).unsaved(), 1);
    draft.add(vec![Edit::Enabled("openai".into(), true)]);
    assert_eq!(draft.over(&view()).unsaved(), 0);
    assert!(draft.undo());
    assert_eq!(draft.over(&view()).unsaved(), 1);
}

#[test]
fn a_removed_model_is_no_default_any_more() {
    let shown = draft(vec![Edit::Remove("m1".into())]).over(&view());
    let save = shown.save(&view());
    assert_eq!(save.removed.len(), 1);
    let change = &save.providers[0].change;
    assert_eq!(change.default_model, Some(Setting::Default));
}

#[test]
fn a_key_to_remove_where_none_is_kept_is_no_change() {
    let edit = Edit::Key("openai".into(), KeyChange::Remove);
    assert_eq!(draft(vec![edit]).over(&view()).unsaved(), 0);
}

/// Appends a word.
#[derive(Debug, Clone, PartialEq)]
struct Append(&'static str);

impl FileEdit for Append {
    fn apply(&self, text: &str) -> Option<String> {
        (!text.contains(self.0)).then(|| format!("{text}{}", self.0))
    }
}

#[test]
fn an_edit_of_the_file_that_applies_no_more_is_left_out() {
    let mut view = view();
    view.keymap.text = Some("a".into());
    let mut draft = Draft::default();
    draft.add(vec![Edit::Keys(Append("a"))]);
    draft.add(vec![Edit::Keys(Append("b"))]);
    let keymap = draft.over(&view).keymap;
    assert_eq!((keymap.text.as_str(), keymap.changes), ("ab", 1));
    let save = draft.over(&view).save(&view).keymap.expect("a file");
    assert_eq!(save.seen.as_deref(), Some("a"));
}
