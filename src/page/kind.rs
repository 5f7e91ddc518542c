//! What kind of page it is, as far as the page and its address say so: an article, a product, a
//! thread. Only hints, for the judge to weigh.

/// Words of schema.org and OpenGraph in lower case, by what they say.
const WORDS: [&[&str]; 7] = [
    &["article", "newsarticle", "blogposting", "reportagenewsarticle", "blog"],
    &["product", "offer", "productgroup", "aggregateoffer", "og:product"],
    &["discussionforumposting", "qapage", "question", "socialmediaposting"],
    &["itemlist", "collectionpage", "searchresultspage", "offercatalog", "list"],
    &["techarticle", "howto", "apireference", "softwaresourcecode"],
    &["service", "localbusiness", "faqpage", "softwareapplication"],
    &["recipe", "event", "videoobject", "jobposting"],
];

/// Words in the path of an address, by what they say.
const PATHS: [&[&str]; 6] = [
    &["/blog", "/news", "/article", "/story", "/post", "/202", "/201"],
    &["/product", "/p/", "/dp/", "/item", "/shop"],
    &["/forum", "/thread", "/topic", "/t/", "/questions", "/discussion", "/comments", "viewtopic"],
    &["/category", "/collections", "/tag", "/search", "/list", "/c/", "/archive"],
    &["/docs", "/doc/", "/guide", "/reference", "/manual", "/api", "/wiki", "/help", "/tutorial"],
    &["/service", "/solutions", "/about", "/pricing", "/features"],
];

/// What the page says it is, and what its address looks like, as numbers.
pub fn hints(kinds: &[String], url: &str) -> Vec<f32> {
    let is_said = |words: &&[&str]| kinds.iter().any(|kind| words.contains(&kind.as_str()));
    let address = url.split_once("://").map_or(url, |(_, rest)| rest).to_ascii_lowercase();
    let path = address.find('/').and_then(|at| address.get(at..)).unwrap_or_default();
    let is_in_path = |words: &&[&str]| words.iter().any(|word| path.contains(word));
    let flags = WORDS.iter().map(is_said).chain(PATHS.iter().map(is_in_path));
    let mut hints: Vec<f32> = flags.map(|is| if is { 1.0 } else { 0.0 }).collect();
    hints.push(path.matches('/').count().min(8) as f32);
    hints.push(path.matches('-').count().min(12) as f32);
    hints
}
