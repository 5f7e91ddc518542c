//! Splits text into search terms. Words become lowercase stems, and words with diacritics are also
//! terms without them. Identifiers are terms as a whole and in parts. Text in a script without
//! spaces becomes single characters and pairs of characters.
//!
//! The functions call what they are given through `dyn`: one compiled copy of each serves the index, the
//! search and the answers. The browser compiles each copy when it is first used, while somebody waits.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use unicode_segmentation::UnicodeSegmentation;

use crate::language::detection::{Language, is_unspaced_script};
use crate::language::normalize::{compose_unspaced_text, lowercase, without_diacritics};
use crate::language::stemmer::stem;
use crate::language::word_term_memory::remembered_terms;

/// The search terms of a text in order, with repetitions, without stop words.
pub(crate) fn search_terms(text: &str, language: Language) -> Vec<String> {
    let mut terms = Vec::new();
    for_each_word(text, &mut |word| terms.extend_from_slice(&word_terms(word, language)));
    terms
}

/// The search terms of a text, each once, without stop words.
pub(crate) fn distinct_terms(text: &str, language: Language) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for_each_word(text, &mut |word| terms.extend(word_terms(word, language).iter().cloned()));
    terms
}

/// The stem of a word; `None` for a stop word.
pub(crate) fn stem_unless_stop_word(word: &str, language: Language) -> Option<String> {
    let word = lowercase(word);
    (!language.is_stop_word(&word)).then(|| stem(&word, language))
}

/// The search terms of one word from `for_each_word`: its stem and other forms, except its exact
/// form.
pub(crate) fn word_terms(word: &str, language: Language) -> Rc<[String]> {
    // Text in a script without spaces is mostly as long as a clause and seldom comes again.
    match is_in_unspaced_script(word) {
        true => find_word_terms(word, language).into(),
        false => remembered_terms(word, language, || find_word_terms(word, language)),
    }
}

fn find_word_terms(word: &str, language: Language) -> Vec<String> {
    let mut terms = Vec::new();
    let mut add = |term: String, _| {
        if !term.starts_with(EXACT_FORM_PREFIX) {
            terms.push(term);
        }
    };
    if is_in_unspaced_script(word) {
        for_each_character_ngram(word, &mut |term, offset| add(term.to_owned(), offset));
    } else {
        for_each_word_term(word, language, &mut add);
    }
    terms
}

/// First character of a term that is the exact form of a word: the word as written, in lower case.
pub(crate) const EXACT_FORM_PREFIX: char = '=';

/// Maximum number of parts of a word; further parts are ignored. A word with more parts is data
/// rather than a name, and would take too many positions.
const MAX_SUBWORDS: usize = 32;

/// Whether a word from `for_each_word` is text in a script without spaces.
pub(crate) fn is_in_unspaced_script(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced_script)
}

/// Calls `found` with every search term of a word and its position relative to the word. A term
/// without a position adds to the score, but no phrase can match it. A stop word has no terms.
pub(crate) fn for_each_word_term(
    word: &str,
    language: Language,
    found: &mut dyn FnMut(String, Option<u32>),
) {
    for_each_word_part_term(word, language, found);
    for_each_whole_word_term(word, language, found);
}

/// Calls `found` with the search terms of a word as a whole: its exact form, its form without
/// diacritics, and its stem.
pub(crate) fn for_each_whole_word_term(
    word: &str,
    language: Language,
    found: &mut dyn FnMut(String, Option<u32>),
) {
    let lower = lowercase(word);
    if language.is_stop_word(&lower) {
        return;
    }
    let stemmed = stem(&lower, language);
    if stemmed != lower {
        found(format!("{EXACT_FORM_PREFIX}{lower}"), None);
    }
    let plain = without_diacritics(&lower).map(|plain| stem(&plain, language));
    if let Some(plain) = plain.filter(|plain| *plain != stemmed) {
        found(plain, Some(0));
    }
    found(stemmed, Some(0));
}

/// Calls `found` with the search terms of the parts of a word, such as `camel` and `case` for
/// `camelCase`. Returns the number of positions that the word takes.
pub(crate) fn for_each_word_part_term(
    word: &str,
    language: Language,
    found: &mut dyn FnMut(String, Option<u32>),
) -> u32 {
    let parts = split_into_subwords(word);
    let lower = lowercase(word);
    if parts.is_empty() || language.is_stop_word(&lower) {
        return 1;
    }
    let whole = stem(&lower, language);
    for (offset, part) in parts.iter().enumerate() {
        let part = part.to_lowercase();
        for form in without_diacritics(&part).into_iter().chain(std::iter::once(part)) {
            let form = stem(&form, language);
            if form != whole {
                found(form, Some(offset as u32));
            }
        }
    }
    parts.len() as u32
}

