//! Guesses the type of a page, such as article, product or forum thread, from its metadata and its
//! URL. The result is a hint for the block classifier.

/// Types of schema.org and OpenGraph in lower case, grouped by the type of page.
const SCHEMA_TYPES_BY_PAGE_TYPE: [&[&str]; 7] = [
    &["article", "newsarticle", "blogposting", "reportagenewsarticle", "blog"],
    &["product", "offer", "productgroup", "aggregateoffer", "og:product"],
    &["discussionforumposting", "qapage", "question", "socialmediaposting"],
    &["itemlist", "collectionpage", "searchresultspage", "offercatalog", "list"],
    &["techarticle", "howto", "apireference", "softwaresourcecode"],
    &["service", "localbusiness", "faqpage", "softwareapplication"],
    &["recipe", "event", "videoobject", "jobposting"],
];

/// Parts of URL paths, grouped by the type of page.
const PATH_PARTS_BY_PAGE_TYPE: [&[&str]; 6] = [
    &["/blog", "/news", "/article", "/story", "/post", "/202", "/201"],
    &["/product", "/p/", "/dp/", "/item", "/shop"],
    &["/forum", "/thread", "/topic", "/t/", "/questions", "/discussion", "/comments", "viewtopic"],
    &["/category", "/collections", "/tag", "/search", "/list", "/c/", "/archive"],
    &["/docs", "/doc/", "/guide", "/reference", "/manual", "/api", "/wiki", "/help", "/tutorial"],
    &["/service", "/solutions", "/about", "/pricing", "/features"],
];

/// Returns the page types that metadata and URL suggest, as numbers in a fixed order.
pub fn page_type_hints(schema_types: &[String], url: &str) -> Vec<f32> {
    let is_declared =
        |names: &&[&str]| schema_types.iter().any(|name| names.contains(&name.as_str()));
    let address = url.split_once("://").map_or(url, |(_, rest)| rest).to_ascii_lowercase();
    let path = address.find('/').and_then(|at| address.get(at..)).unwrap_or_default();
    let is_in_path = |parts: &&[&str]| parts.iter().any(|part| path.contains(part));
    let flags = SCHEMA_TYPES_BY_PAGE_TYPE
        .iter()
        .map(is_declared)
        .chain(PATH_PARTS_BY_PAGE_TYPE.iter().map(is_in_path));
    let mut hints: Vec<f32> = flags.map(|is| if is { 1.0 } else { 0.0 }).collect();
    hints.push(path.matches('/').count().min(8) as f32);
    hints.push(path.matches('-').count().min(12) as f32);
    hints
}
