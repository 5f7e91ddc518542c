//! Finds the names in the text of a note that nobody linked: two to four capitalised words in a row,
//! such as “Bullet Journal”. A name inside a sentence is certain; at the beginning of one, its first
//! word may be capitalised only for that.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::features::health::note_blocks::{NoteBlock, NoteBlockKind};
use crate::language::{Language, general_words, is_unspaced_script};
use crate::values::text::{comparison_hash, fnv1a, to_nfc};

/// Number of capitalised words of a name.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=4;

/// Number of words on each side of a name by which copied text is recognised.
const CONTEXT_WORDS: usize = 3;

/// Words in lower case inside names.
const CONNECTORS: [&str; 9] = ["of", "de", "del", "van", "von", "der", "di", "da", "du"];

/// Words after which a name may go on: “Media Capture and Streams”.
const CONTINUATIONS: [&str; 6] = ["and", "for", "over", "in", "to", "y"];

/// Capitalised words before a name that are no part of it.
const ARTICLES: [&str; 7] = ["The", "A", "An", "El", "La", "Los", "Las"];

/// A name in the text of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainName {
    /// The hash of the letters and digits of the name.
    pub key: u64,
    /// The key of its last word.
    pub last_word_key: u64,
    /// The name as written.
    pub name: String,
    /// The number of the line on which its block begins, counted from one.
    pub line: usize,
    /// Whether the name is inside a sentence at least once.
    pub is_certain: bool,
    /// The hash of the words around it, the lowest one if it is in the note several times: notes with
    /// the same text have the same.
    pub context: u64,
}

/// The key of a name.
pub fn name_key(name: &str) -> u64 {
    comparison_hash(&to_nfc(name))
}

/// The keys of the words of a title or link, and of up to four of its words in a row: a note with this
/// title is about these names.
pub fn keys_in_title(title: &str) -> Vec<u64> {
    // The accent of a decomposed character is no letter and would split the word.
    let title = to_nfc(title);
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut keys = Vec::new();
    for start in 0..words.len() {
        let rest = words.get(start..).unwrap_or_default();
        let lengths = 1..=rest.len().min(*NAME_WORDS.end());
        keys.extend(lengths.filter_map(|length| Some(name_key(&rest.get(..length)?.concat()))));
    }
    keys
}

/// The names in the text of a note, each once. In German all nouns are capitalised, so that nothing
/// tells names apart.
pub fn plain_names(blocks: &[NoteBlock], language: Language) -> Vec<PlainName> {
    let mut names: BTreeMap<u64, PlainName> = BTreeMap::new();
    if language == Language::German {
        return Vec::new();
    }
    let is_general = |word: &str| {
        let word = word.to_lowercase();
        general_words::is_general(&word, Language::English)
            || (language != Language::English && general_words::is_general(&word, language))
    };
    for block in blocks.iter().filter(|block| may_have_names(block)) {
        let words = words(&block.text);
        if is_title(&words) {
            continue;
        }
        let mut at = 0;
        while at < words.len() {
            let run = name_run(&block.text, &words, at);
            at = run.words.end.max(at + 1);
            if run.is_cut || run.words.len() < *NAME_WORDS.start() {
                continue;
            }
            if let Some(name) = plain_name(block, &words, run.words, &is_general) {
                let (is_certain, context) = (name.is_certain, name.context);
                let known = names.entry(name.key).or_insert(name);
                known.is_certain |= is_certain;
                known.context = known.context.min(context);
            }
        }
    }
    names.into_values().collect()
}

/// Whether a block is prose in which two words may make a name.
fn may_have_names(block: &NoteBlock) -> bool {
    let is_prose = matches!(
        block.kind,
        NoteBlockKind::Paragraph | NoteBlockKind::Item(_) | NoteBlockKind::Quote
    );
    is_prose
        && has_near_capitals(&block.text)
        && !block.text.contains(['|', '→', '>'])
        && (block.text.is_ascii() || !block.text.contains(is_unspaced_script))
}

/// Whether two words that may be capitalised are next to each other or around a third one. Only bytes
/// are compared, because that is fast; one beyond ASCII may be a part of a capital letter.
fn has_near_capitals(text: &str) -> bool {
    const MAX_SPACES: usize = 2;
    let mut spaces = MAX_SPACES + 1;
    let mut before = b' ';
    for byte in text.bytes() {
        if byte == b' ' {
            spaces += 1;
        } else if byte.is_ascii_uppercase() || !byte.is_ascii() {
            if before == b' ' && spaces <= MAX_SPACES {
                return true;
            }
            spaces = 0;
        }
        before = byte;
    }
    false
}

