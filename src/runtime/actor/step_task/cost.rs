//! Cost of a request: checks budgets before it is made, applies prices and updates the
//! day's spending afterwards.

use super::StepTask;
use crate::actor::request::BuiltRequest;
use engine::StepAnswer;
use engine::budget::{self, Planned, Sums};
use notice::Notice;
use protocol::catalogue::{Payment, Price};
use protocol::stream::ProviderError;

/// The billing of a request.
#[derive(Default)]
pub(super) struct StepBilling {
    price: Price,
    /// A notice to the user about the price.
    pub(super) notice: Option<Notice>,
}

impl StepTask {
    /// Checks the request against the budgets: refuses one that would exceed them, and limits the
    /// length of the answer.
    pub(super) async fn allow(
        &self,
        built: &mut BuiltRequest,
    ) -> Result<StepBilling, ProviderError> {
        if !self.provider.info.is_billable {
            return Ok(StepBilling::default());
        }
        let parts = &self.parts;
        let price = self.price();
        let budgets = &parts.settings.budgets;
        let sums = Sums {
            session: self.spent,
            day: parts.catalogue.today().await.unwrap_or_default(),
        };
        let planned = Planned {
            question: built.estimate,
            price,
            tells_cost: self.provider.info.tells_cost,
        };
        let most = budget::allow(budgets, &sums, Some(planned))?;
        let asked = built.request.max_output_tokens;
        built.request.max_output_tokens = most.into_iter().chain(asked).min();
        let model = format!("{}/{}", parts.session.provider, parts.session.model);
        // Once per session is enough.
        let notice = budget::unpriced(budgets, &price, &model)
            .filter(|_| parts.number == 1 && !self.provider.info.tells_cost);
        Ok(StepBilling { price, notice })
    }

    fn price(&self) -> Price {
        let kept = self.parts.record().map(|kept| kept.price);
        Price::of_model(kept, self.provider.info.is_local)
    }

    /// Sets the price of the answer and records the payment.
    pub(super) async fn pay(&self, answer: &mut StepAnswer, paying: &StepBilling) {
        let usage = &mut answer.usage;
        paying.price.charge(usage);
        if !self.provider.info.is_billable {
            return;
        }
        let catalogue = &self.parts.catalogue;
        // A cached answer was paid for earlier.
        if usage.saved_tokens > 0 {
            answer.today = catalogue.today().await;
            return;
        }
        let payment = Payment {
            day: jiff::Zoned::now().date(),
            provider: self.parts.session.provider.clone(),
            model: self.parts.session.model.clone(),
            usage: usage.clone(),
        };
        catalogue.pay(payment).await;
        answer.today = catalogue.today().await;
    }
}
