//! Where a link leads: an absolute address of the web or of mail, without what only tells a site
//! where its visitors come from.

use url::Url;

use crate::page::markdown::Draft;
use crate::page::tracking::is_tracking;

/// A longer address is no address but data.
const MOST_BYTES: usize = 4000;

/// Where a link leads, ready to stand in Markdown. Nothing if it leads nowhere that may be opened,
/// or only to another place of the same page.
pub(super) fn target(draft: &Draft<'_>, href: &str) -> Option<String> {
    let href = href.trim();
    if href.is_empty() || href.starts_with('#') || href.len() > MOST_BYTES {
        return None;
    }
    let mut url = match draft.base {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    match url.scheme() {
        "http" | "https" => {
            if draft.base.is_some_and(|base| is_same_page(base, &url)) {
                return None;
            }
            clean(&mut url);
        }
        "mailto" => {}
        _ => return None,
    }
    Some(encode(url.as_str()))
}

/// The part of a link behind `#`, if it leads to another place of the same page.
pub(super) fn fragment<'h>(draft: &Draft<'_>, href: &'h str) -> Option<&'h str> {
    let (page, place) = href.trim().split_once('#')?;
    if place.is_empty() {
        return None;
    }
    let here = |base: &Url| base.join(page).is_ok_and(|url| same_place(base, &url));
    (page.is_empty() || draft.base.is_some_and(here)).then_some(place)
}

fn is_same_page(base: &Url, url: &Url) -> bool {
    url.fragment().is_some() && same_place(base, url)
}

fn same_place(one: &Url, two: &Url) -> bool {
    (one.host(), one.path(), one.query()) == (two.host(), two.path(), two.query())
}

fn clean(url: &mut Url) {
    let Some(query) = url.query() else { return };
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_tracking(pair)).collect();
    if kept.len() == query.split('&').count() {
        return;
    }
    let query = kept.join("&");
    url.set_query((!query.is_empty()).then_some(&query));
}

/// The address without characters that would end the link or mean something in Markdown.
fn encode(address: &str) -> String {
    let mut encoded = String::with_capacity(address.len());
    let mut chars = address.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' => encoded.push_str("%28"),
            ')' => encoded.push_str("%29"),
            '[' => encoded.push_str("%5B"),
            ']' => encoded.push_str("%5D"),
            '<' => encoded.push_str("%3C"),
            '>' => encoded.push_str("%3E"),
            '|' => encoded.push_str("%7C"),
            '\\' => encoded.push_str("%5C"),
            '`' => encoded.push_str("%60"),
            '$' => encoded.push_str("%24"),
            '*' => encoded.push_str("%2A"),
            ' ' => encoded.push_str("%20"),
            // Two of them begin a comment in Obsidian.
            '%' if chars.peek() == Some(&'%') => encoded.push_str("%25"),
            c => encoded.push(c),
        }
    }
    encoded
}
