//! Calls the models of a run: prompts with a JSON reply, within the budget of the run. If a reply
//! can't be parsed, the model is asked once more before the call fails.

use std::rc::Rc;

use serde::de::DeserializeOwned;

use crate::answers::run::RunContext;
use crate::host::client::ChatCall;
use crate::host::service_check;
use crate::host::session::TextMentions;
use crate::model::llm::{
    Budget, ChatModel, ChatReply, CompletionRequest, Message, Role, reply_json,
};
use crate::model::prompts::{Prompt, PromptFence};
use crate::notes::note::NotePath;
use crate::safety::privacy::{OutgoingText, PublicNotes, Redactor, RestsOn};
use crate::values::{Error, ErrorCode, Result};

/// The message to the model if its reply can't be parsed.
const RETRY_PROMPT: &str = "That could not be read. Reply again, with the JSON only.";

/// A reply that can't be parsed is sent back to the model, so that it sees what was wrong. This is
/// the maximum number of characters that are sent back.
const MAX_ECHOED_REPLY_CHARACTERS: usize = 2_000;

/// Sends the prompts of one run to the two models of the settings: one for quick steps, one for the
/// report.
pub struct RunModel<'a> {
    context: &'a RunContext<'a>,
    /// The researched note; `None` for a question that belongs to no note. The names of private notes
    /// to which it links are hidden in all prompts.
    note: Option<&'a NotePath>,
    own_text: &'a str,
    budget: &'a Budget,
    quick: ChatModel,
    writer: ChatModel,
}

impl<'a> RunModel<'a> {
    /// Prepares calls to the models of the settings; fails if a setting is missing.
    pub fn new(
        context: &'a RunContext<'a>,
        note: Option<&'a NotePath>,
        own_text: &'a str,
        budget: &'a Budget,
    ) -> Result<Self> {
        let (quick, writer) = (context.settings.chat_model()?, context.settings.report_model()?);
        Ok(Self { context, note, own_text, budget, quick, writer })
    }

