//! The prices in use: those that come with Ibid, and over them the ones that the person fetched.

use std::cell::RefCell;
use std::rc::Rc;

use crate::checkup::Checkup;
use crate::client::Client;
use crate::error::{Error, Result};
use crate::host::Host;
use crate::llm::price::{PriceList, list_request, parse_list};
use crate::net::rate_limit::RateLimit;

/// The name under which the host keeps the fetched list.
const NAME: &str = "prices";

/// The prices in use.
#[derive(Default)]
pub struct Prices(RefCell<Option<Rc<PriceList>>>);

impl Prices {
    /// The list; what was fetched on another day is read from the device.
    pub async fn list(&self, host: &dyn Host) -> Rc<PriceList> {
        if let Some(list) = &*self.0.borrow() {
            return Rc::clone(list);
        }
        let kept = host.load(NAME).await.ok().flatten();
        let fetched: Option<PriceList> = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        self.take(fetched)
    }

    fn take(&self, fetched: Option<PriceList>) -> Rc<PriceList> {
        let built_in = PriceList::built_in();
        let list =
            fetched.map_or_else(|| built_in.clone(), |list| PriceList::merge(built_in, list));
        let list = Rc::new(list);
        *self.0.borrow_mut() = Some(Rc::clone(&list));
        list
    }

    /// Fetches today's prices from OpenRouter's public list.
    pub async fn refresh(&self, host: &dyn Host, client: &Client) -> Result<Checkup> {
        let today = host.now().date().to_string();
        let parse = |response: &_| parse_list(response, &today);
        let fetched = client.request(host, list_request(), RateLimit::new(0, 1), parse).await;
        let fetched = fetched.map_err(|error| {
            let date = PriceList::built_in().date().to_owned();
            let told = error.to_user_error("OpenRouter");
            let hint = format!("{} Ibid keeps using the prices of {date}.", told.hint);
            Error { hint, ..told }
        })?;
        if let Ok(bytes) = serde_json::to_vec(&fetched) {
            // Not being able to keep them costs fetching them again, and nothing else.
            let _ = host.save(NAME, bytes).await;
        }
        let message = format!("{} prices as of {today}.", fetched.model_count());
        self.take(Some(fetched));
        Ok(Checkup { good: true, message, hint: String::new() })
    }
}
