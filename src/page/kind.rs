//! What a page says it is: an article, a product, a thread. Read from the data that pages carry
//! for search engines, which is often broken, so its words are looked for and not its structure.

use super::dom::Dom;
use super::tag::Tag;

/// Words of schema.org and OpenGraph, by what they say.
const WORDS: [&[&str]; 7] = [
    &["Article\"", "NewsArticle", "BlogPosting", "ReportageNewsArticle"],
    &["Product\"", "Offer\"", "ProductGroup"],
    &["DiscussionForumPosting", "QAPage", "Question\""],
    &["ItemList\"", "CollectionPage", "SearchResultsPage", "OfferCatalog"],
    &["TechArticle", "HowTo\"", "APIReference", "SoftwareSourceCode"],
    &["Service\"", "LocalBusiness", "FAQPage", "SoftwareApplication"],
    &["Recipe\"", "Event\"", "VideoObject", "JobPosting"],
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

/// What a page says it is, as numbers for the judge: the more often, the surer.
pub fn kinds(dom: &Dom, url: &str) -> Vec<f32> {
    let mut said = [0.0_f32; WORDS.len()];
    let mut og_article = 0.0;
    let mut og_product = 0.0;
    for id in dom.walk(dom.root()) {
        if dom.tag(id) == Tag::Script && dom.attribute(id, "type") == Some("application/ld+json") {
            let text = dom.all_text(id);
            for (slot, words) in said.iter_mut().zip(WORDS) {
                let times: usize = words.iter().map(|word| text.matches(word).count()).sum();
                *slot += times.min(5) as f32;
            }
        }
        if dom.tag(id) == Tag::Meta && dom.attribute(id, "property") == Some("og:type") {
            let content = dom.attribute(id, "content").unwrap_or_default();
            og_article = if content.contains("article") { 1.0 } else { og_article };
            og_product = if content.contains("product") { 1.0 } else { og_product };
        }
    }
    let path = url.split_once("://").map_or(url, |(_, rest)| rest).to_ascii_lowercase();
    let path = path.find('/').and_then(|at| path.get(at..)).unwrap_or_default();
    let in_path =
        |words: &&[&str]| if words.iter().any(|word| path.contains(word)) { 1.0 } else { 0.0 };
    let mut kinds = said.map(|times| times.min(5.0)).to_vec();
    kinds.extend([og_article, og_product]);
    kinds.extend(PATHS.iter().map(in_path));
    kinds.push(path.matches('/').count().min(8) as f32);
    kinds.push(path.matches('-').count().min(12) as f32);
    kinds
}
