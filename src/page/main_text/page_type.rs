//! Guesses the type of a page, such as article, product or forum thread, from its metadata and its
//! URL. The result is a hint for the block classifier.

use std::sync::LazyLock;

use crate::text::word_list;

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
pub fn page_type_features(schema_types: &[String], url: &str) -> Vec<f32> {
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
    }
}
