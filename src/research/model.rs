//! A model as a run asks it: questions of a certain shape, within the budget of the run. A reply
//! that is not of that shape is asked for once more, and then it is a failure like any other.

use serde::de::DeserializeOwned;

use super::Means;
use super::hidden::Hidden;
use crate::checkup;
use crate::courier::Call;
use crate::error::{Error, Result};
use crate::llm::budget::Budget;
use crate::llm::chat::{Ask, ChatModel, Message, Role};
use crate::llm::reply_json;
use crate::prompts::Fence;

/// Said when a reply could not be read.
const ONCE_MORE: &str = "That could not be read. Reply again, with the JSON only.";

/// What of an unreadable reply is shown to the model again: enough to see what went wrong.
const SHOWN_AGAIN: usize = 2_000;

/// The models of the settings, for one run.
pub struct Model<'a> {
    means: &'a Means<'a>,
    /// Around everything that the person did not write.
    pub fence: Fence,
    budget: &'a Budget,
    hidden: &'a Hidden,
    quick: ChatModel,
    writer: ChatModel,
}

impl<'a> Model<'a> {
    /// The models that the person chose, or what is missing for them.
    pub fn of(
        means: &'a Means<'a>,
        run: &str,
        (budget, hidden): (&'a Budget, &'a Hidden),
    ) -> Result<Self> {
        let (quick, writer) = (means.settings.chat_model()?, means.settings.report_model()?);
        Ok(Self { means, fence: Fence::new(mark(run)), budget, hidden, quick, writer })
    }

    /// The name of the model that writes.
    pub fn name(&self) -> &str {
        &self.writer.model
    }

    /// Asks the model for cheap steps.
    pub async fn quick<T: DeserializeOwned>(&self, ask: &Ask) -> Result<T> {
        self.asked(&self.quick, ask).await
    }

    /// Asks the model that writes the report.
    pub async fn writer<T: DeserializeOwned>(&self, ask: &Ask) -> Result<T> {
        self.asked(&self.writer, ask).await
    }

    async fn asked<T: DeserializeOwned>(&self, model: &ChatModel, ask: &Ask) -> Result<T> {
        let reply = self.reply(model, ask).await?;
        if let Some(value) = reply_json::read(&reply) {
            return Ok(value);
        }
        let said = reply.chars().take(SHOWN_AGAIN).collect();
        let mut again = ask.clone();
        again.messages.push(Message { role: Role::Assistant, text: said });
        again.messages.push(Message { role: Role::User, text: ONCE_MORE.to_owned() });
        let reply = self.reply(model, &again).await?;
        reply_json::read(&reply).ok_or_else(|| {
            Error::new(
                "unreadable-reply",
                format!("{} did not answer in the form it was asked for", model.model),
            )
            .hint("Try again, or choose a larger model.")
        })
    }

    async fn reply(&self, model: &ChatModel, ask: &Ask) -> Result<String> {
        let Means { desk, settings, prices, .. } = self.means;
        let mut ask = ask.clone();
        for message in &mut ask.messages {
            message.text = self.hidden.without(&message.text);
        }
        let ask = &ask;
        let price = checkup::price(prices, model, ask);
        // Nobody reads JSON while it comes; but a stream keeps a slow reply from timing out.
        let streaming = settings.streaming();
        let call = Call { model, price, budget: self.budget, on_text: &|_| {}, streaming };
        Ok(desk.chat(&call, ask).await?.text)
    }
}

/// A number of the run that nobody outside knows, the same when the run goes on later.
fn mark(run: &str) -> u64 {
    run.bytes().fold(0x9e37_79b9_7f4a_7c15, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
    })
}
