//! Where a run asks: searches, pages and models, each question once. What the notebook holds is
//! not asked again, and what a model was paid for is not paid again.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::client::{ChatCall, Client, WebSearchResult};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::llm::chat::{ChatReply, CompletionRequest};
use crate::net::public_url::{AllowedSchemes, PublicUrl};
use crate::page::Page;
use crate::privacy::OutgoingText;
use crate::session::ResponseLog;
use crate::session::response_log::AnswerValue;
use crate::web::{SearchEndpoint, SearchQuery};

/// Short enough not to be noticed.
const WAIT_MILLIS: u32 = 50;

/// The courier with a notebook beside it.
#[derive(Clone, Copy)]
pub struct RunClient<'a> {
    /// The outside world.
    pub host: &'a dyn Host,
    /// Carries what is not noted yet.
    pub client: &'a Client,
    /// What was asked before.
    pub response_log: &'a ResponseLog,
}

impl RunClient<'_> {
    /// Searches the web.
    pub async fn search(
        &self,
        lists: &[Vec<SearchEndpoint>],
        query: &SearchQuery,
    ) -> Result<WebSearchResult> {
        let language = query.language.as_deref().unwrap_or_default();
        let question = format!("search {language} {} {:x}", query.limit, query.text.fingerprint());
        let search = async { Ok(self.client.search(self.host, lists, query).await) };
        let worth = |searched: &WebSearchResult| match searched.answered.is_empty() {
            true => AnswerValue::Nothing,
            false => AnswerValue::All,
        };
        self.once_worth(question, search, worth).await
    }

    /// Reads a page.
    pub async fn page(&self, url: &PublicUrl, schemes: AllowedSchemes) -> Result<Page> {
        self.once(format!("page {url}"), self.client.page(self.host, url, schemes)).await
    }

    /// Asks a model within its budget.
    pub async fn chat(&self, call: &ChatCall<'_>, ask: &CompletionRequest) -> Result<ChatReply> {
        self.once(question(call, ask), self.client.chat(self.host, call, ask)).await
    }

    /// Asks a question, unless its answer is noted already.
    pub async fn once<T: Serialize + DeserializeOwned>(
        &self,
        question: String,
        ask: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.once_worth(question, ask, |_| AnswerValue::All).await
    }

    /// As `once`; what was asked in vain is asked again when the run goes on later.
    async fn once_worth<T: Serialize + DeserializeOwned>(
        &self,
        question: String,
        ask: impl Future<Output = Result<T>>,
        worth: impl Fn(&T) -> AnswerValue,
    ) -> Result<T> {
        // Two topics may want the same page: the second waits for what the first is told.
        while !self.response_log.begin(&question) {
            if self.host.cancelled() {
                return Err(Error::cancelled());
            }
            self.host.sleep(WAIT_MILLIS).await;
        }
        if let Some(noted) = self.response_log.find(&question) {
            self.response_log.end(&question);
            return noted;
        }
        let answer = ask.await;
        self.response_log.end(&question);
        // What came while the run was being stopped may be only half of it.
        if self.host.cancelled() {
            return Err(Error::cancelled());
        }
        let worth = answer.as_ref().map_or(AnswerValue::All, worth);
        self.response_log.note(question, &answer, worth);
        answer
    }
}

fn question(call: &ChatCall<'_>, ask: &CompletionRequest) -> String {
    let said = OutgoingText::concat(ask.texts()).fingerprint();
    format!("{} {} {} {said:x}", ask.purpose, call.model.endpoint, call.model.model)
}