/// Calls `on_term_and_position` with the search terms of text in a script without spaces: pairs of
/// characters with positions, and single characters without positions, because these are too
/// common. Returns the number of positions that the text takes.
pub(crate) fn for_each_character_ngram(
    unspaced_text: &str,
    on_term_and_position: &mut dyn FnMut(&str, Option<u32>),
) -> u32 {
    let run = compose_unspaced_text(unspaced_text);
    let ends: Vec<usize> =
        run.char_indices().map(|(at, _)| at).skip(1).chain(std::iter::once(run.len())).collect();
    let mut start = 0;
    for (position, end) in ends.iter().enumerate() {
        let is_single = ends.len() == 1;
        on_term_and_position(run.get(start..*end).unwrap_or_default(), is_single.then_some(0));
        if let Some(pair) = ends.get(position + 1).and_then(|next| run.get(start..*next)) {
            on_term_and_position(pair, Some(position as u32));
        }
        start = *end;
    }
    ends.len() as u32
}

/// Calls `found` with every word of a text, in order. Consecutive characters of a script without
/// spaces are one word. Of a URL, only the host is split into words; its path and parameters are
/// skipped.
pub(crate) fn for_each_word<'t>(text: &'t str, found: &mut dyn FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_alphanumeric() && byte.is_ascii() {
            at += match byte {
                b'(' if at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b']') => {
                    skip_link_destination(text.get(at..).unwrap_or_default(), found)
                }
                b':' => skip_url(text.get(at..).unwrap_or_default(), found),
                _ => 1,
            };
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let ascii = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let following = rest.get(ascii).copied().unwrap_or(b' ');
        if ascii > 0 && !can_continue_word(following, rest.get(ascii + 1).copied()) {
            found(text.get(at..at + ascii).unwrap_or_default());
            at += ascii;
            continue;
        }
        // A word with an apostrophe, a dot, a comma or a character outside ASCII is split by
        // Unicode's rules, together with the text up to the next white space.
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        for_each_unicode_word(text.get(at..at + length).unwrap_or_default(), found);
        at += length;
    }
}

/// Skips the destination of a Markdown link, starting at its `(`. If it is a URL, calls
/// `on_host_word` with the words of its host. Returns the number of bytes skipped.
fn skip_link_destination<'t>(text: &'t str, on_host_word: &mut dyn FnMut(&'t str)) -> usize {
    let end = text.find([')', ' ', '\n']).unwrap_or(text.len());
    if let Some(scheme) = text.get(..end).and_then(|target| target.find("://")) {
        skip_url(text.get(scheme..end).unwrap_or_default(), on_host_word);
    }
    end
}

/// Skips a URL, starting at the `:` after its scheme, and calls `on_host_word` with the words of
/// its host. Returns the number of bytes skipped.
fn skip_url<'t>(text: &'t str, on_host_word: &mut dyn FnMut(&'t str)) -> usize {
    let Some(host) = text.strip_prefix("://") else { return 1 };
    let is_inside = |c: char| !c.is_whitespace() && !"()<>[]{}|\"'`".contains(c);
    let length = host.find(|c| !is_inside(c)).unwrap_or(host.len());
    let inside = host.get(..length).unwrap_or_default();
    for_each_word(inside.split(['/', '?', '#']).next().unwrap_or_default(), on_host_word);
    3 + length
}

/// Whether a word may continue after its ASCII letters: with letters of another script, or as in
/// `don't` and `3.5`.
fn can_continue_word(byte: u8, next_byte: Option<u8>) -> bool {
    !byte.is_ascii()
        || (matches!(byte, b'\'' | b'.' | b',')
            && next_byte.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii()))
}

fn for_each_unicode_word<'t>(chunk: &'t str, found: &mut dyn FnMut(&'t str)) {
    let mut run: Option<Range<usize>> = None;
    for (start, word) in chunk.unicode_word_indices() {
        split_by_script(word, &mut |piece| {
            let piece = start + piece.start..start + piece.end;
            let text = chunk.get(piece.clone()).unwrap_or_default();
            // Adjacent pieces of text in scripts without spaces form one word.
            match run.take() {
                Some(open) if open.end == piece.start && is_in_unspaced_script(text) => {
                    run = Some(open.start..piece.end);
                    return;
                }
                Some(open) => found(chunk.get(open).unwrap_or_default()),
                None => {}
            }
            if is_in_unspaced_script(text) {
                run = Some(piece);
            } else {
                found(text);
            }
        });
    }
    if let Some(open) = run {
        found(chunk.get(open).unwrap_or_default());
    }
}

/// Splits a word where a script without spaces begins or ends, as in `Python에서`.
fn split_by_script(word: &str, on_byte_range: &mut dyn FnMut(Range<usize>)) {
    let mut start = 0;
    while let Some(rest) = word.get(start..).filter(|rest| !rest.is_empty()) {
        let length = rest
            .find(|c| is_unspaced_script(c) != is_in_unspaced_script(rest))
            .unwrap_or(rest.len());
        let piece = rest.get(..length).unwrap_or_default();
        // Punctuation at the border between two scripts belongs to neither word.
        let is_joint = |c: char| matches!(c, '\'' | '’' | '.' | ',' | ':' | '_');
        let end = start + piece.trim_end_matches(is_joint).len();
        let begin = start + length - piece.trim_start_matches(is_joint).len();
        if begin < end {
            on_byte_range(begin..end);
        }
        start += length;
    }
}

