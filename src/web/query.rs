//! What is asked for, made fit for a service: without the signs and words that search engines take
//! for orders, and not longer than the service allows.

use crate::index::language::Language;
use crate::privacy::OutgoingText;
use crate::text::one_line::truncated_line;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// In plain words.
    pub text: OutgoingText,
    /// The language in which to look first, as `de`; none if it does not matter.
    pub language: Option<String>,
    /// How many hits are wanted.
    pub limit: usize,
}

/// How long a query may be.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// In words.
    pub words: usize,
    /// In characters.
    pub chars: usize,
    /// In bytes of UTF-8.
    pub bytes: usize,
}

/// Nobody asks for more than this; a note that is handed over as a query is cut here first.
const LONGEST_TEXT: usize = 4_000;

/// Words before a colon that search engines take for an order.
const ORDERS: &str = "all allintext allintitle allinurl author cache cat date deepcat define ext \
                      feed filetype hastemplate inanchor inbody incategory inpage insource intext \
                      intitle inurl ip lang language link linksto loc morelike prefix related site \
                      title";

/// Words in capitals that search engines take for logic.
const LOGIC: [&str; 6] = ["AND", "ANDNOT", "NEAR", "NOT", "OR", "XOR"];

impl Query {
    /// How many hits to ask for, of a service that gives at most so many.
    pub(super) fn count(&self, most: usize) -> usize {
        self.limit.clamp(1, most)
    }

    /// The language without its region; none if it is no code of a language.
    pub(super) fn language(&self) -> Option<String> {
        let primary = self.language.as_deref()?.split(['-', '_']).next()?.to_ascii_lowercase();
        let is_code =
            matches!(primary.len(), 2..=3) && primary.bytes().all(|byte| byte.is_ascii_lowercase());
        is_code.then_some(primary)
    }

    /// The query as it fits. If it is too long, small words go first, then the end.
    pub(super) fn fit(&self, room: Room) -> String {
        let words = words(self.text.as_str());
        if room.holds(&words) {
            return words.join(" ");
        }
        room.cut(&without_small(words, self.text.as_str()))
    }

    /// The words that say something, without signs between them.
    pub(super) fn telling_words(&self) -> Vec<String> {
        let words = words(self.text.as_str());
        let parts = words.iter().flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
        without_small(parts, self.text.as_str())
    }
}

impl Room {
    /// Room for so many words and characters.
    pub const fn new(words: usize, chars: usize) -> Self {
        Self { words, chars, bytes: usize::MAX }
    }

    fn holds(self, words: &[String]) -> bool {
        let gaps = words.len().saturating_sub(1);
        let chars: usize = words.iter().map(|word| word.chars().count()).sum();
        let bytes: usize = words.iter().map(String::len).sum();
        words.len() <= self.words && chars + gaps <= self.chars && bytes + gaps <= self.bytes
    }

    fn cut(self, words: &[String]) -> String {
        let (mut text, mut chars) = (String::new(), 0);
        for word in words.iter().take(self.words) {
            let gap = usize::from(!text.is_empty());
            let length = word.chars().count();
            if chars + gap + length > self.chars || text.len() + gap + word.len() > self.bytes {
                break;
            }
            text.extend((gap > 0).then_some(' '));
            text.push_str(word);
            chars += gap + length;
        }
        if text.is_empty() { self.beginning(words) } else { text }
    }

    /// As much of the first word as there is room for: some scripts have no gaps between words.
    fn beginning(self, words: &[String]) -> String {
        let mut text = String::new();
        for c in words.first().map_or("", String::as_str).chars().take(self.chars) {
            if text.len() + c.len_utf8() > self.bytes {
                break;
            }
            text.push(c);
        }
        text
    }
}

/// All words, or those that are not small if there are any.
fn without_small(words: Vec<String>, text: &str) -> Vec<String> {
    let language = Language::detect(text);
    let is_small = |word: &&String| language.is_stop_word(&word.to_lowercase());
    let telling: Vec<String> = words.iter().filter(|word| !is_small(word)).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

/// The words of a text, none of which is an order to a search engine.
fn words(text: &str) -> Vec<String> {
    let text = truncated_line(text, LONGEST_TEXT).replace(is_sign, " ");
    text.split(' ').flat_map(parts).map(without_logic).collect()
}

/// Signs that group, quote or stand for other letters.
fn is_sign(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '`' | '(' | ')' | '[' | ']' | '{' | '}')
        || matches!(c, '|' | '^' | '*' | '?' | '\\' | '~' | '<' | '>' | ' ')
}

