//! The address of a page: what its links are relative to, and the one it gives itself.

use url::Url;

use crate::page::tracking::is_tracking;

/// An address on the web, resolved against another one.
pub fn web(href: &str, base: Option<&Url>) -> Option<Url> {
    let href = href.trim();
    let url = match base {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// An address without what is not part of it: the place in the page, the way to it, credentials.
pub fn cleaned(mut url: Url) -> Url {
    url.set_fragment(None);
    let kept = url.query().map(|query| {
        query.split('&').filter(|part| !is_tracking(part)).collect::<Vec<_>>().join("&")
    });
    url.set_query(kept.as_deref().filter(|query| !query.is_empty()));
    // It has a host, so that neither can fail.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

/// Whether an address is that of a site's first page, given for a page that is another one: a
/// common mistake of templates.
pub fn is_mistaken(canonical: &Url, found_at: Option<&Url>) -> bool {
    let is_front = |url: &Url| url.path() == "/" && url.query().is_none();
    found_at.is_some_and(|found_at| is_front(canonical) && !is_front(found_at))
}

/// The name of a host without what many hosts have in front.
pub fn host(url: Option<&Url>) -> &str {
    let host = url.and_then(Url::host_str).unwrap_or_default();
    let shorter = ["www.", "m.", "amp.", "en."].iter().find_map(|start| host.strip_prefix(start));
    shorter.filter(|rest| rest.contains('.')).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(href: &str, expected: &str) {
        let base = Url::parse("https://e.org/a/b?c").unwrap();
        let found = web(href, Some(&base)).map(|url| cleaned(url).to_string());
        assert_eq!(found.unwrap_or_default(), expected, "{href}");
    }

    #[test]
    fn an_address_is_absolute_and_clean() {
        check("https://e.org/x", "https://e.org/x");
        check("/x?id=1#part", "https://e.org/x?id=1");
        check("//f.org/y", "https://f.org/y");
        check("?utm_source=a&id=1&fbclid=2&UTM_medium=b", "https://e.org/a/b?id=1");
        check("x?utm_source=a", "https://e.org/a/x");
        check("https://user:secret@e.org/", "https://e.org/");
    }

    #[test]
    fn only_addresses_on_the_web_count() {
        for href in
            ["javascript:alert(1)", "data:text/html,x", "mailto:a@e.org", "https://", "http://["]
        {
            check(href, "");
        }
        assert_eq!(web("/x", None), None);
    }

    #[test]
    fn a_front_page_is_not_the_address_of_another_page() {
        let check = |canonical: &str, found_at: &str, expected: bool| {
            let found_at = Url::parse(found_at).ok();
            assert_eq!(is_mistaken(&Url::parse(canonical).unwrap(), found_at.as_ref()), expected);
        };
        check("https://e.org/", "https://e.org/a", true);
        check("https://e.org/", "https://e.org/", false);
        check("https://e.org/b", "https://e.org/a", false);
        check("https://e.org/", "", false);
    }

    #[test]
    fn a_host_is_named_without_www() {
        let check =
            |url: &str, expected: &str| assert_eq!(host(Url::parse(url).ok().as_ref()), expected);
        check("https://www.e.org/a", "e.org");
        check("https://en.wikipedia.org/", "wikipedia.org");
        check("https://m.org/", "m.org");
        check("", "");
    }
}
