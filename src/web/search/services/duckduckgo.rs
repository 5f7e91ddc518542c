//! DuckDuckGo: searches the whole web, through the HTML page for browsers without JavaScript.
//! DuckDuckGo has no search API, and this page often returns a CAPTCHA instead of results, so it is
//! a last resort.

use tl::{HTMLTag, ParserOptions};
use url::Url;

use crate::values::html::html_text;
use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body};

/// Maximum length of a query. DuckDuckGo cuts off longer ones.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(60, 500);

/// Maximum number of hits that are read: a results page has about thirty.
const MAX_HITS: usize = 60;

/// Maximum number of characters that are read of the HTML of one title or snippet.
const MAX_ELEMENT_CHARS: usize = 4_000;

/// Language codes and DuckDuckGo's name for the main region of each language.
const REGIONS_BY_LANGUAGE: [(&str, &str); 25] = [
    ("ar", "xa-ar"),
    ("bg", "bg-bg"),
    ("cs", "cz-cs"),
    ("da", "dk-da"),
    ("de", "de-de"),
    ("el", "gr-el"),
    ("es", "es-es"),
    ("et", "ee-et"),
    ("fi", "fi-fi"),
    ("fr", "fr-fr"),
    ("hu", "hu-hu"),
    ("it", "it-it"),
    ("ja", "jp-jp"),
    ("ko", "kr-kr"),
    ("nb", "no-no"),
    ("nl", "nl-nl"),
    ("no", "no-no"),
    ("pl", "pl-pl"),
    ("pt", "pt-pt"),
    ("ro", "ro-ro"),
    ("ru", "ru-ru"),
    ("sv", "se-sv"),
    ("tr", "tr-tr"),
    ("uk", "ua-uk"),
    ("zh", "cn-zh"),
];

/// Builds a request that submits the search form of the page.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let language = query.language_code().unwrap_or_default();
    let region = REGIONS_BY_LANGUAGE.into_iter().find(|(code, _)| *code == language);
    let region = region.map_or("wt-wt", |(_, region)| region);
    let terms = query.text_within_limits(QUERY_LIMITS);
    let address = endpoint.endpoint_or_default("https://html.duckduckgo.com").with_path("/html/");
    HttpRequest::post_form(address, [("q", terms.as_str()), ("b", ""), ("kl", region)])
}

/// Parses the results page. A CAPTCHA instead of results is an error.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    if response.status == 202 {
        return Err(ServiceError::RobotCheck);
    }
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let page = ResultsPage::parse(&response.text);
    match page {
        _ if page.has_results => Ok(WebResults::from_hits(page.hits)),
        _ if page.is_robot_check => Err(ServiceError::RobotCheck),
        _ if page.says_no_results => Ok(WebResults::default()),
        _ => Err(json_body::NO_RESULT_LIST_ERROR),
    }
}

/// What was read from a results page so far.
#[derive(Default)]
struct ResultsPage {
    hits: Vec<WebHit>,
    /// Whether the page lists results, including advertisements.
    has_results: bool,
    /// Whether the page says that nothing was found.
    says_no_results: bool,
    /// Whether the page asks for a proof that the visitor is not a robot.
    is_robot_check: bool,
    /// Whether the current result is an advertisement.
    in_ad: bool,
    /// Whether the snippet of the last hit has not been read yet.
    needs_snippet: bool,
}

impl ResultsPage {
    /// Parses a results page. Each element is visited only once, so that deeply nested HTML takes
    /// linear time.
    fn parse(html: &str) -> Self {
        let mut results = Self::default();
        let Ok(dom) = tl::parse(html, ParserOptions::default()) else { return results };
        for tag in dom.nodes().iter().filter_map(|node| node.as_tag()) {
            results.process_tag(tag);
            if results.hits.len() > MAX_HITS {
                break;
            }
        }
        results
    }

    fn process_tag(&mut self, tag: &HTMLTag<'_>) {
        let attributes = tag.attributes();
        let id = attributes.id().map(|id| id.as_utf8_str());
        self.is_robot_check |= id.is_some_and(|id| id == "challenge-form");
        let Some(class) = attributes.class().map(|class| class.as_utf8_str()) else { return };
        let has = |name: &str| class.split_ascii_whitespace().any(|class| class == name);
        if has("result") {
            (self.in_ad, self.needs_snippet) = (has("result--ad"), false);
        }
        self.says_no_results |= has("no-results") || has("result--no-result");
        self.is_robot_check |= has("anomaly-modal__mask");
        if has("result__a") {
            self.add_hit(tag);
        } else if has("result__snippet") {
            self.add_snippet(tag);
        }
    }

    fn add_hit(&mut self, link: &HTMLTag<'_>) {
        self.has_results = true;
        self.needs_snippet = false;
        let href = link.attributes().get("href").flatten().map(|href| href.as_utf8_str());
        let Some(url) = href.and_then(|href| result_url(&href)).filter(|_| !self.in_ad) else {
            return;
        };
        let title = hit_text::title_from_html(&truncated_html(link));
        self.hits.push(WebHit { url, title, ..WebHit::default() });
        self.needs_snippet = true;
    }

    fn add_snippet(&mut self, snippet: &HTMLTag<'_>) {
        if let Some(hit) = self.hits.last_mut().filter(|_| self.needs_snippet) {
            hit.snippet = hit_text::snippet_from_html(&truncated_html(snippet));
            self.needs_snippet = false;
        }
    }
}

fn truncated_html(tag: &HTMLTag<'_>) -> String {
    tag.raw().as_utf8_str().chars().take(MAX_ELEMENT_CHARS).collect()
}

/// The URL to which a result leads. DuckDuckGo's links go to a page that counts clicks and have the
/// real URL as a parameter. Returns `None` for an advertisement.
fn result_url(href: &str) -> Option<String> {
    let base = Url::parse("https://duckduckgo.com/").ok()?;
    let link = base.join(html_text::unescape_html(href).trim()).ok()?;
    let is_redirect = is_duckduckgo(&link) && link.path() == "/l/";
    let url = if is_redirect {
        link.query_pairs()
            .find(|(name, _)| name == "uddg")
            .map(|(_, target)| target.into_owned())?
    } else {
        link.to_string()
    };
    let is_outside = Url::parse(&url).is_ok_and(|url| !is_duckduckgo(&url));
    hit_url::normalize_url(&url).filter(|_| is_outside)
}

fn is_duckduckgo(url: &Url) -> bool {
    url.host_str().is_some_and(|host| host == "duckduckgo.com" || host.ends_with(".duckduckgo.com"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_gives_its_target_and_an_advertisement_gives_none() {
        let check = |href: &str, expected: Option<&str>| {
            assert_eq!(result_url(href).as_deref(), expected, "{href}");
        };
        check(
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&amp;rut=1",
            Some("https://a.example/b?c=d"),
        );
        check("https://a.example/b", Some("https://a.example/b"));
        check("//duckduckgo.com/l/?rut=1", None);
        check("//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", None);
        check("//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad", None);
        check("https://duckduckgo.com/y.js?ad_provider=x", None);
        check("", None);
    }
}
