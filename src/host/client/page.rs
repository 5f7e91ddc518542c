//! Fetches a page of the public web and extracts its text. Time and size are limited before the
//! page is parsed, and the target of a redirect is checked again if the platform reports it.

use crate::host::Host;
use crate::host::client::Client;
use crate::host::client::job::ServiceResult;
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::{
    AllowedSchemes, HttpRequest, HttpResponse, PublicUrl, RateLimit, ServiceError,
};
use crate::web::page::truncate;
use crate::web::page::{Page, detect_charset, read_response};

/// Time limit for one page. A slower page counts as unreadable, because a run reads several pages
/// and users don't wait longer.
const PAGE_TIMEOUT_MILLIS: u32 = 10_000;

/// Maximum number of bytes that are read of a page. The rest of a longer page is ignored.
const MAX_PAGE_BYTES: u32 = 512 << 10;

/// Maximum length of the extracted text. The rest is cut off, because neither a model nor a user
/// reads more.
const MAX_PAGE_TEXT_CHARACTERS: usize = 50_000;

/// Rate limit of a site: one request at a time.
const SITE_RATE_LIMIT: RateLimit = RateLimit::new(0, 1);

/// The key under which a page is stored in the response log of a run and in the cache of today's
/// responses.
pub(crate) fn page_cache_key(url: &PublicUrl) -> String {
    format!("page {url}")
}

impl Client {
    /// Reads a page, or returns an error that says why it cannot be read. A page that was read
    /// today comes from the cache. The audit log shows the `purpose`.
    pub async fn fetch_page(
        &self,
        host: &dyn Host,
        url: &PublicUrl,
        schemes: AllowedSchemes,
        purpose: &'static str,
    ) -> Result<Page> {
        let key = page_cache_key(url);
        if let Some(page) = self.cache.get(host, &key).await {
            return Ok(page);
        }
        let request = HttpRequest::get(url.request_url())
            .header("accept", "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5")
            .timeout(PAGE_TIMEOUT_MILLIS)
            .read_response_as_bytes(MAX_PAGE_BYTES)
            .purpose(purpose);
        let parse = |response: &HttpResponse| parse_page(host, url, schemes, response);
        let parsed = self.send_request(host, request, SITE_RATE_LIMIT, parse).await;
        let page = parsed.map_err(|error| to_user_error(url, &error))??;
        self.cache.insert(host, &key, &Page { removed_parts: Vec::new(), ..page.clone() }).await;
        Ok(page)
    }
}

/// Extracts the page from a response. The outer error means that the request failed; the inner one
/// means that a page arrived, but Ibid doesn't use it.
fn parse_page(
    host: &dyn Host,
    url: &PublicUrl,
    schemes: AllowedSchemes,
    response: &HttpResponse,
) -> ServiceResult<Result<Page>> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let final_url = match &response.final_url {
        Some(final_url) => PublicUrl::parse_with_schemes(final_url, schemes),
        None => Ok(url.clone()),
    };
    let final_url = match final_url {
        Ok(final_url) => final_url,
        Err(why) => {
            let message =
                format!("{} redirects to an address that Ibid doesn't open: {why}", url.host());
            return Ok(Err(Error::new(ErrorCode::NotPublic, message)));
        }
    };
    let bytes = response.bytes.get(..MAX_PAGE_BYTES as usize).unwrap_or(&response.bytes);
    let content_type = response.header("content-type");
    let text = host.decode(bytes, &detect_charset(content_type, bytes));
    let page = read_response(content_type, final_url.as_str(), &text).map_err(Error::from);
    Ok(page.map(|page| Page {
        markdown: truncate::truncate(&page.markdown, MAX_PAGE_TEXT_CHARACTERS).into_owned(),
        ..page
    }))
}

/// Returns the error for a page that could not be read. It has no hint, because no setting would
/// help.
fn to_user_error(url: &PublicUrl, error: &ServiceError) -> Error {
    let is_gone = matches!(
        error,
        ServiceError::Refused { status: 404 | 410, .. } | ServiceError::NoSuchModel
    );
    let reason = match error {
        _ if is_gone => "page not found".to_owned(),
        ServiceError::Refused { status, .. } => format!("HTTP {status}"),
        ServiceError::Unauthorized | ServiceError::Forbidden { .. } | ServiceError::NoCredit => {
            "it requires a login".to_owned()
        }
        ServiceError::NoResponse(error) => error.message.clone(),
        other => other.to_string(),
    };
    if error.is_cancelled() {
        return Error::cancelled();
    }
    let code = if is_gone { ErrorCode::PageGone } else { ErrorCode::PageUnread };
    Error::new(code, format!("Couldn't read {}: {reason}", url.host()))
}
