//! Guesses the type of a page, such as article, product or forum thread, from its metadata and its
//! URL. The result is a hint for the block classifier.

use std::sync::LazyLock;

use crate::language::word_list;

/// For each type of page, such as article or product, the names that suggest it.
type NamesByPageType = LazyLock<Vec<Vec<&'static str>>>;

/// For each type of page, the schema.org and OpenGraph types that suggest it, in lower case.
static SCHEMA_TYPES_BY_PAGE_TYPE: NamesByPageType = LazyLock::new(|| words_of_sections("schema "));

/// For each type of page, parts of URL paths that suggest it.
static PATH_PARTS_BY_PAGE_TYPE: NamesByPageType = LazyLock::new(|| words_of_sections("path "));

/// Returns the words of each section of `page_types.txt` whose name begins with `section_prefix`:
/// "schema " for types, "path " for parts of URL paths.
fn words_of_sections(section_prefix: &str) -> Vec<Vec<&'static str>> {
    let sections = word_list::parse_sections(include_str!("page_types.txt")).into_iter();
    sections
        .filter(|section| section.name.starts_with(section_prefix))
        .map(|found| found.words)
        .collect()
}

/// Returns features for the classifier: for each page type 1.0 if the metadata suggest it, then the
/// same for the URL, then the numbers of slashes and hyphens in the URL path.
pub(crate) fn page_type_features(schema_types: &[String], url: &str) -> Vec<f32> {
    let is_declared =
        |names: &Vec<&str>| schema_types.iter().any(|name| names.contains(&name.as_str()));
    let address = url.split_once("://").map_or(url, |(_, rest)| rest).to_ascii_lowercase();
    let path = address.find('/').and_then(|at| address.get(at..)).unwrap_or_default();
    let is_in_path = |parts: &Vec<&str>| parts.iter().any(|part| path.contains(part));
    let flags = SCHEMA_TYPES_BY_PAGE_TYPE
        .iter()
        .map(is_declared)
        .chain(PATH_PARTS_BY_PAGE_TYPE.iter().map(is_in_path));
    let mut hints: Vec<f32> = flags.map(|is| if is { 1.0 } else { 0.0 }).collect();
    hints.push(path.matches('/').count().min(8) as f32);
    hints.push(path.matches('-').count().min(12) as f32);
    hints
}

/// Positions of the features for articles: by the metadata, and by the URL.
const ARTICLE_FEATURES: [usize; 2] = [0, 7];

/// The same for products.
const PRODUCT_FEATURES: [usize; 2] = [1, 8];

/// The same for threads of a forum.
const THREAD_FEATURES: [usize; 2] = [2, 9];

/// Parts of the names of hosts that are forums.
const THREAD_HOST_PARTS: [&str; 5] = ["forum", "community", "board", "discuss", "talk"];

fn has_any(features: &[f32], positions: [usize; 2]) -> bool {
    positions.iter().any(|at| features.get(*at) == Some(&1.0))
}

/// Whether metadata or URL suggest an article. `features` are those of [`page_type_features`].
pub(crate) fn suggests_article(features: &[f32]) -> bool {
    has_any(features, ARTICLE_FEATURES)
}

/// Whether metadata or URL suggest a product, whose reviews belong to it.
pub(crate) fn suggests_product(features: &[f32]) -> bool {
    has_any(features, PRODUCT_FEATURES)
}

/// Whether metadata or URL suggest a thread of a forum, where the replies are the main text.
pub(crate) fn suggests_thread(features: &[f32], url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or_default().to_ascii_lowercase();
    has_any(features, THREAD_FEATURES) || THREAD_HOST_PARTS.iter().any(|part| host.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_position() {
        let hints = |schema: &str, url: &str| page_type_features(&[schema.to_owned()], url);
        let positions =
            |hints: &[f32]| -> Vec<usize> { (0..13).filter(|at| hints[*at] == 1.0).collect() };
        assert_eq!(hints("", "https://e.org/").len(), 15);
        assert_eq!(positions(&hints("recipe", "https://e.org/")), [6]);
        assert_eq!(positions(&hints("article", "https://e.org/blog/a")), [0, 7]);
        assert_eq!(positions(&hints("", "https://e.org/pricing")), [12]);
        let is_thread = |schema, url| suggests_thread(&hints(schema, url), url);
        assert!(is_thread("qapage", "https://e.org/"));
        assert!(is_thread("", "https://e.org/forum/1"));
        assert!(is_thread("", "https://community.e.org/1"));
        assert!(!is_thread("article", "https://e.org/blog/a"));
        assert!(suggests_article(&hints("article", "https://e.org/")));
        assert!(suggests_article(&hints("", "https://e.org/blog/a")));
        assert!(suggests_product(&hints("product", "https://e.org/blog/a")));
    }
}
