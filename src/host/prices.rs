//! The prices of models: the built-in list, overridden by the list that the user downloaded, if
//! any.

use std::cell::RefCell;
use std::rc::Rc;

use crate::host::Host;
use crate::host::client::Client;
use crate::host::service_check::ActionResult;
use crate::model::llm::{PriceList, parse_price_list, price_list_request};
use crate::values::{Error, Result};
use crate::web::http::RateLimit;

/// The name under which the downloaded price list is stored.
const STORAGE_NAME: &str = "prices";

/// The current prices, loaded on first use.
#[derive(Default)]
pub struct CurrentPrices(RefCell<Option<Rc<PriceList>>>);

impl CurrentPrices {
    /// Returns the built-in price list, overridden by the downloaded one.
    pub async fn price_list(&self, host: &dyn Host) -> Rc<PriceList> {
        if let Some(list) = &*self.0.borrow() {
            return Rc::clone(list);
        }
        let stored = host.load(STORAGE_NAME).await.ok().flatten();
        let downloaded: Option<PriceList> =
            stored.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        self.set_downloaded_prices(downloaded)
    }

    fn set_downloaded_prices(&self, downloaded: Option<PriceList>) -> Rc<PriceList> {
        let built_in = PriceList::built_in();
        let list =
            downloaded.map_or_else(|| built_in.clone(), |list| PriceList::merge(built_in, list));
        let list = Rc::new(list);
        *self.0.borrow_mut() = Some(Rc::clone(&list));
        list
    }

    /// Downloads the current prices from OpenRouter's public list.
    pub async fn download_prices(&self, host: &dyn Host, client: &Client) -> Result<ActionResult> {
        let today = host.now().local_date().to_string();
        let parse = |response: &_| parse_price_list(response, &today);
        let downloaded =
            client.send_request(host, price_list_request(), RateLimit::new(0, 1), parse).await;
        let downloaded = downloaded.map_err(|error| {
            let date = PriceList::built_in().price_date().to_owned();
            let user_error = error.to_user_error("OpenRouter");
            let hint = format!("{} Ibid keeps using the prices of {date}.", user_error.hint);
            Error { hint, ..user_error }
        })?;
        if let Ok(bytes) = serde_json::to_vec(&downloaded) {
            // If saving fails, the user only has to download the prices again.
            let _ = host.save(STORAGE_NAME, bytes).await;
        }
        let message = format!("{} prices as of {today}.", downloaded.model_count());
        self.set_downloaded_prices(Some(downloaded));
        Ok(ActionResult { is_successful: true, message, hint: String::new() })
    }
}
