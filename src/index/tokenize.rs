//! Text to search terms: Unicode words in lower case, stemmed where the language has a stemmer;
//! single characters and pairs of neighbours where a script writes no spaces; identifiers whole
//! and in their parts; letters with marks also without them.

use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use crate::index::language::{Language, is_unspaced};
use crate::index::normalize::{composed, folded, lower};

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
    let word = lower(word);
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

/// What has more parts is no name but data, and would take as many places.
const MOST_PARTS: usize = 32;

/// Whether a word is a run of a script without spaces.
pub fn is_run(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced)
}

/// Calls back with every term of a word, and with its place counted from the word's own; a term
/// without a place only counts. A stop word has none.
pub fn forms(word: &str, language: Language, found: &mut impl FnMut(String, Option<u32>)) {
    part_forms(word, language, found);
    whole_forms(word, language, found);
}

/// The terms of a word as one piece: as it is written, without its marks, and its stem.
pub fn whole_forms(word: &str, language: Language, found: &mut impl FnMut(String, Option<u32>)) {
    let lower = lower(word);
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
    found(stemmed, Some(0));
}

/// The terms of the parts of a word, if it has any; answers with how many places it takes.
pub fn part_forms(
    word: &str,
    language: Language,
    found: &mut impl FnMut(String, Option<u32>),
) -> u32 {
    let parts = parts(word);
    let lower = lower(word);
    if parts.is_empty() || language.is_stop_word(&lower) {
        return 1;
    }
    let whole = stem(&lower, language);
    for (offset, part) in parts.iter().enumerate() {
        let part = part.to_lowercase();
        for form in folded(&part).into_iter().chain(std::iter::once(part)) {
            let form = stem(&form, language);
            if form != whole {
                found(form, Some(offset as u32));
            }
        }
    }
    parts.len() as u32
}

