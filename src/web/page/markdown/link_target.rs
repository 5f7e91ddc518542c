//! The target of a link: an absolute web or mail address without tracking parameters.

use url::Url;

use crate::web::page::markdown::input::MarkdownInput;
use crate::web::page::tracking_parameters::is_tracking_parameter;

/// Maximum length in bytes of the address of a link. A longer one usually contains data, so the
/// link is written as plain text.
const MAX_URL_BYTES: usize = 4000;

/// Returns the absolute address of a link, encoded for Markdown. Returns `None` if it is neither a
/// web nor a mail address, if it is too long, or if it leads to a position within the same page.
pub(super) fn resolve(input: &MarkdownInput<'_>, href: &str) -> Option<String> {
    let href = href.trim();
    if href.is_empty() || href.starts_with('#') || href.len() > MAX_URL_BYTES {
        return None;
    }
    let mut url = match input.base_url {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    match url.scheme() {
        "http" | "https" => {
            if input.base_url.is_some_and(|base| points_within_page(base, &url)) {
                return None;
            }
            remove_tracking_parameters(&mut url);
        }
        "mailto" => {}
        _ => return None,
    }
    Some(encode_for_markdown(url.as_str()))
}

/// Returns the part of a link after `#`, if it leads to an element of the same page.
pub(super) fn same_page_fragment<'h>(input: &MarkdownInput<'_>, href: &'h str) -> Option<&'h str> {
    let (page, name) = href.trim().split_once('#')?;
    if name.is_empty() {
        return None;
    }
    let is_same = |base: &Url| base.join(page).is_ok_and(|url| is_same_document(base, &url));
    (page.is_empty() || input.base_url.is_some_and(is_same)).then_some(name)
}

fn points_within_page(base: &Url, url: &Url) -> bool {
    url.fragment().is_some() && is_same_document(base, url)
}

/// Whether two URLs differ at most in their scheme and fragment.
fn is_same_document(one: &Url, two: &Url) -> bool {
    (one.host(), one.path(), one.query()) == (two.host(), two.path(), two.query())
}

/// Removes query parameters that only track visitors, such as `utm_source`, from a URL.
fn remove_tracking_parameters(url: &mut Url) {
    let Some(query) = url.query() else { return };
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_tracking_parameter(pair)).collect();
    if kept.len() == query.split('&').count() {
        return;
    }
    let query = kept.join("&");
    url.set_query((!query.is_empty()).then_some(&query));
}

/// Percent-encodes the characters that would end the link or have a meaning in Markdown.
fn encode_for_markdown(address: &str) -> String {
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
            // `%%` begins a comment in Obsidian.
            '%' if chars.peek() == Some(&'%') => encoded.push_str("%25"),
            c => encoded.push(c),
        }
    }
    encoded
}
