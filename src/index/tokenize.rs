//! Text to search terms: Unicode words in lower case, stemmed where the language has a stemmer;
//! single characters and pairs of neighbours where a script writes no spaces; identifiers whole
//! and in their parts; letters with marks also without them.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use super::language::{Language, is_unspaced};

/// The terms of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// In order, repeats kept.
    pub all: Vec<String>,
}

impl Terms {
    /// Each once, in order of spelling.
    pub fn distinct(self) -> std::collections::BTreeSet<String> {
        self.all.into_iter().collect()
    }
}

/// The terms of a text in a language, stop words left out.
pub fn terms(text: &str, language: Language) -> Terms {
    let mut all = Vec::new();
    words(text, &mut |word| all.extend(word_terms(word, language)));
    Terms { all }
}

/// The term of a single word; none for a stop word.
pub fn term(word: &str, language: Language) -> Option<String> {
    let word = word.to_lowercase();
    (!language.is_stop_word(&word)).then(|| stem(&word, language))
}

/// All terms of one word as `words` gives it: its stem, and its other forms where it has any.
pub fn word_terms(word: &str, language: Language) -> Vec<String> {
    let mut terms = Vec::new();
    let mut add = |term: String, _| {
        if !term.starts_with(SURFACE) {
            terms.push(term);
        }
    };
    if is_run(word) {
        characters(word, &mut |term, offset| add(term.to_owned(), offset));
    } else {
        forms(word, language, &mut add);
    }
    terms
}

/// Begins the term that stands for a word exactly as it is written, but for case.
pub const SURFACE: char = '=';

/// Whether a word is a run of a script without spaces.
pub fn is_run(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced)
}

/// Calls back with every term of a word, and with its place counted from the word's own; a term
/// without a place only counts. A stop word has none.
pub fn forms(word: &str, language: Language, found: &mut impl FnMut(String, Option<u32>)) {
    let lower = word.to_lowercase();
    if language.is_stop_word(&lower) {
        return;
    }
    let stemmed = stem(&lower, language);
    if stemmed != lower {
        found(format!("{SURFACE}{lower}"), None);
    }
    let plain = folded(&lower).map(|plain| stem(&plain, language));
    if let Some(plain) = plain.filter(|plain| *plain != stemmed) {
        found(plain, Some(0));
    }
    for (offset, part) in parts(word).into_iter().enumerate() {
        let part = stem(&part.to_lowercase(), language);
        if part != stemmed {
            found(part, Some(offset as u32));
        }
    }
    found(stemmed, Some(0));
}

/// Calls back with the terms of a run: neighbouring pairs with their places, and the characters,
/// which stand nearly everywhere and so only count. Answers with how many places the run takes,
/// in a note as in a query.
pub fn characters(run: &str, found: &mut impl FnMut(&str, Option<u32>)) -> u32 {
    let ends: Vec<usize> =
        run.char_indices().map(|(at, _)| at).skip(1).chain(std::iter::once(run.len())).collect();
    let mut start = 0;
    for (place, end) in ends.iter().enumerate() {
        let alone = ends.len() == 1;
        found(run.get(start..*end).unwrap_or_default(), alone.then_some(0));
        if let Some(pair) = ends.get(place + 1).and_then(|next| run.get(start..*next)) {
            found(pair, Some(place as u32));
        }
        start = *end;
    }
    ends.len() as u32
}

/// Calls back with every word, in order; a run of an unspaced script is one word here. Of an
/// address only the host is words: the rest is written for machines.
pub fn words<'t>(text: &'t str, found: &mut impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_alphanumeric() && byte.is_ascii() {
            at += match byte {
                b'(' if at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b']') => {
                    destination(text.get(at..).unwrap_or_default(), found)
                }
                b':' => address(text.get(at..).unwrap_or_default(), found),
                _ => 1,
            };
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let ascii = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let behind = rest.get(ascii).copied().unwrap_or(b' ');
        if ascii > 0 && !joins(behind, rest.get(ascii + 1).copied()) {
            found(text.get(at..at + ascii).unwrap_or_default());
            at += ascii;
            continue;
        }
        // Anything but plain ASCII is cut by Unicode's rules, up to the next white space.
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        other_words(text.get(at..at + length).unwrap_or_default(), found);
        at += length;
    }
}

/// What a link points to, from its `(` on; answers with how many bytes are read.
fn destination<'t>(text: &'t str, found: &mut impl FnMut(&'t str)) -> usize {
    let end = text.find([')', ' ', '\n']).unwrap_or(text.len());
    if let Some(scheme) = text.get(..end).and_then(|target| target.find("://")) {
        address(text.get(scheme..end).unwrap_or_default(), found);
    }
    end
}

/// An address from the `:` behind its scheme on; answers with how many bytes are read.
fn address<'t>(text: &'t str, found: &mut impl FnMut(&'t str)) -> usize {
    let Some(host) = text.strip_prefix("://") else { return 1 };
    let is_inside = |c: char| !c.is_whitespace() && !"()<>[]{}|\"'`".contains(c);
    let length = host.find(|c| !is_inside(c)).unwrap_or(host.len());
    let inside = host.get(..length).unwrap_or_default();
    words(inside.split(['/', '?', '#']).next().unwrap_or_default(), found);
    3 + length
}