/// The parts of a word around its colons, without an order and without signs at its ends.
fn parts(word: &str) -> Vec<&str> {
    let word = word.split_once("://").map_or(word, |(_, rest)| rest);
    let is_time = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    let parts: Vec<&str> = if is_time { vec![word] } else { word.split(':').collect() };
    let is_order =
        |word: &str| ORDERS.split(' ').any(|order| bare(word).eq_ignore_ascii_case(order));
    let parts = match parts.as_slice() {
        // With nothing behind the colon it is a word of the text.
        [order, rest @ ..] if is_order(order) && rest.iter().any(|part| !part.is_empty()) => {
            rest.to_vec()
        }
        _ => parts,
    };
    parts.into_iter().map(bare).filter(|part| !part.is_empty()).collect()
}

/// Without signs before it, which exclude or demand a word, and without punctuation behind it.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['-', '+', '!', ':', '=', ',', ';', '\'', '/', '&', '–']);
    word.trim_end_matches(['-', '!', ':', '=', ',', ';', '.', '\'', '/', '&', '–'])
}

fn without_logic(word: &str) -> String {
    if LOGIC.contains(&word) { word.to_lowercase() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query { text: OutgoingText::public(text), language: None, limit: 5 }
    }

    fn check(text: &str, room: Room, expected: &str) {
        assert_eq!(query(text).fit(room), expected, "{text}");
    }

    const WIDE: Room = Room::new(100, 1000);

    #[test]
    fn a_plain_query_stays_as_it_is() {
        for text in
            ["cold war", "C++ and C# in 2026", "Straße nach Köln", "東京の天気", ".NET", "10:30"]
        {
            check(text, WIDE, text);
        }
        check("", WIDE, "");
    }

    #[test]
    fn what_search_engines_take_for_orders_is_taken_out() {
        check("cats -dogs +birds", WIDE, "cats dogs birds");
        check("news site:example.org", WIDE, "news example.org");
        check("-site:example.org INTITLE:x", WIDE, "example.org x");
        check("\"exact words\" “and more”", WIDE, "exact words and more");
        check("cats OR dogs AND NOT birds", WIDE, "cats or dogs and not birds");
        check("!g weather !!w :de <5", WIDE, "g weather w de 5");
        check("what? wild* (a|b) ~c", WIDE, "what wild a b c");
        check("TCP: an overview, author: me", WIDE, "TCP an overview author me");
        check("https://example.org/a", WIDE, "example.org/a");
        check("--- ::: !!!", WIDE, "");
        check("zero\u{200b}width\u{202e} \u{7}bell", WIDE, "zerowidth bell");
    }

    #[test]
    fn a_long_query_loses_its_small_words_first_and_then_its_end() {
        check(
            "the history of the city of Rome",
            Room::new(7, 100),
            "the history of the city of Rome",
        );
        check("the history of the city of Rome", Room::new(6, 100), "history city Rome");
        check("the history of the city of Rome", Room::new(2, 100), "history city");
        check("the history of the city of Rome", Room::new(9, 16), "history city");
        check("of the", Room::new(1, 100), "of");
        check("Über die Geschichte der Stadt", Room::new(2, 100), "Geschichte Stadt");
        let bytes = Room { bytes: 7, ..WIDE };
        check("äöü äöü", bytes, "äöü");
    }

    #[test]
    fn a_word_that_is_too_long_by_itself_is_cut() {
        check(&"界".repeat(30), Room::new(5, 10), &"界".repeat(10));
        check(&"界".repeat(30), Room { bytes: 10, ..WIDE }, "界界界");
        check(&"界 ".repeat(3000), Room::new(5, 10), "界 界 界 界 界");
    }

    #[test]
    fn telling_words_have_no_signs_in_them() {
        let check = |text: &str, expected: &str| {
            assert_eq!(query(text).telling_words().join(" "), expected);
        };
        check("the spin-orbit coupling of graphene", "spin orbit coupling graphene");
        check("AND OR", "and or");
    }

    #[test]
    fn only_codes_of_languages_are_taken() {
        let check = |language: &str, expected: Option<&str>| {
            let query = Query { language: Some(language.into()), ..query("x") };
            assert_eq!(query.language().as_deref(), expected, "{language}");
        };
        check("de", Some("de"));
        check("pt-BR", Some("pt"));
        check("ZH_Hant", Some("zh"));
        for odd in ["", "e", "engl", "d.", "../", "é", "-"] {
            check(odd, None);
        }
    }
}