    /// Returns those of the notes that are still public: some may have become private during the
    /// run.
    pub async fn still_public_notes<'n>(&self, notes: Vec<&'n NotePath>) -> Vec<&'n NotePath> {
        let private = self.context.privacy.private_notes(notes.iter().copied()).await;
        notes.into_iter().filter(|note| !private.contains(note)).collect()
    }

    /// Returns a redactor for a prompt about the researched note that also quotes other notes.
    pub async fn redactor_for_texts(
        &self,
        quoted_notes: &[&NotePath],
        texts: &[&str],
    ) -> Result<Redactor> {
        let quoted: Vec<&NotePath> = quoted_notes.iter().copied().chain(self.note).collect();
        self.context.privacy.build_redactor(&quoted, texts, self.own_text).await
    }

    /// Finds out on which of these notes texts that are sent now may rest.
    pub async fn public_notes(&self, notes: &RestsOn) -> PublicNotes {
        self.context.privacy.public_notes(notes.notes()).await
    }

    /// Finds the notes that texts mention, unless that is known and no file got another name since.
    /// Of the notes to which `linking_text` links, the texts may mention even names of one word.
    pub async fn find_mentions(
        &self,
        known: Option<Rc<TextMentions>>,
        texts: &[&str],
        linking_text: &str,
    ) -> Result<Rc<TextMentions>> {
        let privacy = &self.context.privacy;
        if let Some(mentions) = known
            && privacy.has_names_of(&mentions).await?
        {
            return Ok(mentions);
        }
        Ok(Rc::new(privacy.find_mentions(texts, linking_text).await?))
    }

    /// Like `redactor_for_texts`, for texts whose mentions are known and that rest on public notes. The
    /// notes that they mention are read again, because one of them may have become private.
    pub async fn redactor_for_mentions(
        &self,
        mentions: &TextMentions,
        notes: &PublicNotes,
    ) -> Result<Redactor> {
        let quoted: Vec<&NotePath> = self.note.into_iter().collect();
        let redactor = self.context.privacy.redactor_for_mentions(&quoted, mentions).await?;
        Ok(redactor.with_quoted_notes(notes.existing()))
    }

    /// Today's date, for prompts.
    pub fn today(&self) -> OutgoingText {
        OutgoingText::from_today(self.context.host.now().local_date())
    }

    /// The name of the model for quick steps.
    pub fn quick_model_name(&self) -> &str {
        &self.quick.model_name
    }

    /// The name of the model that writes the report.
    pub fn report_model_name(&self) -> &str {
        &self.writer.model_name
    }

    /// The address of the service that runs the models.
    pub fn service_address(&self) -> String {
        self.writer.endpoint.to_string()
    }

    /// Sends a prompt to the model for quick steps and parses the reply.
    pub async fn ask_quick_model<T: DeserializeOwned>(&self, prompt: &dyn Prompt) -> Result<T> {
        self.ask_model(&self.quick, prompt).await
    }

    /// Sends a prompt to the model that writes the report and parses the reply.
    pub async fn ask_report_model<T: DeserializeOwned>(&self, prompt: &dyn Prompt) -> Result<T> {
        self.ask_model(&self.writer, prompt).await
    }

    /// Sends a prompt to the model for quick steps, once, and parses the reply; `None` if it can't be
    /// parsed.
    pub async fn ask_quick_model_once<T: DeserializeOwned>(
        &self,
        prompt: &dyn Prompt,
    ) -> Result<Option<T>> {
        let request = prompt.completion_request(&self.create_fence());
        Ok(reply_json::extract_as(&self.send_request(&self.quick, &request).await?))
    }

    /// Sends a prompt and parses the reply. If it can't be parsed, the model is asked once more.
    async fn ask_model<T: DeserializeOwned>(
        &self,
        model: &ChatModel,
        prompt: &dyn Prompt,
    ) -> Result<T> {
        let reply =
            self.send_request(model, &prompt.completion_request(&self.create_fence())).await?;
        if let Some(value) = reply_json::extract_as(&reply) {
            return Ok(value);
        }
        // The reply is redacted before it is sent back, because it may mention the name of a
        // private note by chance.
        let echo = self
            .redactor_for_texts(&[], &[&reply])
            .await?
            .redact(&reply)
            .truncated(MAX_ECHOED_REPLY_CHARACTERS);
        let mut again = prompt.completion_request(&self.create_fence());
        again.messages.push(Message::Text { role: Role::Assistant, text: echo });
        again.messages.push(Message::from_user(OutgoingText::from_constant(RETRY_PROMPT)));
        let reply = self.send_request(model, &again).await?;
        reply_json::extract_as(&reply).ok_or_else(|| {
            Error::new(
                ErrorCode::UnreadableReply,
                format!("{} returned a reply Ibid couldn't read", model.model_name),
            )
            .hint("Try again, or choose a larger model.")
        })
    }

    /// Creates the delimiters that enclose quoted text in a prompt. They are random, so that quoted
    /// text can't imitate them.
    pub fn create_fence(&self) -> PromptFence {
        PromptFence::new(self.context.host.random())
    }

    async fn send_request(&self, model: &ChatModel, request: &CompletionRequest) -> Result<String> {
        let call = self.chat_call(model, request);
        Ok(self.context.client.chat(&call, request).await?.text)
    }

    /// Sends a conversation in which the report model may call tools. `step_key` identifies the
    /// request in the log of the run.
    pub async fn choose_step(
        &self,
        step_key: String,
        request: &CompletionRequest,
    ) -> Result<ChatReply> {
        let call = self.chat_call(&self.writer, request);
        self.context.client.chat_with_key(step_key, &call, request).await
    }

    /// Like `choose_step`, and calls `on_text` with the text of the reply as it arrives.
    pub async fn reply_in_conversation(
        &self,
        step_key: String,
        request: &CompletionRequest,
        on_text: &dyn Fn(&str),
    ) -> Result<ChatReply> {
        let call = ChatCall { on_text, ..self.chat_call(&self.writer, request) };
        self.context.client.chat_with_key(step_key, &call, request).await
    }

    fn chat_call<'c>(&'c self, model: &'c ChatModel, request: &CompletionRequest) -> ChatCall<'c> {
        let RunContext { settings, prices, .. } = self.context;
        let price = service_check::request_price(prices, model, request);
        // The user doesn't see the JSON, but streaming keeps a slow reply from timing out.
        let streaming = settings.streaming();
        ChatCall { model, price, budget: self.budget, on_text: &|_| {}, streaming }
    }
}
