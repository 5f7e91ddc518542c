//! DuckDuckGo: the whole web, by the page that is made for browsers without scripts. It has no
//! way in for programs; this is a last resort, and it often meets a wall against robots.

use tl::{HTMLTag, ParserOptions};
use url::Url;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::page::html::html_text;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, reply, text};

/// It cuts off what is longer.
const ROOM: Room = Room::new(60, 500);

/// A page of results has about thirty.
const MOST: usize = 60;

/// Characters of one title or snippet with its tags that are read.
const LONGEST: usize = 4_000;

/// Its names for the regions in which a language is at home.
const REGIONS: [(&str, &str); 25] = [
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

/// Fills in the form of its page.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let language = query.language().unwrap_or_default();
    let region = REGIONS.into_iter().find(|(code, _)| *code == language);
    let region = region.map_or("wt-wt", |(_, region)| region);
    let wanted = query.fit(ROOM);
    let address = source.base("https://html.duckduckgo.com").at("/html/");
    HttpRequest::post_form(address, [("q", wanted.as_str()), ("b", ""), ("kl", region)])
}

/// Reads the page.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    if response.status == 202 {
        return Err(ServiceError::Walled);
    }
    if let Some(error) = ServiceError::of(response) {
        return Err(error);
    }
    let page = Results::of(&response.text);
    match page {
        _ if page.is_list => Ok(Found { hits: page.hits, answer: None }),
        _ if page.is_wall => Err(ServiceError::Walled),
        _ if page.is_empty => Ok(Found::default()),
        _ => Err(reply::UNREADABLE),
    }
}

/// What stands on a page.
#[derive(Default)]
struct Results {
    hits: Vec<WebHit>,
    /// Results are listed, be they only advertisements.
    is_list: bool,
    /// It says that there are no results.
    is_empty: bool,
    /// It asks to prove that nobody is a robot.
    is_wall: bool,
    in_ad: bool,
    /// The result that was opened last is kept.
    is_open: bool,
}

impl Results {
    /// Elements are looked at in their order and never through each other: that takes the same
    /// time however they stand.
    fn of(html: &str) -> Self {
        let mut results = Self::default();
        let Ok(dom) = tl::parse(html, ParserOptions::default()) else { return results };
        for tag in dom.nodes().iter().filter_map(|node| node.as_tag()) {
            results.see(tag);
            if results.hits.len() > MOST {
                break;
            }
        }
        results
    }

    fn see(&mut self, tag: &HTMLTag<'_>) {
        let attributes = tag.attributes();
        let id = attributes.id().map(|id| id.as_utf8_str());
        self.is_wall |= id.is_some_and(|id| id == "challenge-form");
        let Some(class) = attributes.class().map(|class| class.as_utf8_str()) else { return };
        let has = |name: &str| class.split_ascii_whitespace().any(|class| class == name);
        if has("result") {
            (self.in_ad, self.is_open) = (has("result--ad"), false);
        }
        self.is_empty |= has("no-results") || has("result--no-result");
        self.is_wall |= has("anomaly-modal__mask");
        if has("result__a") {
            self.open(tag);
        } else if has("result__snippet") {
            self.describe(tag);
        }
    }

    fn open(&mut self, link: &HTMLTag<'_>) {
        self.is_list = true;
        self.is_open = false;
        let href = link.attributes().get("href").flatten().map(|href| href.as_utf8_str());
        let Some(url) = href.and_then(|href| target(&href)).filter(|_| !self.in_ad) else { return };
        let title = text::title_of_html(&beginning(link));
        self.hits.push(WebHit { url, title, ..WebHit::default() });
        self.is_open = true;
    }

    fn describe(&mut self, words: &HTMLTag<'_>) {
        if let Some(hit) = self.hits.last_mut().filter(|_| self.is_open) {
            hit.snippet = text::snippet_of_html(&beginning(words));
            self.is_open = false;
        }
    }
}

fn beginning(tag: &HTMLTag<'_>) -> String {
    tag.raw().as_utf8_str().chars().take(LONGEST).collect()
}

/// Where a link leads: it counts who follows it, and gives the target as a parameter. An
/// advertisement leads nowhere.
fn target(href: &str) -> Option<String> {
    let base = Url::parse("https://duckduckgo.com/").ok()?;
    let link = base.join(html_text::unescape(href).trim()).ok()?;
    let counts = is_own(&link) && link.path() == "/l/";
    let url = if counts {
        link.query_pairs()
            .find(|(name, _)| name == "uddg")
            .map(|(_, target)| target.into_owned())?
    } else {
        link.to_string()
    };
    let is_outside = Url::parse(&url).is_ok_and(|url| !is_own(&url));
    address::web(&url).filter(|_| is_outside)
}

fn is_own(url: &Url) -> bool {
    url.host_str().is_some_and(|host| host == "duckduckgo.com" || host.ends_with(".duckduckgo.com"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_its_target_and_an_advertisement_nowhere() {
        let check = |href: &str, expected: Option<&str>| {
            assert_eq!(target(href).as_deref(), expected, "{href}");
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
