//! Requests to services outside of a run: tests in the settings, lists of models, single requests to
//! the model, and web searches.

use crate::engine::Engine;
use crate::engine::service_request::{ChatOutcome, ChatRequest, WebSearchRequest};
use crate::host::Host;
use crate::host::client::{ChatCall, Client, WebSearchResult};
use crate::host::service_check::{self, ActionResult};
use crate::model::llm::ChatModel;
use crate::settings::{Action, EngineChoice, Settings};
use crate::values::Result;
use crate::web::search as web;

impl Engine {
    /// Runs the action of a button in the settings. Returns a message for the user.
    pub async fn run_settings_action(&self, host: &dyn Host, action: Action) -> ActionResult {
        let run_host = self.host_with_daily_log(host, "Test in settings");
        self.run_action(&run_host, action).await
    }

    async fn run_action(&self, host: &dyn Host, action: Action) -> ActionResult {
        // The user may have changed an API key, which is not part of the settings.
        self.client.reset_failures();
        let settings = self.settings();
        let done = match action {
            Action::TestModel => self.test_models(host).await,
            Action::TestSearch => {
                service_check::test_search(host, &Client::with_memory_cache(), &settings).await
            }
            Action::RefreshPrices => self.prices.download_prices(host, &self.client).await,
            Action::ClearLocalData => {
                self.delete_local_data(host).await.map(|()| data_deleted_result())
            }
        };
        done.into()
    }

    async fn test_models(&self, host: &dyn Host) -> Result<ActionResult> {
        // The server may have been started, or a model installed, since it was asked last.
        self.models.borrow_mut().clear();
        let settings = self.find_default_model(host, self.settings()).await?;
        let prices = self.prices.price_list(host).await;
        service_check::test_models(host, &self.client, &settings, &prices).await
    }

    /// Returns model names to choose from: those that Ibid knows, and those that the service lists.
    /// Fails if Ibid knows none and the service does not respond.
    pub async fn model_names(&self, host: &dyn Host) -> Result<Vec<String>> {
        let settings = self.settings();
        let known =
            settings.provider.preset().suggested_models.iter().map(|name| (*name).to_owned());
        let known: Vec<String> = known.collect();
        let listed = match settings.model_without_name() {
            Ok(service) => self.listed_models(host, &service).await,
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

    /// Returns the models that a service lists. The list is requested once.
    async fn listed_models(&self, host: &dyn Host, service: &ChatModel) -> Result<Vec<String>> {
        let address = service.endpoint.to_string();
        if let Some(names) = self.models.borrow().get(&address) {
            return Ok(names.clone());
        }
        let run_host = self.host_with_daily_log(host, "List of models");
        let names = service_check::list_models(&run_host, &self.client, service).await?;
        self.models.borrow_mut().insert(address, names.clone());
        Ok(names)
    }

    /// Returns the settings with a default model, if there is one.
    pub(super) async fn settings_with_model(&self, host: &dyn Host) -> Settings {
        let settings = self.settings();
        self.find_default_model(host, settings.clone()).await.unwrap_or(settings)
    }

    /// Fills in the first model of the user's own server if the settings name none.
    async fn find_default_model(&self, host: &dyn Host, settings: Settings) -> Result<Settings> {
        let is_missing = settings.engine == EngineChoice::Model
            && settings.provider.is_own_server()
            && settings.model.trim().is_empty();
        if !is_missing {
            return Ok(settings);
        }
        let names = self.listed_models(host, &settings.model_without_name()?).await?;
        let model = names.into_iter().next().unwrap_or_default();
        Ok(Settings { model, ..settings })
    }

    /// Sends a conversation to the chosen model, within the budget of one run.
    pub async fn chat(
        &self,
        host: &dyn Host,
        request: &ChatRequest,
        on_text: &dyn Fn(&str),
    ) -> Result<ChatOutcome> {
        let run_host = self.host_with_daily_log(host, "Request to the model");
        let ask = &request.to_completion_request(run_host.privacy_check()).await?;
        let host: &dyn Host = &run_host;
        let settings = self.settings_with_model(host).await;
        let model = settings.chat_model()?;
        let price = service_check::request_price(&*self.prices.price_list(host).await, &model, ask);
        let budget = settings.budget();
        let streaming = settings.streaming();
        let call = ChatCall { model: &model, price, budget: &budget, on_text, streaming };
        let reply = self.client.chat(host, &call, ask).await?;
        Ok(ChatOutcome { reply, spent: budget.spent() })
    }

    /// Searches the web with the services in the settings, after redacting private names in the
    /// query.
    pub async fn search_web(
        &self,
        host: &dyn Host,
        request: &WebSearchRequest,
    ) -> Result<WebSearchResult> {
        let run_host = self.host_with_daily_log(host, "Web search");
        let redactor = run_host.privacy_check().build_redactor(&[], &[&request.text], "").await?;
        let Some(text) = redactor.redact_query(&request.text) else {
            return Ok(WebSearchResult::default());
        };
        let query = web::SearchQuery {
            text,
            language: request.language.clone(),
            max_hits: request.max_hits,
        };
        let sources = self.settings().search_sources();
        let mut searched = self.client.search_web(&run_host, &sources.fallback_lists, &query).await;
        searched.service_errors.splice(..0, sources.configuration_errors);
        Ok(searched)
    }
}

fn data_deleted_result() -> ActionResult {
    let message = "Local data cleared".to_owned();
    ActionResult { is_successful: true, message, hint: String::new() }
}
