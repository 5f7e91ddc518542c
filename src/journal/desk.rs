//! Where a run asks: searches, pages and models, each question once. What the notebook holds is
//! not asked again, and what a model was paid for is not paid again.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Notebook;
use super::notebook::Worth;
use crate::courier::{Call, Courier, Searched};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::llm::chat::{Ask, ChatReply};
use crate::net::public_url::{PublicUrl, Schemes};
use crate::page::Page;
use crate::privacy::OutgoingText;
use crate::web::{Query, Source};

/// Short enough not to be noticed.
const WAIT_MILLIS: u32 = 50;

/// The courier with a notebook beside it.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    /// The outside world.
    pub host: &'a dyn Host,
    /// Carries what is not noted yet.
    pub courier: &'a Courier,
    /// What was asked before.
    pub notebook: &'a Notebook,
}

impl Desk<'_> {
    /// Searches the web.
    pub async fn search(&self, lists: &[Vec<Source>], query: &Query) -> Result<Searched> {
        let language = query.language.as_deref().unwrap_or_default();
        let question = format!("search {language} {} {:x}", query.limit, query.text.fingerprint());
        let search = async { Ok(self.courier.search(self.host, lists, query).await) };
        let worth = |searched: &Searched| match searched.answered.is_empty() {
            true => Worth::Nothing,
            false => Worth::All,
        };
        self.once_worth(question, search, worth).await
    }

    /// Reads a page.
    pub async fn page(&self, url: &PublicUrl, schemes: Schemes) -> Result<Page> {
        self.once(format!("page {url}"), self.courier.page(self.host, url, schemes)).await
    }

    /// Asks a model within its budget.
    pub async fn chat(&self, call: &Call<'_>, ask: &Ask) -> Result<ChatReply> {
        self.once(question(call, ask), self.courier.chat(self.host, call, ask)).await
    }

    /// Asks a question, unless its answer is noted already.
    pub async fn once<T: Serialize + DeserializeOwned>(
        &self,
        question: String,
        ask: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.once_worth(question, ask, |_| Worth::All).await
    }

    /// As `once`; what was asked in vain is asked again when the run goes on later.
    async fn once_worth<T: Serialize + DeserializeOwned>(
        &self,
        question: String,
        ask: impl Future<Output = Result<T>>,
        worth: impl Fn(&T) -> Worth,
    ) -> Result<T> {
        // Two topics may want the same page: the second waits for what the first is told.
        while !self.notebook.begin(&question) {
            if self.host.cancelled() {
                return Err(Error::cancelled());
            }
            self.host.sleep(WAIT_MILLIS).await;
        }
        if let Some(noted) = self.notebook.find(&question) {
            self.notebook.end(&question);
            return noted;
        }
        let answer = ask.await;
        self.notebook.end(&question);
        // What came while the run was being stopped may be only half of it.
        if self.host.cancelled() {
            return Err(Error::cancelled());
        }
        let worth = answer.as_ref().map_or(Worth::All, worth);
        self.notebook.note(question, &answer, worth);
        answer
    }
}

fn question(call: &Call<'_>, ask: &Ask) -> String {
    let said = OutgoingText::concat(ask.texts()).fingerprint();
    format!("{} {} {} {said:x}", ask.purpose, call.model.endpoint, call.model.model)
}
