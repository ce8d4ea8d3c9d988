//! The models that single providers offer, for the choice of a default model: queried in the
//! background with unsaved settings; models from an earlier answer are shown at once.

use super::page::{List, QueryState};
use super::{JobPurpose, PageDialog, Settings, Trial, draft};
use crate::part::PaneEffect;
use notice::Notice;
use protocol::catalogue::{BackgroundJob, KeyChange, ModelListing, ProviderChange, Setting};

impl Settings {
    /// Returns a provider's change and key, including values entered in a wizard.
    pub(super) fn with_unsaved_changes(
        &self,
        name: &str,
        trial: Trial,
    ) -> Option<(ProviderChange, Option<KeyChange>)> {
        let provider = self.shown.provider(name)?;
        let change = self.shown.by_names(&provider.change);
        let change = ProviderChange {
            enabled: None,
            base_url: trial.address.or(change.base_url),
            ..change
        };
        Some((change, trial.key.or_else(|| provider.key.clone())))
    }

    /// Queries a provider for its models, with unsaved settings applied; cancels
    /// the previous query.
    pub(super) fn list(&mut self, name: &str, trial: Trial) -> Vec<PaneEffect> {
        let Some((change, key)) = self.with_unsaved_changes(name, trial) else {
            return Vec::new();
        };
        let is_elsewhere = match &change.base_url {
            Some(Setting::To(_)) => true,
            Some(Setting::Default) => false,
            None => self
                .shown
                .provider(name)
                .is_some_and(|one| !draft::is_unset(&one.read.view.base_url_from)),
        };
        let mut effects = self.give_up(&JobPurpose::List(name.to_owned()));
        let list = self.lists.entry(name.to_owned()).or_default();
        list.state = QueryState::Asking;
        list.is_elsewhere = is_elsewhere;
        let errand = BackgroundJob::List {
            provider: name.to_owned(),
            change: ProviderChange {
                base_url: change.base_url,
                ..ProviderChange::default()
            },
            key,
        };
        effects.push(self.job(JobPurpose::List(name.to_owned()), errand));
        self.refill();
        effects
    }

    /// Takes a provider's list of models, or the reason why there is none.
    pub(super) fn listed(
        &mut self,
        name: &str,
        result: Result<ModelListing, Notice>,
        is_last: bool,
    ) {
        let list = self.lists.entry(name.to_owned()).or_default();
        if is_last {
            list.state = QueryState::Answered;
        }
        match result {
            Ok(listed) => {
                *list = List {
                    state: list.state,
                    models: listed.models,
                    told_at: listed.told_at,
                    problem: None,
                    is_elsewhere: list.is_elsewhere,
                };
            }
            Err(why) => list.problem = Some(why),
        }
        self.refill();
    }

    /// Rebuilds the rows of the open chooser.
    fn refill(&mut self) {
        let Some(mut over) = self.over.take() else {
            return;
        };
        self.with_page(|_, cx| match &mut over {
            PageDialog::Choose(chooser) => chooser.refill(cx),
            PageDialog::Setup(setup) => setup.refill(cx),
            _ => {}
        });
        self.over = Some(over);
    }
}
