//! Requests to services outside of a run: tests in the settings, lists of models, single requests to
//! the model, and web searches.

use crate::engine::Engine;
use crate::engine::service_request::{ChatOutcome, ChatRequest, WebSearchRequest};
use crate::host::Host;
use crate::host::client::{ChatCall, Client, WebSearchResult};
use crate::host::service_check::{self, ActionResult};
use crate::settings::Action;
use crate::values::Result;
use crate::web::search as web;

impl Engine {
    /// Runs the action of a button in the settings. Returns a message for the user.
    pub async fn run_settings_action(&self, host: &dyn Host, action: Action) -> ActionResult {
        let run_host = self.workspace.host_with_daily_log(host, "Test in settings");
        self.run_action(&run_host, action).await
    }

    async fn run_action(&self, host: &dyn Host, action: Action) -> ActionResult {
        // The user may have changed an API key, which is not part of the settings.
        self.workspace.client.reset_failures();
        let settings = self.workspace.settings();
        let done = match action {
            Action::TestModel => self.test_models(host).await,
            Action::TestSearch => {
                service_check::test_search(host, &Client::with_memory_cache(), &settings).await
            }
            Action::RefreshPrices => {
                self.workspace.prices.download_prices(host, &self.workspace.client).await
            }
            Action::ClearLocalData => {
                self.delete_local_data(host).await.map(|()| data_deleted_result())
            }
        };
        done.into()
    }

    async fn test_models(&self, host: &dyn Host) -> Result<ActionResult> {
        self.workspace.forget_listed_models();
        let settings = self.workspace.find_default_model(host, self.workspace.settings()).await?;
        let prices = self.workspace.prices.price_list(host).await;
        service_check::test_models(host, &self.workspace.client, &settings, &prices).await
    }

    /// Returns model names to choose from: those that Ibid knows, and those that the service lists.
    /// Fails if Ibid knows none and the service does not respond.
    pub async fn model_names(&self, host: &dyn Host) -> Result<Vec<String>> {
        let settings = self.workspace.settings();
        let known =
            settings.provider.preset().suggested_models.iter().map(|name| (*name).to_owned());
        let known: Vec<String> = known.collect();
        let listed = match settings.model_without_name() {
            Ok(service) => self.workspace.listed_models(host, &service).await,
            Err(error) => Err(error),
        };
        match listed {
            Err(error) if known.is_empty() => Err(error),
            listed => {
                let rest = listed.unwrap_or_default();
                let rest = rest.into_iter().filter(|name| !known.contains(name));
                Ok(known.iter().cloned().chain(rest).collect())
            }
        }
    }

    /// Sends a conversation to the chosen model, within the budget of one run.
    pub async fn chat(
        &self,
        host: &dyn Host,
        request: &ChatRequest,
        on_text: &dyn Fn(&str),
    ) -> Result<ChatOutcome> {
        let run_host = self.workspace.host_with_daily_log(host, "Request to the model");
        let ask = &request.to_completion_request(run_host.privacy_check()).await?;
        let host: &dyn Host = &run_host;
        let settings = self.workspace.settings_with_model(host).await;
        let model = settings.chat_model()?;
        let price = service_check::request_price(
            &*self.workspace.prices.price_list(host).await,
            &model,
            ask,
        );
        let budget = settings.budget();
        let streaming = settings.streaming();
        let call = ChatCall { model: &model, price, budget: &budget, on_text, streaming };
        let reply = self.workspace.client.chat(host, &call, ask).await?;
        Ok(ChatOutcome { reply, spent: budget.spent() })
    }

    /// Searches the web with the services in the settings, after redacting private names in the
    /// query.
    pub async fn search_web(
        &self,
        host: &dyn Host,
        request: &WebSearchRequest,
    ) -> Result<WebSearchResult> {
        let run_host = self.workspace.host_with_daily_log(host, "Web search");
        let redactor = run_host.privacy_check().build_redactor(&[], &[&request.text], "").await?;
        let Some(text) = redactor.redact_query(&request.text) else {
            return Ok(WebSearchResult::default());
        };
        let query = web::SearchQuery {
            text,
            language: request.language.clone(),
            max_hits: request.max_hits,
        };
        let sources = self.workspace.settings().search_sources();
        let mut searched =
            self.workspace.client.search_web(&run_host, &sources.fallback_lists, &query).await;
        searched.service_errors.splice(..0, sources.configuration_errors);
        Ok(searched)
    }
}

fn data_deleted_result() -> ActionResult {
    let message = "Local data cleared".to_owned();
    ActionResult { is_successful: true, message, hint: String::new() }
}