/// Whether a word may go on behind its ASCII letters: with another script, or as in `don't`, `3.5`.
fn joins(behind: u8, next: Option<u8>) -> bool {
    !behind.is_ascii()
        || (matches!(behind, b'\'' | b'.' | b',')
            && next.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii()))
}

fn other_words<'t>(chunk: &'t str, found: &mut impl FnMut(&'t str)) {
    let mut run: Option<std::ops::Range<usize>> = None;
    for (start, word) in chunk.unicode_word_indices() {
        let end = start + word.len();
        if word.chars().all(is_unspaced) {
            run = match run {
                Some(open) if open.end == start => Some(open.start..end),
                Some(open) => {
                    found(chunk.get(open).unwrap_or_default());
                    Some(start..end)
                }
                None => Some(start..end),
            };
            continue;
        }
        if let Some(open) = run.take() {
            found(chunk.get(open).unwrap_or_default());
        }
        found(word);
    }
    if let Some(open) = run {
        found(chunk.get(open).unwrap_or_default());
    }
}

/// The parts of `camelCase`, `snake_case` and `example.org`; none for a word that is one piece.
fn parts(word: &str) -> Vec<&str> {
    // The dot of a figure joins no parts.
    let is_joint = |c: char| c == '_' || (c == '.' && !word.starts_with(|c: char| c.is_numeric()));
    let mut cuts = vec![0];
    let mut before: Option<char> = None;
    for (at, c) in word.char_indices() {
        let hump = before.is_some_and(|b| b.is_lowercase() && c.is_uppercase());
        if hump || is_joint(c) || before.is_some_and(is_joint) {
            cuts.push(at);
        }
        before = Some(c);
    }
    if cuts.len() == 1 {
        return Vec::new();
    }
    cuts.push(word.len());
    let pieces = cuts.windows(2).filter_map(|cut| match cut {
        [from, to] => word.get(*from..*to),
        _ => None,
    });
    pieces.filter(|piece| !piece.starts_with(is_joint)).collect()
}

/// A word without the marks on its letters; none if it has none.
fn folded(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let plain: String = word
        .chars()
        .map(|c| FOLDS.iter().find(|(marked, _)| marked.contains(c)).map_or(c, |(_, plain)| *plain))
        .collect();
    (plain != word).then_some(plain)
}

/// Letters with marks, by the letter they are typed as without.
const FOLDS: [(&str, char); 16] = [
    ("áàâäãåāăą", 'a'),
    ("éèêëēėęě", 'e'),
    ("íìîïīįı", 'i'),
    ("óòôöõøōő", 'o'),
    ("úùûüūůűų", 'u'),
    ("ýÿ", 'y'),
    ("çćč", 'c'),
    ("ñńň", 'n'),
    ("śšş", 's'),
    ("źżž", 'z'),
    ("łĺľ", 'l'),
    ("ďđ", 'd'),
    ("ťţ", 't'),
    ("řŕ", 'r'),
    ("ğ", 'g'),
    ("ё", 'е'),
];

fn stem(word: &str, language: Language) -> String {
    algorithm(language)
        .map_or_else(|| word.to_owned(), |a| Stemmer::create(a).stem(word).into_owned())
}

fn algorithm(language: Language) -> Option<Algorithm> {
    Some(match language {
        Language::English => Algorithm::English,
        Language::German => Algorithm::German,
        Language::French => Algorithm::French,
        Language::Spanish => Algorithm::Spanish,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Italian => Algorithm::Italian,
        Language::Dutch => Algorithm::Dutch,
        Language::Russian => Algorithm::Russian,
        Language::Chinese | Language::Japanese | Language::Korean => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(terms(text, Language::of(text)).all, expected, "{text}");
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        check("The Brewing temperatures, and the waters!", &["brew", "temperatur", "water"]);
        check("Die Pflanzen und der Boden", &["pflanz", "bod"]);
        check("don't stop 3.5 times", &["don't", "stop", "3.5", "time"]);
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        check("openFile snake_case", &["open", "file", "openfil", "snake", "case", "snake_cas"]);
    }

    #[test]
    fn of_an_address_only_the_host_is_words() {
        check("[tea](../a/b.md) ends", &["tea", "end"]);
        check("[x](https://example.org/a?b=c#d)", &["x", "exampl", "org", "example.org"]);
        check(
            "see https://example.org/a/b, ok",
            &["see", "https", "exampl", "org", "example.org", "ok"],
        );
        check("ratio: 3.5", &["ratio", "3.5"]);
    }

    #[test]
    fn marks_on_letters_may_be_left_out() {
        check("café", &["cafe", "café"]);
    }

    #[test]
    fn scripts_without_spaces_become_characters_and_pairs() {
        check("堆肥需要", &["堆", "堆肥", "肥", "肥需", "需", "需要", "要"]);
        check("水 and x水y", &["水", "x", "水", "y"]);
    }
}