/// Calls back with the terms of a run: neighbouring pairs with their places, and the characters,
/// which stand nearly everywhere and so only count. Answers with how many places the run takes,
/// in a note as in a query.
pub fn characters(run: &str, found: &mut impl FnMut(&str, Option<u32>)) -> u32 {
    let run = composed(run);
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
    let mut run: Option<Range<usize>> = None;
    for (start, word) in chunk.unicode_word_indices() {
        by_script(word, &mut |piece| {
            let piece = start + piece.start..start + piece.end;
            let text = chunk.get(piece.clone()).unwrap_or_default();
            // Runs that touch are one.
            match run.take() {
                Some(open) if open.end == piece.start && is_run(text) => {
                    run = Some(open.start..piece.end);
                    return;
                }
                Some(open) => found(chunk.get(open).unwrap_or_default()),
                None => {}
            }
            if is_run(text) {
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

/// Cuts a word where it changes between a script without spaces and another, as in `Python에서`.
fn by_script(word: &str, found: &mut impl FnMut(Range<usize>)) {
    let mut start = 0;
    while let Some(rest) = word.get(start..).filter(|rest| !rest.is_empty()) {
        let length = rest.find(|c| is_unspaced(c) != is_run(rest)).unwrap_or(rest.len());
        let piece = rest.get(..length).unwrap_or_default();
        // What joined the two belongs to neither.
        let is_joint = |c: char| matches!(c, '\'' | '’' | '.' | ',' | ':' | '_');
        let end = start + piece.trim_end_matches(is_joint).len();
        let begin = start + length - piece.trim_start_matches(is_joint).len();
        if begin < end {
            found(begin..end);
        }
        start += length;
    }
}

/// The parts of a word that may be looked for alone, in order: those of `camelCase`, `HTMLParser`,
/// `snake_case`, `example.org` and `dell'acqua`. None for a word that is one piece; a single letter
/// (`L'arbre`, `user's`) is no part.
fn parts(word: &str) -> Vec<&str> {
    // The dot of a figure joins no parts.
    let is_figure = word.starts_with(|c: char| c.is_numeric());
    let is_joint = |c: char| matches!(c, '_' | '\'' | '’') || (c == '.' && !is_figure);
    let pieces = word.split(is_joint).flat_map(humps);
    let told = pieces.filter(|part| part.chars().nth(1).is_some() && part.len() < word.len());
    told.take(MOST_PARTS).collect()
}

/// Cuts `camelCase` and `XMLHttp`: before a capital behind a small letter, and before the last
/// capital of several when small letters follow (two of them: `PDFs` is one word).
fn humps(word: &str) -> Vec<&str> {
    let mut humps = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in word.char_indices() {
        let is_hump = c.is_uppercase()
            && match before {
                Some(b) if char::is_lowercase(b) => true,
                Some(b) if char::is_uppercase(b) => {
                    let behind = word.get(at..).unwrap_or_default().chars().skip(1).take(2);
                    behind.filter(|c| c.is_lowercase()).count() == 2
                }
                _ => false,
            };
        if is_hump {
            humps.extend(word.get(start..at));
            start = at;
        }
        before = Some(c);
    }
    humps.extend(word.get(start..));
    humps
}

fn stem(word: &str, language: Language) -> String {
    let stemmed = |word: &str, a: Algorithm| Stemmer::create(a).stem(word).into_owned();
    match algorithm(language) {
        // The stemmer knows only the older way to write these two, and both are in use.
        Some(a @ Algorithm::Romanian) => stemmed(&word.replace('ș', "ş").replace('ț', "ţ"), a),
        Some(a) => stemmed(word, a),
        None => word.to_owned(),
    }
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
        Language::Arabic => Algorithm::Arabic,
        Language::Danish => Algorithm::Danish,
        Language::Finnish => Algorithm::Finnish,
        Language::Greek => Algorithm::Greek,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Romanian => Algorithm::Romanian,
        Language::Swedish => Algorithm::Swedish,
        Language::Tamil => Algorithm::Tamil,
        Language::Turkish => Algorithm::Turkish,
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
        check("don't stop 3.5 times", &["don", "don't", "stop", "3.5", "time"]);
    }

    #[test]
    fn bent_words_are_found_by_their_stem() {
        let check = |word: &str, bent: &str, language: Language| {
            assert_eq!(stem(word, language), stem(bent, language), "{word} {bent}");
        };
        check("كتاب", "الكتاب", Language::Arabic);
        check("hus", "husene", Language::Danish);
        check("talo", "talossa", Language::Finnish);
        check("δρόμος", "δρόμους", Language::Greek);
        check("ház", "házban", Language::Hungarian);
        check("bil", "bilene", Language::Norwegian);
        check("copac", "copacul", Language::Romanian);
        check("naţiune", "națiuni", Language::Romanian);
        check("skog", "skogen", Language::Swedish);
        check("புத்தகம்", "புத்தகத்தில்", Language::Tamil);
        check("ev", "evler", Language::Turkish);
    }

    proptest::proptest! {
        /// Whatever stands in a note, no stemmer may fall over it.
        #[test]
        fn every_stemmer_takes_every_word(word in "[a-zåäöøæğışțăőűéα-ωά-ώا-يஅ-ஹா-்а-я']{0,14}|\\PC{0,12}") {
            for language in (0..).map_while(Language::numbered) {
                forms(&word, language, &mut |_, _| {});
            }
        }
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        check("openFile snake_case", &["open", "file", "openfil", "snake", "case", "snake_cas"]);
    }

    #[test]
    fn a_word_is_cut_into_what_may_be_looked_for_alone() {
        let check = |word: &str, expected: &str| assert_eq!(parts(word).join(" "), expected);
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
        check(&"ab_".repeat(1000), "ab ".repeat(MOST_PARTS).trim_end());
    }

    #[test]
    fn an_apostrophe_is_one_however_it_is_typed() {
        check("L’arbre est dans la forêt", &["arbre", "l'arbr", "foret", "forêt"]);
        check("l'été est là", &["ete", "été", "l'et", "la", "là"]);
        check("the user’s tea", &["user", "tea"]);
    }

    #[test]
    fn a_word_is_cut_where_its_script_changes() {
        let check = |text: &str, expected: &str| {
            let mut cut = Vec::new();
            words(text, &mut |word| cut.push(word));
            assert_eq!(cut.join(" "), expected, "{text}");
        };
        check("Python에서 abc커피 3월", "Python 에서 abc 커피 3 월");
        check("커피's x.커피_", "커피 s x 커피");
        check("カフェcafe\u{301}水커피", "カフェ cafe\u{301} 水커피");
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
