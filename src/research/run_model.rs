//! A model as a run asks it: questions of a certain shape, within the budget of the run. A reply
//! that is not of that shape is asked for once more, and then it is a failure like any other.

use serde::de::DeserializeOwned;

use crate::checkup;
use crate::client::ChatCall;
use crate::error::{Error, ErrorCode, Result};
use crate::llm::budget::Budget;
use crate::llm::chat::{Ask, ChatModel, Message, Role};
use crate::llm::reply_json;
use crate::note::NotePath;
use crate::privacy::{OutgoingText, Redactor};
use crate::prompts::{Fence, Prompt};
use crate::research::context::RunContext;

/// Said when a reply could not be read.
const ONCE_MORE: &str = "That could not be read. Reply again, with the JSON only.";

/// What of an unreadable reply is shown to the model again: enough to see what went wrong.
const SHOWN_AGAIN: usize = 2_000;

/// The models of the settings, for one run.
pub struct RunModel<'a> {
    context: &'a RunContext<'a>,
    /// The note that is researched, and what it says: names to which it links are hidden in all
    /// questions.
    note: &'a NotePath,
    own: &'a str,
    budget: &'a Budget,
    quick: ChatModel,
    writer: ChatModel,
}

impl<'a> RunModel<'a> {
    /// The models that the person chose, or what is missing for them.
    pub fn of(
        context: &'a RunContext<'a>,
        (note, own): (&'a NotePath, &'a str),
        budget: &'a Budget,
    ) -> Result<Self> {
        let (quick, writer) = (context.settings.chat_model()?, context.settings.report_model()?);
        Ok(Self { context, note, own, budget, quick, writer })
    }

    /// The notes of some that may still be quoted.
    pub async fn public_of<'n>(&self, notes: Vec<&'n NotePath>) -> Vec<&'n NotePath> {
        let private = self.context.privacy.private_of(notes.iter().copied()).await;
        notes.into_iter().filter(|note| !private.contains(note)).collect()
    }

    /// A redactor for what a question says of the note, and of others that it quotes.
    pub async fn redactor(&self, quoted: &[&NotePath], texts: &[&str]) -> Result<Redactor> {
        let quoted: Vec<&NotePath> = quoted.iter().copied().chain([self.note]).collect();
        self.context.privacy.redactor(&quoted, texts, self.own).await
    }

    /// The name of the model that writes.
    pub fn name(&self) -> &str {
        &self.writer.model
    }

    /// Asks the model for cheap steps.
    pub async fn quick<T: DeserializeOwned>(&self, prompt: &dyn Prompt) -> Result<T> {
        self.asked(&self.quick, prompt).await
    }

    /// Asks the model that writes the report.
    pub async fn writer<T: DeserializeOwned>(&self, prompt: &dyn Prompt) -> Result<T> {
        self.asked(&self.writer, prompt).await
    }

    async fn asked<T: DeserializeOwned>(
        &self,
        model: &ChatModel,
        prompt: &dyn Prompt,
    ) -> Result<T> {
        let reply = self.reply(model, &prompt.ask(&self.fence())).await?;
        if let Some(value) = reply_json::read(&reply) {
            return Ok(value);
        }
        // A model may name by chance what it was not told.
        let said = self.redactor(&[], &[&reply]).await?.text(&reply).first(SHOWN_AGAIN);
        let mut again = prompt.ask(&self.fence());
        again.messages.push(Message { role: Role::Assistant, text: said });
        again.messages.push(Message { role: Role::User, text: OutgoingText::fixed(ONCE_MORE) });
        let reply = self.reply(model, &again).await?;
        reply_json::read(&reply).ok_or_else(|| {
            Error::new(
                ErrorCode::UnreadableReply,
                format!("{} returned a reply Ibid couldn't read", model.model),
            )
            .hint("Try again, or choose a larger model.")
        })
    }

    /// A fence for one request: nobody who read an earlier one knows its mark.
    fn fence(&self) -> Fence {
        Fence::new(self.context.client.host.random())
    }

    async fn reply(&self, model: &ChatModel, ask: &Ask) -> Result<String> {
        let RunContext { client, settings, prices, .. } = self.context;
        let price = checkup::price(prices, model, ask);
        // Nobody reads JSON while it comes; but a stream keeps a slow reply from timing out.
        let streaming = settings.streaming();
        let call = ChatCall { model, price, budget: self.budget, on_text: &|_| {}, streaming };
        Ok(client.chat(&call, ask).await?.text)
    }
}