/// A word with its place in the text.
struct Word<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl Word<'_> {
    fn is_capitalised(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Whether the word can be in a name: it begins with a capital letter and has another letter or
    /// digit.
    fn is_name_word(&self) -> bool {
        self.is_capitalised() && self.text.chars().nth(1).is_some()
    }

    fn is_initial(&self) -> bool {
        self.is_capitalised() && self.text.chars().nth(1).is_none()
    }

    fn is_connector(&self) -> bool {
        CONNECTORS.contains(&self.text)
    }
}

/// The words of a text. An apostrophe or hyphen between letters is part of a word.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut start = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let is_joined = matches!(c, '\'' | '’' | '-')
            && start.is_some()
            && characters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if c.is_alphanumeric() || is_joined {
            start.get_or_insert(at);
        } else if let Some(from) = start.take() {
            words.extend(text.get(from..at).map(|word| Word { text: word, range: from..at }));
        }
    }
    let last = start.and_then(|from| Some((text.get(from..)?, from..text.len())));
    words.extend(last.map(|(word, range)| Word { text: word, range }));
    words
}

/// Whether nearly all longer words are capitalised, as in the title of a book.
fn is_title(words: &[Word<'_>]) -> bool {
    let long = words.iter().filter(|word| word.text.len() >= 4);
    let (capitalised, all) = long.fold((0, 0), |(capitalised, all), word| {
        (capitalised + usize::from(word.is_capitalised()), all + 1)
    });
    capitalised * 4 > all * 3
}

/// A sequence of words that may be a name.
struct NameRun {
    words: Range<usize>,
    /// Whether a letter or number follows, so that it is only a part of a name, from whichever of its
    /// words it is read.
    is_cut: bool,
}

/// The longest sequence of words from a place on that may be a name; empty if none begins there.
fn name_run(text: &str, words: &[Word<'_>], start: usize) -> NameRun {
    let gap = |at: usize| {
        let (before, after) = (words.get(at)?, words.get(at + 1)?);
        text.get(before.range.end..after.range.start)
    };
    let is_name = |at: usize| words.get(at).is_some_and(Word::is_name_word);
    let is_initial = |at: usize| words.get(at).is_some_and(Word::is_initial);
    if !is_name(start) {
        return NameRun { words: start..start, is_cut: false };
    }
    let mut last = start;
    loop {
        let next = last + 1;
        let is_near = gap(last) == Some(" ");
        let is_after_connector = words.get(next).is_some_and(Word::is_connector)
            && gap(next) == Some(" ")
            && is_name(next + 1);
        let is_after_initial = is_initial(next) && gap(next) == Some(". ") && is_name(next + 1);
        if is_near && is_name(next) {
            last = next;
        } else if is_near && (is_after_connector || is_after_initial) {
            last = next + 1;
        } else {
            let is_cut = is_near && (is_initial(next) || words.get(next).is_some_and(is_number));
            return NameRun { words: start..next, is_cut };
        }
    }
}

fn is_number(word: &Word<'_>) -> bool {
    word.text.starts_with(char::is_numeric)
}

fn plain_name(
    block: &NoteBlock,
    words: &[Word<'_>],
    run: Range<usize>,
    is_general: &dyn Fn(&str) -> bool,
) -> Option<PlainName> {
    let text = block.text.as_str();
    let mut is_certain = is_inside_sentence(text, words, run.start);
    let mut run = run;
    let is_article = |word: &Word<'_>| ARTICLES.contains(&word.text);
    if words.get(run.start).filter(|_| !run.is_empty()).is_some_and(is_article) {
        run.start += 1;
        is_certain = true;
    }
    // At the beginning of a sentence a general word may be a part of the name or not.
    let is_doubtful = !is_certain && words.get(run.start).is_some_and(|it| is_general(it.text));
    if is_doubtful || is_piece(text, words, &run) {
        return None;
    }
    let named = words.get(run.clone())?;
    let (first, last) = (named.first()?, named.last()?);
    let name_words: Vec<&Word<'_>> = named.iter().filter(|word| word.is_name_word()).collect();
    // “Web UI” and “Next Steps” name no thing of their own.
    let is_word = |word: &&Word<'_>| word.text.chars().nth(1).is_some_and(|c| !c.is_uppercase());
    if !NAME_WORDS.contains(&name_words.len())
        || !name_words.iter().all(is_word)
        || name_words.iter().filter(|word| !is_general(word.text)).count() < 2
    {
        return None;
    }
    let range = first.range.start..last.range.end;
    if block.is_linked_or_code(&range) {
        return None;
    }
    let name = text.get(range)?.trim_end_matches("'s").trim_end_matches("’s");
    let before = words.get(run.start.saturating_sub(CONTEXT_WORDS)..run.start)?;
    let after = words.get(run.end..).unwrap_or_default().iter().take(CONTEXT_WORDS);
    let context: Vec<&str> = before.iter().chain(after).map(|word| word.text).collect();
    Some(PlainName {
        key: name_key(name),
        last_word_key: name_key(name.rsplit(' ').next().unwrap_or_default()),
        name: name.to_owned(),
        line: block.line,
        is_certain,
        context: fnv1a(context.join(" ").as_bytes()),
    })
}

/// Whether a name is probably a piece of a longer one: a number is before it, or it may go on after a
/// word such as “and”.
fn is_piece(text: &str, words: &[Word<'_>], run: &Range<usize>) -> bool {
    let near = |at: usize| {
        let (before, after) = (words.get(at)?, words.get(at + 1)?);
        (text.get(before.range.end..after.range.start) == Some(" ")).then_some((before, after))
    };
    let after_number = run.start.checked_sub(1).and_then(near).is_some_and(|it| is_number(it.0));
    let goes_on = run.end.checked_sub(1).and_then(near).is_some_and(|(_, next)| {
        CONTINUATIONS.contains(&next.text) && near(run.end).is_some_and(|it| it.1.is_capitalised())
    });
    after_number || goes_on
}

/// Whether the words before a word are of the same sentence.
fn is_inside_sentence(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let (Some(before), Some(word)) = (before, words.get(at)) else { return false };
    let gap = text.get(before.range.end..word.range.start);
    before.text.starts_with(char::is_lowercase) && matches!(gap, Some(" " | ", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::health::note_blocks::NoteBlocks;

    fn check(note: &str, expected: &[&str]) {
        let blocks = NoteBlocks::parse(note).blocks;
        let names = plain_names(&blocks, Language::English);
        let mut found: Vec<String> = names
            .into_iter()
            .map(|name| format!("{}{}", name.name, if name.is_certain { "" } else { "?" }))
            .collect();
        found.sort();
        assert_eq!(found, expected, "{note}");
    }

    #[test]
    fn names_are_capitalised_words_inside_a_sentence() {
        check("I read about Marie Kondo and her method yesterday.", &["Marie Kondo"]);
        check("Marie Kondo wrote it, and many people read it. ", &["Marie Kondo?"]);
        check("We met in the Bank of England, then left.", &["Bank of England"]);
        check("It is by William I. Robinson, who lives there.", &["William I. Robinson"]);
        check("It is what Marie Kondo's book says about it.", &["Marie Kondo"]);
        check(
            "They started last year with the Bullet Journal Method again.",
            &["Bullet Journal Method"],
        );
        check("We measure the First Contentful Paint of all pages.", &["First Contentful Paint"]);
        check("Immediately Invoked Function Expressions are what some people write.", &[]);
        check("The Bullet Journal is a method that some people use.", &["Bullet Journal"]);
    }

    #[test]
    fn links_code_titles_and_pieces_are_no_names() {
        check("I read about [[Marie Kondo]] and [Oliver Burkeman](x.md) again.", &[]);
        check("I read about `Marie Kondo` in this very long sentence.", &[]);
        check("I read Four Thousand Weeks: Time Management for Mortals.", &[]);
        check("They fought for king William I and for nobody else here.", &[]);
        check("It is about the Windows Server 2019 that nobody uses.", &[]);
        check("The server then answers with 206 Partial Content and stops.", &[]);
        check("It is a part of Media Capture and Streams, as they say.", &[]);
        check("# About Marie Kondo and others\n\nnothing", &[]);
        check("We ran it. Then Monday came, and it stopped. Why", &[]);
        check("我读了 Marie Kondo 的书", &[]);
    }

    #[test]
    fn a_long_row_of_names_before_a_number_is_read_once() {
        let note = format!("it is {}7 of them", "Aa Bb ".repeat(40_000));
        check(&note, &[]);
    }

    #[test]
    fn a_decomposed_title_is_recognised() {
        let keys = keys_in_title("Cafe\u{301} Müller in Köln");
        assert!(keys.contains(&name_key("Café Müller")));
        assert_eq!(name_key("Cafe\u{301} Müller"), name_key("Café Müller"));
    }

    #[test]
    fn a_title_covers_its_words() {
        let keys = keys_in_title("Amazon Web Services (AWS)");
        for name in ["amazon web services", "AWS", "Web Services"] {
            assert!(keys.contains(&name_key(name)), "{name}");
        }
        assert!(!keys.contains(&name_key("Amazon AWS")));
    }
}
