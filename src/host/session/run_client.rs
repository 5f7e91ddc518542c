//! The client of a run, for searches, pages and models. A request whose response is in the log is
//! not sent again, so that the user doesn't pay for it twice when a run is resumed.

use futures_util::future::{Either, select};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::Host;
use crate::host::client::{ChatCall, Client, WebSearchResult, page_cache_key};
use crate::host::session::ResponseLog;
use crate::host::session::response_log::ResponseReuse;
use crate::model::llm::{ChatReply, CompletionRequest};
use crate::safety::privacy::OutgoingText;
use crate::values::{Error, Result};
use crate::web::http::{AllowedSchemes, PublicUrl};
use crate::web::page::Page;
use crate::web::search::{SearchEndpoint, SearchQuery};

/// A client that takes the responses of repeated requests from the log of the run.
#[derive(Clone, Copy)]
pub struct RunClient<'a> {
    /// The host through which requests are sent, usually the `RunHost` of the run.
    pub host: &'a dyn Host,
    /// Sends the requests that have no response in the log.
    pub client: &'a Client,
    /// The responses that this run has received so far.
    pub response_log: &'a ResponseLog,
}

impl RunClient<'_> {
    /// Searches the web, or returns the logged results of the same search.
    pub async fn search_web(
        &self,
        lists: &[Vec<SearchEndpoint>],
        query: &SearchQuery,
    ) -> Result<WebSearchResult> {
        let search = async { Ok(self.client.search_web(self.host, lists, query).await) };
        let reuse = |searched: &WebSearchResult| match searched.responding_services.is_empty() {
            true => ResponseReuse::ThisRun,
            false => ResponseReuse::Always,
        };
        self.send_unless_logged_with_reuse(query.cache_key(), search, reuse).await
    }

    /// Reads a web page, or returns the logged page if the run has already read it.
    pub async fn read_page(&self, url: &PublicUrl, schemes: AllowedSchemes) -> Result<Page> {
        self.send_unless_logged(
            page_cache_key(url),
            self.client.fetch_page(self.host, url, schemes, "read a search result"),
        )
        .await
    }

    /// Sends a prompt to a model, within the budget of the call, or returns the logged reply to the
    /// same prompt.
    pub async fn chat(
        &self,
        call: &ChatCall<'_>,
        request: &CompletionRequest,
    ) -> Result<ChatReply> {
        self.chat_with_key(chat_log_key(call, request), call, request).await
    }

    /// Like `chat`, but `key` identifies the request in the log of the run. A step of a conversation
    /// is identified by its number, because a replay doesn't have all texts of the conversation.
    pub async fn chat_with_key(
        &self,
        key: String,
        call: &ChatCall<'_>,
        request: &CompletionRequest,
    ) -> Result<ChatReply> {
        self.send_unless_logged(key, self.client.chat(self.host, call, request)).await
    }

    /// Returns the logged response for `key`, which identifies the request. If there is none, sends
    /// the request and logs its response.
    pub async fn send_unless_logged<T: Serialize + DeserializeOwned>(
        &self,
        key: String,
        request: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.send_unless_logged_with_reuse(key, request, |_| ResponseReuse::Always).await
    }

    /// Like `send_unless_logged`, but `reuse` decides whether a resumed run may use the logged
    /// response.
    async fn send_unless_logged_with_reuse<T: Serialize + DeserializeOwned>(
        &self,
        key: String,
        request: impl Future<Output = Result<T>>,
        reuse: impl Fn(&T) -> ResponseReuse,
    ) -> Result<T> {
        // If two topics need the same page, the second one waits for the response of the first.
        let lock = self.response_log.request_lock(&key);
        let _guard = match select(lock.lock(), self.host.wait_until_stopped()).await {
            Either::Left((guard, _)) => guard,
            Either::Right(_) if self.host.is_cancelled() => {
                return Err(Error::cancelled());
            }
            Either::Right(_) => return Err(Error::time_limit_reached()),
        };
        if let Some(logged) = self.response_log.find_response(&key) {
            return logged;
        }
        let response = request.await;
        // A response is not logged if the run is being stopped, because it may be incomplete.
        if self.host.is_cancelled() {
            return Err(Error::cancelled());
        }
        let reuse = response.as_ref().map_or(ResponseReuse::Always, reuse);
        self.response_log.add_response(key, &response, reuse);
        response
    }
}

fn chat_log_key(call: &ChatCall<'_>, request: &CompletionRequest) -> String {
    let prompt = OutgoingText::concat(request.outgoing_texts()).fingerprint();
    format!("{} {} {} {prompt:x}", request.purpose, call.model.endpoint, call.model.model_name)
}
