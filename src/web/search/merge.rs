//! Merges the results of several search services into one list without duplicate pages.

use url::Url;

use crate::notes::index::{Ranking, fuse_rankings};
use crate::web::page::is_tracking_parameter;
use crate::web::search::hit::WebHit;

/// Merges the hits of several services, best first; equally good hits are sorted by address. A hit
/// that several services found keeps the longest snippet and lists all of these services.
pub fn merge(rankings: Vec<Ranking<WebHit>>, limit: usize) -> Vec<WebHit> {
    let fused = fuse_rankings(rankings, |hit| page_key(&hit.url), fill_missing_fields);
    fused.into_iter().take(limit).map(|fused| fused.item).collect()
}

/// Completes a hit with the data of another hit for the same page: the longer snippet, a missing
/// title, authors or date, and the services.
fn fill_missing_fields(mut hit: WebHit, other: WebHit) -> WebHit {
    if other.snippet.chars().count() > hit.snippet.chars().count() {
        hit.snippet = other.snippet;
    }
    // A hit without a title has its URL as the title.
    if hit.title == hit.url {
        hit.title = other.title;
    }
    if !hit.url.starts_with("https:") && other.url.starts_with("https:") {
        hit.url = other.url;
    }
    if hit.authors.is_empty() {
        hit.authors = other.authors;
    }
    hit.published_date = hit.published_date.or(other.published_date);
    hit.services.extend(other.services);
    hit.services.sort_unstable();
    hit.services.dedup();
    hit
}

/// A key that is the same for all URLs of a page, for example with and without `www.` or tracking
/// parameters. The key is not a URL.
pub fn page_key(url: &str) -> String {
    let Ok(parsed) = Url::parse(url) else { return url.to_owned() };
    let host = strip_www_and_mobile(parsed.host_str().unwrap_or_default());
    let port = parsed.port().map(|port| format!(":{port}")).unwrap_or_default();
    let path = decode_needless_escapes(parsed.path().trim_end_matches('/'));
    match host.as_str() {
        "doi.org" | "dx.doi.org" => return doi_key(&path),
        "arxiv.org" | "export.arxiv.org" => {
            if let Some(key) = arxiv_key(&path) {
                return key;
            }
        }
        _ => {}
    }
    let mut parameters: Vec<&str> = parsed.query().unwrap_or_default().split('&').collect();
    parameters.retain(|parameter| !parameter.is_empty() && !is_tracking_parameter(parameter));
    parameters.sort_unstable();
    // Some sites put the path of a page into the fragment (`#!/page`), so such a fragment stays in
    // the key.
    let route = parsed.fragment().filter(|route| route.starts_with(['!', '/'])).unwrap_or_default();
    format!("{host}{port}{path}?{}#{route}", parameters.join("&"))
}

/// Removes `www.` and the `m.` of mobile sites from a host name.
fn strip_www_and_mobile(host: &str) -> String {
    let host = host.trim_end_matches('.');
    let shorter = host.strip_prefix("www.").or_else(|| host.strip_prefix("m."));
    let host = shorter.filter(|rest| rest.contains('.')).unwrap_or(host);
    host.replace(".m.", ".")
}

/// Decodes percent-escapes of characters that need no escape, such as parentheses: some sites
/// escape them, others don't.
fn decode_needless_escapes(path: &str) -> String {
    let mut pieces = path.split('%');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (code, rest) = piece.split_at_checked(2).unwrap_or(("", piece));
        match u8::from_str_radix(code, 16).map(char::from) {
            Ok(c) if c.is_ascii_alphanumeric() || "-_.~!'()*,;:@".contains(c) => plain.push(c),
            _ => {
                plain.push('%');
                plain.push_str(&code.to_ascii_uppercase());
            }
        }
        plain.push_str(rest);
    }
    plain
}

/// The key of a page at doi.org, in lower case. The DOI of an arXiv preprint gets the same key as
/// the preprint's page at arxiv.org.
fn doi_key(path: &str) -> String {
    let doi = path.trim_start_matches('/').to_ascii_lowercase();
    match doi.strip_prefix("10.48550/arxiv.") {
        Some(id) => format!("arxiv.org/abs/{}", without_arxiv_version(id)),
        None => format!("doi.org/{doi}"),
    }
}

/// The key of an arXiv preprint: the same for its abstract, PDF and HTML page and for all versions.
fn arxiv_key(path: &str) -> Option<String> {
    let id = ["/abs/", "/pdf/", "/html/"].iter().find_map(|start| path.strip_prefix(start))?;
    let id = id.strip_suffix(".pdf").unwrap_or(id).to_ascii_lowercase();
    Some(format!("arxiv.org/abs/{}", without_arxiv_version(&id)))
}

