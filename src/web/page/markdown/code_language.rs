//! Finds the programming language of a code block in the class names and attributes of the elements
//! around the code.

use std::sync::LazyLock;

use crate::language::{WordList, WordSet, word_list};
use crate::values::html::{Dom, NodeId, Tag};

const CODE_LANGUAGE_WORD_LISTS: &str = include_str!("code_names.txt");

/// Languages that sites use as a whole class name, such as `bash`.
static KNOWN_LANGUAGES: WordSet =
    LazyLock::new(|| word_list::word_set(CODE_LANGUAGE_WORD_LISTS, "languages"));

/// Class names and attribute values that are used in place of a programming language but name none,
/// such as `plaintext`.
static NON_LANGUAGE_NAMES: WordSet =
    LazyLock::new(|| word_list::word_set(CODE_LANGUAGE_WORD_LISTS, "no_language"));

/// Beginnings of the language names, such as `dataview`, for which an Obsidian plugin runs the code
/// block.
static PLUGIN_LANGUAGE_PREFIXES: WordList =
    LazyLock::new(|| word_list::words(CODE_LANGUAGE_WORD_LISTS, "plugin_prefixes"));

/// Maximum number of ancestors of a block of code whose classes are searched for its language.
const MAX_LANGUAGE_SEARCH_ANCESTORS: usize = 6;

/// Returns the language of a block of code; empty if the page does not declare it.
pub fn detect_code_language(dom: &Dom, id: NodeId) -> String {
    let inside = dom.walk(id).take(8).filter(|node| matches!(dom.tag(*node), Tag::Code | Tag::Pre));
    let ancestors = dom.ancestors(id).take(MAX_LANGUAGE_SEARCH_ANCESTORS).enumerate();
    // From the third ancestor on, a class such as `lang-en` more likely names a human language, so
    // only known programming languages are accepted.
    let outside = ancestors.filter_map(|(distance, node)| {
        declared_code_language(dom, node).filter(|name| distance < 2 || is_known_language(name))
    });
    let found = inside.filter_map(|node| declared_code_language(dom, node)).chain(outside).next();
    found
        .filter(|name| !NON_LANGUAGE_NAMES.contains(name.as_str()) && !is_executed_by_plugin(name))
        .unwrap_or_default()
}

fn declared_code_language(dom: &Dom, id: NodeId) -> Option<String> {
    /// HTML attributes whose value is a programming language.
    const LANGUAGE_ATTRIBUTES: [&str; 4] =
        ["data-lang", "data-language", "data-code-language", "data-code-lang"];
    let declared = LANGUAGE_ATTRIBUTES.iter().find_map(|name| dom.attribute(id, name));
    declared.and_then(normalize_language_name).or_else(|| language_from_class(dom, id))
}

fn language_from_class(dom: &Dom, id: NodeId) -> Option<String> {
    /// Beginnings of class names that are followed by a programming language.
    const LANGUAGE_CLASS_PREFIXES: [&str; 6] =
        ["language-", "lang-", "highlight-source-", "highlight-text-", "src-", "brush:"];
    let names: Vec<&str> = dom.classes(id).collect();
    let mut pairs = names
        .iter()
        .flat_map(|class| LANGUAGE_CLASS_PREFIXES.iter().map(move |start| (class, start)));
    let suffix = pairs.find_map(|(class, start)| class.strip_prefix(start));
    if let Some(found) = suffix.filter(|found| !found.is_empty()) {
        return normalize_language_name(found);
    }
    if let Some(index) = names.iter().position(|name| *name == "brush:") {
        return normalize_language_name(names.get(index + 1)?);
    }
    if let Some(found) = names.iter().find_map(|class| class.strip_prefix("highlight-")) {
        return normalize_language_name(found).filter(|name| is_known_language(name));
    }
    let is_code = matches!(dom.tag(id), Tag::Pre | Tag::Code | Tag::Figure)
        || names
            .iter()
            .any(|class| matches!(*class, "highlight" | "sourceCode" | "hljs" | "codehilite"));
    is_code.then(|| {
        names
            .iter()
            .filter_map(|class| normalize_language_name(class))
            .find(|name| is_known_language(name))
    })?
}

/// Whether an Obsidian plugin runs code blocks with this language. Code from a page must not run in
/// a note.
fn is_executed_by_plugin(language: &str) -> bool {
    PLUGIN_LANGUAGE_PREFIXES.iter().any(|start| language.starts_with(start))
}

/// Whether a text, in lower case, is in the list of programming languages.
fn is_known_language(name: &str) -> bool {
    KNOWN_LANGUAGES.contains(name)
}

/// Returns the name of a programming language in lower case, as it is written after a code fence;
/// `None` if the text has characters that are not allowed there or is too long.
fn normalize_language_name(text: &str) -> Option<String> {
    /// Maximum length in bytes of the name of a programming language; longer texts are ignored.
    const MAX_LANGUAGE_NAME_BYTES: usize = 20;
    let text = text.trim().trim_end_matches(';').to_ascii_lowercase();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
    (!text.is_empty() && text.len() <= MAX_LANGUAGE_NAME_BYTES && text.chars().all(is_name))
        .then_some(text)
}
