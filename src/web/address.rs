//! Addresses of hits: of the web and of nothing else, in the form that a person would copy.

use url::Url;

/// Longer addresses carry something else than a place.
const LONGEST: usize = 2_000;

/// An address of the web in its usual spelling; none if it is anything else.
pub fn web(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_plain = url.username().is_empty() && url.password().is_none();
    (is_web && is_plain && url.as_str().len() <= LONGEST).then(|| url.to_string())
}

/// The first that is an address of the web.
pub fn first<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
    texts.into_iter().find_map(web)
}

/// The address of a DOI, given by itself or as an address.
pub fn of_doi(doi: &str) -> Option<String> {
    const STARTS: [&str; 5] = [
        "https://doi.org/",
        "http://doi.org/",
        "https://dx.doi.org/",
        "http://dx.doi.org/",
        "doi:",
    ];
    let doi = doi.trim();
    let whole = STARTS.iter().find(|start| doi.starts_with(**start));
    if whole.is_some_and(|start| *start != "doi:") {
        return web(doi);
    }
    let doi = doi.strip_prefix("doi:").unwrap_or(doi);
    if !doi.starts_with("10.") || !doi.contains('/') {
        return None;
    }
    // What would end the path of an address; the rest is escaped as in any address.
    let path = doi.replace('%', "%25").replace('#', "%23").replace('?', "%3F");
    web(&format!("https://doi.org/{path}"))
}

/// The address of a preprint by its number, as `2401.01234v2` or `hep-th/9901001`.
pub fn of_arxiv(id: &str) -> Option<String> {
    let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-');
    let id = id.trim();
    let has_number = id.contains(|c: char| c.is_ascii_digit());
    (has_number && id.chars().all(is_id)).then(|| format!("https://arxiv.org/abs/{id}"))
}

/// A text as a part of the path of an address. Signs that Wikipedia leaves in its own addresses
/// stay.
pub fn escaped(text: &str) -> String {
    let mut path = String::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => path.push(char::from(byte)),
            b'-' | b'_' | b'.' | b'~' | b'!' | b'$' | b'*' | b'(' | b')' | b',' | b';' | b':'
            | b'@' | b'/' => path.push(char::from(byte)),
            _ => path.push_str(&format!("%{byte:02X}")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_taken() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(web(text).as_deref(), expected, "{text}");
        };
        check(" HTTPS://Example.org/A b ", Some("https://example.org/A%20b"));
        check("http://example.org:8080/", Some("http://example.org:8080/"));
        for odd in ["", "example.org", "/a", "ftp://a.org", "javascript:alert(1)"] {
            check(odd, None);
        }
        check("https://me:word@example.org/", None);
        check("data:text/html,x", None);
        check(&format!("https://example.org/{}", "a".repeat(3000)), None);
    }

    #[test]
    fn a_doi_becomes_an_address() {
        let check = |doi: &str, expected: Option<&str>| {
            assert_eq!(of_doi(doi).as_deref(), expected, "{doi}");
        };
        check("10.1000/182", Some("https://doi.org/10.1000/182"));
        check("doi:10.1000/182", Some("https://doi.org/10.1000/182"));
        check("https://doi.org/10.1000/182", Some("https://doi.org/10.1000/182"));
        check(
            "10.1000/(x)1:2<3>4#5?6%7",
            Some("https://doi.org/10.1000/(x)1:2%3C3%3E4%235%3F6%257"),
        );
        check("10.1000", None);
        check("11.1000/1", None);
        check("", None);
    }

    #[test]
    fn a_preprint_has_an_address() {
        let check = |id: &str, expected: Option<&str>| {
            assert_eq!(of_arxiv(id).as_deref(), expected, "{id}");
        };
        check("2401.01234v2", Some("https://arxiv.org/abs/2401.01234v2"));
        check("hep-th/9901001", Some("https://arxiv.org/abs/hep-th/9901001"));
        check("", None);
        check("1?2", None);
        check("..", None);
    }
}