fn without_arxiv_version(id: &str) -> &str {
    match id.rsplit_once('v') {
        Some((number, version))
            if !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_digit())
                && number.ends_with(|c: char| c.is_ascii_digit()) =>
        {
            number
        }
        _ => id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::search::SearchService;

    #[test]
    fn urls_of_the_same_page_have_the_same_key() {
        let same = |urls: &[&str]| {
            let keys: Vec<String> = urls.iter().map(|url| page_key(url)).collect();
            assert!(keys.windows(2).all(|pair| pair[0] == pair[1]), "{keys:?}");
        };
        same(&[
            "https://example.org/a",
            "http://www.example.org/a/",
            "https://EXAMPLE.org/a#part",
            "https://example.org/a?utm_source=x&fbclid=1",
        ]);
        same(&["https://example.org", "https://example.org/"]);
        same(&["https://example.org/?b=2&a=1", "https://example.org/?a=1&gclid=3&b=2"]);
        same(&["https://en.wikipedia.org/wiki/Rome", "https://en.m.wikipedia.org/wiki/Rome"]);
        same(&[
            "https://arxiv.org/abs/2401.01234v2",
            "http://arxiv.org/pdf/2401.01234",
            "https://arxiv.org/pdf/2401.01234v1.pdf",
            "https://export.arxiv.org/abs/2401.01234",
            "https://doi.org/10.48550/arXiv.2401.01234",
        ]);
        same(&["https://a.org/R_(city)/%c3%a9", "https://a.org/%52_%28city%29/é"]);
        same(&["https://doi.org/10.1000/ABC", "http://dx.doi.org/10.1000/abc"]);
    }

    #[test]
    fn urls_of_other_pages_have_other_keys() {
        let other = |one: &str, two: &str| assert_ne!(page_key(one), page_key(two));
        other("https://example.org/a", "https://example.org/A");
        other("https://example.org/?id=1", "https://example.org/?id=2");
        other("https://example.org/#!/a", "https://example.org/#!/b");
        other("https://a.example.org/", "https://b.example.org/");
        other("https://www.com/", "https://m.com/");
        other("https://example.org/a%2Fb", "https://example.org/a/b");
        other("https://example.org/%", "https://example.org/%2");
        other("https://example.org:8443/", "https://example.org/");
        other("https://arxiv.org/abs/2401.01234", "https://arxiv.org/abs/2401.01235");
        other("https://doi.org/10.1000/v1", "https://doi.org/10.1000/v2");
    }

    fn hit(service: SearchService, url: &str, snippet: &str) -> WebHit {
        let url = format!("https://{url}");
        let snippet = snippet.to_owned();
        WebHit { title: url.clone(), url, snippet, services: vec![service], ..WebHit::default() }
    }

    fn check(rankings: &[(SearchService, f32, &str)], expected: &str) {
        let ranking = |(service, weight, hits): &(SearchService, f32, &str)| {
            let parts = hits.split(' ').map(|hit| hit.split_once('=').unwrap_or((hit, "")));
            let hits = parts.map(|(url, snippet)| hit(*service, url, snippet)).collect();
            Ranking { items: hits, weight: *weight }
        };
        let merged = merge(rankings.iter().map(ranking).collect(), 4);
        let shown = |hit: &WebHit| {
            let names: Vec<&str> = hit.services.iter().map(|service| service.name()).collect();
            format!("{} {} [{}]", hit.url, hit.snippet, names.join(", "))
        };
        let shown: Vec<String> = merged.iter().map(shown).collect();
        assert_eq!(shown.join("\n"), expected);
    }

    #[test]
    fn a_page_that_several_services_find_comes_first_with_the_longest_snippet() {
        check(
            &[
                (SearchService::Brave, 1.0, "a.org=one b.org=short c.org"),
                (SearchService::Tavily, 1.0, "www.b.org/=much-longer d.org"),
            ],
            "https://www.b.org/ much-longer [Brave Search, Tavily]\n\
             https://a.org one [Brave Search]\n\
             https://d.org  [Tavily]\n\
             https://c.org  [Brave Search]",
        );
    }

    #[test]
    fn missing_fields_are_filled_from_another_service() {
        let bare = WebHit {
            url: "http://a.org/".into(),
            title: "http://a.org/".into(),
            services: vec![SearchService::Brave],
            ..WebHit::default()
        };
        let full = WebHit {
            url: "https://a.org/".into(),
            title: "A".into(),
            published_date: Some("2024".into()),
            authors: vec!["Ada".into()],
            services: vec![SearchService::Exa],
            ..WebHit::default()
        };
        let ranking = |hit: &WebHit| Ranking { items: vec![hit.clone()], weight: 1.0 };
        let merged = merge(vec![ranking(&bare), ranking(&full)], 5);
        let services = vec![SearchService::Brave, SearchService::Exa];
        assert_eq!(merged, [WebHit { services, ..full }]);
    }

    #[test]
    fn one_service_counts_a_page_once_and_weights_count() {
        check(
            &[
                (SearchService::Brave, 1.0, "b.org a.org a.org/ www.a.org"),
                (SearchService::Exa, 0.5, "c.org"),
            ],
            "https://b.org  [Brave Search]\n\
             https://a.org  [Brave Search]\n\
             https://c.org  [Exa]",
        );
        check(
            &[(SearchService::Exa, 1.0, "b.org"), (SearchService::Brave, 1.0, "a.org")],
            "https://a.org  [Brave Search]\nhttps://b.org  [Exa]",
        );
    }
}
