//! The URLs of hits: only `http` and `https`, in normalised form.

use url::Url;

/// Maximum number of characters of a URL. A hit with a longer URL is dropped, because such URLs
/// carry data instead of a location.
const MAX_URL_CHARS: usize = 2_000;

/// Normalises a web address. Returns `None` if the text isn't a web address or contains a user name
/// or password.
pub(super) fn normalize_url(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let has_no_login = url.username().is_empty() && url.password().is_none();
    (is_web && has_no_login && url.as_str().len() <= MAX_URL_CHARS).then(|| url.to_string())
}

/// Returns the first text that is a valid web address, in normalised form.
pub(super) fn first_valid_url<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
    texts.into_iter().find_map(normalize_url)
}

/// The URL of a DOI, which is given as `10.1000/182`, as `doi:10.1000/182` or as a URL.
pub(super) fn url_from_doi(doi: &str) -> Option<String> {
    const DOI_PREFIXES: [&str; 5] = [
        "https://doi.org/",
        "http://doi.org/",
        "https://dx.doi.org/",
        "http://dx.doi.org/",
        "doi:",
    ];
    let doi = doi.trim();
    let prefix = DOI_PREFIXES.iter().find(|prefix| doi.starts_with(**prefix));
    if prefix.is_some_and(|prefix| *prefix != "doi:") {
        return normalize_url(doi);
    }
    let doi = doi.strip_prefix("doi:").unwrap_or(doi);
    if !doi.starts_with("10.") || !doi.contains('/') {
        return None;
    }
    // The characters `?` and `#` would end the path of the URL, and `%` would begin an escape. The
    // URL parser escapes all other special characters.
    let path = doi.replace('%', "%25").replace('#', "%23").replace('?', "%3F");
    normalize_url(&format!("https://doi.org/{path}"))
}

/// The URL of a preprint on arXiv by its number, such as `2401.01234v2` or `hep-th/9901001`.
pub(super) fn url_from_arxiv_id(id: &str) -> Option<String> {
    let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-');
    let id = id.trim();
    let has_number = id.contains(|c: char| c.is_ascii_digit());
    (has_number && id.chars().all(is_id)).then(|| format!("https://arxiv.org/abs/{id}"))
}

/// Percent-encodes a text for the path of a URL, except the characters that Wikipedia doesn't
/// encode in its own URLs.
pub(super) fn escape_url_path(text: &str) -> String {
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
    fn only_web_addresses_are_accepted() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(normalize_url(text).as_deref(), expected, "{text}");
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
    fn a_doi_becomes_a_url() {
        let check = |doi: &str, expected: Option<&str>| {
            assert_eq!(url_from_doi(doi).as_deref(), expected, "{doi}");
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
    fn an_arxiv_number_becomes_a_url() {
        let check = |id: &str, expected: Option<&str>| {
            assert_eq!(url_from_arxiv_id(id).as_deref(), expected, "{id}");
        };
        check("2401.01234v2", Some("https://arxiv.org/abs/2401.01234v2"));
        check("hep-th/9901001", Some("https://arxiv.org/abs/hep-th/9901001"));
        check("", None);
        check("1?2", None);
        check("..", None);
    }
}