/// The parts of a word that users search for separately, in order: those of `camelCase`,
/// `HTMLParser`, `snake_case`, `example.org` and `dell'acqua`. A single letter, as in `L'arbre` and
/// `user's`, is not a part. Empty for a word without parts.
fn split_into_subwords(word: &str) -> Vec<&str> {
    // A number has no parts: its dot does not separate words.
    let is_number = word.starts_with(|c: char| c.is_numeric());
    let is_joint = |c: char| matches!(c, '_' | '\'' | '’') || (c == '.' && !is_number);
    let pieces = word.split(is_joint).flat_map(split_camel_case);
    let parts = pieces.filter(|part| part.chars().nth(1).is_some() && part.len() < word.len());
    parts.take(MAX_SUBWORDS).collect()
}

/// Splits `camelCase` and `XMLHttp`: between a small letter and a capital, and before the last of
/// several capitals if two small letters follow. One small letter is not enough, because `PDFs` is
/// one word.
fn split_camel_case(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in word.char_indices() {
        let is_start = c.is_uppercase()
            && match before {
                Some(b) if char::is_lowercase(b) => true,
                Some(b) if char::is_uppercase(b) => {
                    let following = word.get(at..).unwrap_or_default().chars().skip(1).take(2);
                    following.filter(|c| c.is_lowercase()).count() == 2
                }
                _ => false,
            };
        if is_start {
            parts.extend(word.get(start..at));
            start = at;
        }
        before = Some(c);
    }
    parts.extend(word.get(start..));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(search_terms(text, Language::detect(text)), expected, "{text}");
    }

    #[test]
    fn words_are_lowercased_and_stemmed() {
        check("The Brewing temperatures, and the waters!", &["brew", "temperatur", "water"]);
        check("Die Pflanzen und der Boden", &["pflanz", "bod"]);
        check("don't stop 3.5 times", &["don", "don't", "stop", "3.5", "time"]);
    }

    proptest::proptest! {
        /// No stemmer may panic, whatever a note contains.
        #[test]
        fn every_stemmer_takes_every_word(word in "[a-zåäöøæğışțăőűéα-ωά-ώا-يஅ-ஹா-்а-я']{0,14}|\\PC{0,12}") {
            for language in (0..).map_while(Language::from_storage_id) {
                for_each_word_term(&word, language, &mut |_, _| {});
            }
        }
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        check("openFile snake_case", &["open", "file", "openfil", "snake", "case", "snake_cas"]);
    }

    #[test]
    fn a_word_is_split_into_its_parts() {
        let check =
            |word: &str, expected: &str| assert_eq!(split_into_subwords(word).join(" "), expected);
        check("XMLHttpRequest", "XML Http Request");
        check("HTMLParser", "HTML Parser");
        check("openFile", "open File");
        check("PDFs", "");
        check("Water", "");
        check("L'arbre", "arbre");
        check("dell’acqua", "dell acqua");
        check("user's", "user");
        check("snake_case.rs", "snake case rs");
        check("3.5", "");
        check("x_axis", "axis");
        check(&"ab_".repeat(1000), "ab ".repeat(MAX_SUBWORDS).trim_end());
    }

    #[test]
    fn all_kinds_of_apostrophe_are_equal() {
        check("L’arbre est dans la forêt", &["arbre", "l'arbr", "foret", "forêt"]);
        check("l'été est là", &["ete", "été", "l'et", "la", "là"]);
        check("the user’s tea", &["user", "tea"]);
    }

    #[test]
    fn a_word_is_split_where_its_script_changes() {
        let check = |text: &str, expected: &str| {
            let mut found = Vec::new();
            for_each_word(text, &mut |word| found.push(word));
            assert_eq!(found.join(" "), expected, "{text}");
        };
        check("Python에서 abc커피 3월", "Python 에서 abc 커피 3 월");
        check("커피's x.커피_", "커피 s x 커피");
        check("カフェcafe\u{301}水커피", "カフェ cafe\u{301} 水커피");
    }

    #[test]
    fn only_the_host_of_a_url_counts_as_words() {
        check("[tea](../a/b.md) ends", &["tea", "end"]);
        check("[x](https://example.org/a?b=c#d)", &["x", "exampl", "org", "example.org"]);
        check(
            "see https://example.org/a/b, ok",
            &["see", "https", "exampl", "org", "example.org", "ok"],
        );
        check("ratio: 3.5", &["ratio", "3.5"]);
    }

    #[test]
    fn words_are_found_without_their_diacritics() {
        check("café", &["cafe", "café"]);
        check("cafe\u{301}", &["cafe", "cafe\u{301}"]);
        check("ＡＰＩ", &["api", "ａｐｉ"]);
        check("\u{110f}\u{1165}\u{1111}\u{1175}", &["커", "커피", "피"]);
    }

    #[test]
    fn scripts_without_spaces_become_characters_and_pairs() {
        check("堆肥需要", &["堆", "堆肥", "肥", "肥需", "需", "需要", "要"]);
        check("水 and x水y", &["水", "x", "水", "y"]);
    }
}
