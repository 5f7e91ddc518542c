//! Resolves and cleans up the URL of a page and the canonical URL that it declares.

use url::Url;

use crate::web::page::tracking_parameters::is_tracking_parameter;

/// Returns the absolute URL of `href`, which may be relative to `base`; `None` unless it is an
/// `http` or `https` URL.
pub(super) fn resolve_web_url(href: &str, base: Option<&Url>) -> Option<Url> {
    let href = href.trim();
    let url = match base {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// Removes the fragment, tracking parameters and credentials from a URL.
pub(super) fn normalize_url(mut url: Url) -> Url {
    url.set_fragment(None);
    let query = url.query().map(|query| {
        query.split('&').filter(|part| !is_tracking_parameter(part)).collect::<Vec<_>>().join("&")
    });
    url.set_query(query.as_deref().filter(|query| !query.is_empty()));
    // Neither call can fail, because the URL has a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

/// Whether a page wrongly declares the front page of its site as its canonical URL. This is a
/// common mistake in templates.
pub(super) fn is_wrong_canonical_url(canonical: &Url, loaded_from: Option<&Url>) -> bool {
    let is_front_page = |url: &Url| url.path() == "/" && url.query().is_none();
    loaded_from.is_some_and(|loaded_from| is_front_page(canonical) && !is_front_page(loaded_from))
}

/// Returns the host of a URL without prefixes such as `www.`; empty without a URL.
pub(super) fn host_without_prefix(url: Option<&Url>) -> &str {
    let host = url.and_then(Url::host_str).unwrap_or_default();
    let without_prefix =
        ["www.", "m.", "amp.", "en."].iter().find_map(|start| host.strip_prefix(start));
    without_prefix.filter(|rest| rest.contains('.')).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(href: &str, expected: &str) {
        let base = Url::parse("https://e.org/a/b?c").unwrap();
        let found = resolve_web_url(href, Some(&base)).map(|url| normalize_url(url).to_string());
        assert_eq!(found.unwrap_or_default(), expected, "{href}");
    }

    #[test]
    fn a_url_is_absolute_and_normalized() {
        check("https://e.org/x", "https://e.org/x");
        check("/x?id=1#part", "https://e.org/x?id=1");
        check("//f.org/y", "https://f.org/y");
        check("?utm_source=a&id=1&fbclid=2&UTM_medium=b", "https://e.org/a/b?id=1");
        check("x?utm_source=a", "https://e.org/a/x");
        check("https://user:secret@e.org/", "https://e.org/");
    }

    #[test]
    fn only_web_addresses_are_resolved() {
        for href in
            ["javascript:alert(1)", "data:text/html,x", "mailto:a@e.org", "https://", "http://["]
        {
            check(href, "");
        }
        assert_eq!(resolve_web_url("/x", None), None);
    }

    #[test]
    fn the_front_page_is_not_the_canonical_url_of_another_page() {
        let check = |canonical: &str, loaded_from: &str, expected: bool| {
            let loaded_from = Url::parse(loaded_from).ok();
            assert_eq!(
                is_wrong_canonical_url(&Url::parse(canonical).unwrap(), loaded_from.as_ref()),
                expected
            );
        };
        check("https://e.org/", "https://e.org/a", true);
        check("https://e.org/", "https://e.org/", false);
        check("https://e.org/b", "https://e.org/a", false);
        check("https://e.org/", "", false);
    }

    #[test]
    fn a_host_has_no_www_prefix() {
        let check = |url: &str, expected: &str| {
            assert_eq!(host_without_prefix(Url::parse(url).ok().as_ref()), expected)
        };
        check("https://www.e.org/a", "e.org");
        check("https://en.wikipedia.org/", "wikipedia.org");
        check("https://m.org/", "m.org");
        check("", "");
    }
}
