//! Opens a page of the public web and reads it. What a page may cost is limited before it is
//! looked at, and where a redirect went is checked again wherever the platform tells it.

use crate::client::Client;
use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::public_url::{AllowedSchemes, PublicUrl};
use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;
use crate::page::Page;
use crate::page::charset::charset;
use crate::page::cut::cut;
use crate::page::response::read_answer;

/// Nobody waits longer for one page of several.
const TIMEOUT_MILLIS: u32 = 10_000;

/// What is beyond this of a page is not read.
const MOST_BYTES: u32 = 512 << 10;

/// Characters of a page at the most: more no model reads, and no person.
const MOST_CHARACTERS: usize = 50_000;

/// A site is asked for one page at a time.
const MANNERS: RateLimit = RateLimit::new(0, 1);

impl Client {
    /// Reads a page, or says why it cannot be read. One that was read today is not asked for again.
    pub async fn page(
        &self,
        host: &dyn Host,
        url: &PublicUrl,
        schemes: AllowedSchemes,
    ) -> Result<Page> {
        let question = format!("page {url}");
        if let Some(page) = self.cache.get(host, &question).await {
            return Ok(page);
        }
        let request = HttpRequest::get(url.request_url())
            .header("accept", "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5")
            .timeout(TIMEOUT_MILLIS)
            .expect_bytes(MOST_BYTES)
            .purpose("read a page that a search found");
        let read = |response: &HttpResponse| read(host, url, schemes, response);
        let read = self.ask(host, request, MANNERS, read).await;
        let page = read.map_err(|error| told(url, &error))??;
        self.cache.put(host, &question, &Page { removed: Vec::new(), ..page.clone() }).await;
        Ok(page)
    }
}

/// A refusal of ours is no failure of the service: it is the inner result.
fn read(
    host: &dyn Host,
    url: &PublicUrl,
    schemes: AllowedSchemes,
    response: &HttpResponse,
) -> crate::client::ServiceResult<Result<Page>> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let landed = match &response.final_url {
        Some(landed) => PublicUrl::parse_with(landed, schemes),
        None => Ok(url.clone()),
    };
    let landed = match landed {
        Ok(landed) => landed,
        Err(why) => {
            let message =
                format!("{} leads to an address that Ibid does not open: {why}", url.host());
            return Ok(Err(Error::new(ErrorCode::NotPublic, message)));
        }
    };
    let bytes = response.bytes.get(..MOST_BYTES as usize).unwrap_or(&response.bytes);
    let kind = response.header("content-type");
    let text = host.decode(bytes, &charset(kind, bytes));
    let page = read_answer(kind, landed.as_str(), &text).map_err(Error::from);
    Ok(page
        .map(|page| Page { markdown: cut(&page.markdown, MOST_CHARACTERS).into_owned(), ..page }))
}

/// What a page did, in words that speak of a page: nothing in the settings would help.
fn told(url: &PublicUrl, error: &ServiceError) -> Error {
    let reason = match error {
        ServiceError::Refused { status: 404 | 410, .. } | ServiceError::NoSuchModel => {
            "there is no such page".to_owned()
        }
        ServiceError::Refused { status, .. } => format!("it answered {status}"),
        ServiceError::Unauthorized | ServiceError::Forbidden { .. } | ServiceError::NoCredit => {
            "it lets only its own readers see the page".to_owned()
        }
        other => other.to_string(),
    };
    if error.is_cancelled() {
        return Error::cancelled();
    }
    Error::new(ErrorCode::PageUnread, format!("{} was not read: {reason}", url.host()))
}
