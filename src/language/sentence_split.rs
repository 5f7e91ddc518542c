//! Splits plain text into sentences.

use unicode_segmentation::UnicodeSegmentation;

/// What a question ends with, in the scripts of the languages that Ibid knows.
pub const QUESTION_MARKS: [char; 3] = ['?', '？', '؟'];

/// A sentence always ends after this many characters in a row that are no letters or digits, so
/// that long runs of spaces don't take quadratic time.
const MAX_NON_WORD_RUN_CHARS: usize = 64;

/// A shorter part of a Thai text is no sentence, but a clause that belongs to the next one.
const MIN_THAI_SENTENCE_CHARS: usize = 100;

/// Splits a text at the beginning of each sentence. Joined together, the results are the whole
/// text.
///
/// Unicode's rules look ahead from every space after a full stop, so a long run of spaces would
/// take quadratic time. Such runs are split first.
/// Thai has no full stops; a space ends a sentence or a clause.
pub fn split_at_sentences(text: &str) -> impl Iterator<Item = &str> {
    let (mut run, mut length, mut is_after_thai) = (0, 0, false);
    let ends_part = move |letter: char| {
        run = if letter.is_alphanumeric() || run == MAX_NON_WORD_RUN_CHARS { 0 } else { run + 1 };
        length += 1;
        let ends_thai = letter == ' ' && is_after_thai && length >= MIN_THAI_SENTENCE_CHARS;
        is_after_thai = is_thai(letter);
        let ends = ends_thai || run == MAX_NON_WORD_RUN_CHARS;
        length = if ends { 0 } else { length };
        ends
    };
    let parts = text.split_inclusive(ends_part);
    parts.flat_map(split_by_unicode_rules).flat_map(split_before_numbers)
}

fn split_by_unicode_rules(text: &str) -> impl Iterator<Item = &str> {
    let is_one_part = is_surely_one_part(text);
    let whole = is_one_part.then_some(text);
    let parts = (!is_one_part).then(|| text.split_sentence_bounds());
    whole.into_iter().chain(parts.into_iter().flatten())
}

/// Whether Unicode's rules leave a text in one part, by a look that is far faster than the rules: it is
/// ASCII and has a full stop or another end of a sentence only at its end, as most items of lists have.
fn is_surely_one_part(text: &str) -> bool {
    let before_end = text.trim_end_matches(' ');
    let before_end = before_end.strip_suffix(['.', '!', '?']).unwrap_or(before_end);
    let is_inside =
        |byte: u8| byte.is_ascii() && !matches!(byte, b'.' | b'!' | b'?' | b'\n' | b'\r');
    !before_end.is_empty() && before_end.bytes().all(is_inside)
}

/// How many letters abbreviations before numbers mostly have at most: `mind. 5`.
const MAX_LETTERS_BEFORE_NUMBER: usize = 4;
/// Longer abbreviations that stand before numbers.
const LONG_ABBREVIATIONS: [&str; 11] = [
    "abschn",
    "approx",
    "durchschn",
    "einschl",
    "jährl",
    "juill",
    "monatl",
    "ungef",
    "vermutl",
    "wöchentl",
    "zuzügl",
];

/// Splits a text before sentences that begin with a number, which Unicode's rules take for a part of
/// the sentence before: `It is long. 18 students came.`
fn split_before_numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_start = |at: usize| {
        let before = text.get(..at).and_then(|before| before.strip_suffix(' '));
        let before = before.and_then(|before| before.strip_suffix(['.', '!', '?']));
        let word = before.and_then(|before| before.rsplit([' ', '(']).next()).unwrap_or_default();
        word.chars().count() > MAX_LETTERS_BEFORE_NUMBER
            && word.chars().all(char::is_lowercase)
            && !LONG_ABBREVIATIONS.contains(&word)
    };
    let digits = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    let mut starts: Vec<usize> = digits.filter(|at| is_start(*at)).collect();
    starts.push(text.len());
    let mut start = 0;
    starts.into_iter().filter_map(move |end| {
        let part = text.get(start..end).filter(|part| !part.is_empty());
        start = end;
        part
    })
}

/// Whether a letter is Thai.
pub fn is_thai(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{e7f}')
}

/// The sentences of a plain text, in order and without white space around them. A line break always
/// ends a sentence.
///
/// Obvious ends of sentences are found by a simple search; Unicode's slow rules are used only where the
/// text leaves a doubt, with the same result.
pub fn sentences(plain: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in plain.lines() {
        let mut rest = line;
        while let Some((piece, behind)) = rest.split_at_checked(certain_sentence_start_offset(rest))
        {
            push_sentences(piece, &mut found);
            if behind.is_empty() {
                break;
            }
            rest = behind;
        }
    }
    found
}

fn sentences_by_rules(line: &str) -> impl Iterator<Item = &str> {
    split_at_sentences(line).map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// Returns the offset of the first capital letter after `. `, `! ` or `? `, where a new sentence
/// certainly begins; the length of the line if there is none.
fn certain_sentence_start_offset(line: &str) -> usize {
    let bytes = line.as_bytes();
    let is_end = |three: &[u8]| matches!(three, [b'.' | b'!' | b'?', b' ', b'A'..=b'Z']);
    bytes.windows(3).position(is_end).map_or(line.len(), |at| at + 2)
}

/// Adds the sentences of a text. A text that is certainly one sentence is added without a search
/// for ends of sentences.
fn push_sentences<'t>(piece: &'t str, found: &mut Vec<&'t str>) {
    let piece = piece.trim();
    let inner = piece.strip_suffix(['.', '!', '?']).unwrap_or(piece);
    if inner.chars().all(cannot_end_sentence) && !has_long_run(piece) {
        found.extend((!piece.is_empty()).then_some(piece));
    } else {
        found.extend(sentences_by_rules(piece));
    }
}

/// Whether a character certainly does not end a sentence. True for ASCII (except `.`, `!`, `?`),
/// Latin letters, dashes and quotes; other characters may end one in some script.
fn cannot_end_sentence(c: char) -> bool {
    match c {
        '.' | '!' | '?' => false,
        ' '..='~' | '\u{a0}'..='\u{2ff}' | '\u{2010}'..='\u{201f}' => true,
        _ => false,
    }
}

/// Whether so many characters in a row are no letters or digits that they end a sentence.
fn has_long_run(piece: &str) -> bool {
    piece.len() > MAX_NON_WORD_RUN_CHARS
        && piece
            .split(char::is_alphanumeric)
            .any(|run| run.chars().count() >= MAX_NON_WORD_RUN_CHARS)
}

/// The sentences of a plain text like [`sentences`], but an abbreviation (`St.`, `z. B.`, `J. Smith`)
/// does not end a sentence.
pub fn whole_sentences(plain: &str) -> Vec<&str> {
    let mut whole = Vec::new();
    for line in plain.lines() {
        let mut start = 0;
        let mut end = 0;
        for part in split_at_sentences(line) {
            end += part.len();
            let sentence = line.get(start..end).unwrap_or_default().trim();
            if !ends_with_abbreviation(sentence) {
                whole.push(sentence);
                start = end;
            }
        }
        whole.push(line.get(start..end).unwrap_or_default().trim());
    }
    whole.retain(|sentence| !sentence.is_empty());
    whole
}

/// How many letters most abbreviations have at most.
const MAX_ABBREVIATION_LETTERS: usize = 3;

/// Words of languages in which no full stop makes a number an ordinal.
const WORDS_WITHOUT_ORDINALS: [&str; 20] = [
    "the", "is", "are", "of", "and", "has", "with", "el", "la", "los", "las", "le", "les", "di",
    "che", "que", "est", "è", "é", "het",
];

/// Words of three letters that often end a German sentence.
const SHORT_NOUNS: [&str; 16] = [
    "Tag", "Uhr", "Bus", "Zug", "Rad", "Ort", "See", "Bad", "Weg", "Tor", "Hof", "Rat", "Eis",
    "Tee", "Typ", "Gas",
];

/// Whether the last word of a text is probably an abbreviation or an ordinal: at most three letters
/// before a full stop, the first of them a capital or all of them without a vowel; or a number of at
/// most two digits, unless the words before it show that the language writes ordinals in another way.
fn ends_with_abbreviation(text: &str) -> bool {
    let Some(before) = text.strip_suffix('.') else { return false };
    let mut words = before.rsplit([' ', '(']);
    let (word, word_before) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        let has_no_ordinals = |word: &str| WORDS_WITHOUT_ORDINALS.contains(&word);
        return !before.to_lowercase().split_whitespace().any(has_no_ordinals);
    }
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let is_word = word.chars().all(|c| c.is_alphabetic() || c == '.') && !letters.is_empty();
    let has_capital = letters.first().is_some_and(|c| c.is_uppercase());
    let has_vowel = letters.iter().any(|c| "aeiouyäöüAEIOUYÄÖÜ".contains(*c));
    // After a number it is a unit, which may well end a sentence: `15 g.`
    let is_unit = word_before.ends_with(|c: char| c.is_numeric());
    let is_short = letters.len() <= MAX_ABBREVIATION_LETTERS && !SHORT_NOUNS.contains(&word);
    is_word && is_short && !is_unit && (has_capital || !has_vowel || word == "ca")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_split_at_their_ends() {
        assert_eq!(
            sentences("One is 3.5 g. Two! Is it?\nLine"),
            ["One is 3.5 g.", "Two!", "Is it?", "Line"]
        );
        assert_eq!(sentences("堆肥需要氧气。它会发热。"), ["堆肥需要氧气。", "它会发热。"]);
        let thai = "ปุ๋ยหมักต้องการอากาศและความชื้นที่พอเหมาะจึงจะย่อยสลายได้ดีตลอดทั้งปีและควรกลับกองทุกสองสัปดาห์เพื่อให้อากาศเข้าถึง";
        assert_eq!(sentences(&format!("{thai} {thai}")), [thai, thai]);
    }

    proptest::proptest! {
        /// The faster look never says that a text is one part if Unicode's rules split it.
        #[test]
        fn a_text_that_is_surely_one_part_is_not_split(
            text in "[a-zA-Z0-9,;:()\"'\\[\\]\t\u{b}\u{c}\u{1c}\u{7f} -]{0,12}[.!?)\" ]{0,3}|[ -~\n\r]{0,8}",
        ) {
            if is_surely_one_part(&text) {
                proptest::prop_assert_eq!(text.split_sentence_bounds().count(), 1, "{:?}", text);
            }
        }
    }

    #[test]
    fn abbreviations_ordinals_and_numbers_are_told_from_the_end_of_a_sentence() {
        let check = |text: &str, expected: &[&str]| assert_eq!(whole_sentences(text), expected);
        check("Live am 26. Oktober. Dann Pause.", &["Live am 26. Oktober.", "Dann Pause."]);
        check("Sein 50. Geburtstag war schön.", &["Sein 50. Geburtstag war schön."]);
        check("The oldest is 24. Others are not.", &["The oldest is 24.", "Others are not."]);
        check("Es sind 10 mg am Tag. Mehr nicht.", &["Es sind 10 mg am Tag.", "Mehr nicht."]);
        check("See Fig. Two by J. Smith.", &["See Fig. Two by J. Smith."]);
        check(
            "The class is small. 18 students came.",
            &["The class is small.", "18 students came."],
        );
        check("It has approx. 18 students.", &["It has approx. 18 students."]);
        check("Täglich mind. 2 bis 3 Tassen.", &["Täglich mind. 2 bis 3 Tassen."]);
    }

    #[test]
    fn a_long_run_of_spaces_ends_a_sentence() {
        let check = |text: &str, parts: usize| {
            let found: Vec<&str> = split_at_sentences(text).collect();
            assert_eq!((found.len(), found.concat().as_str()), (parts, text), "{text:?}");
        };
        check("", 0);
        check(&format!("a.{}1 and so on", " ".repeat(MAX_NON_WORD_RUN_CHARS - 2)), 1);
        check(&format!("a.{}1 and so on", " ".repeat(MAX_NON_WORD_RUN_CHARS - 1)), 2);
        check(&" ".repeat(3 * MAX_NON_WORD_RUN_CHARS), 3);
        // With Unicode's rules alone this would take minutes.
        let long = format!("a.{}{}", " ".repeat(100_000), "1 ".repeat(100_000));
        assert_eq!(split_at_sentences(&long).map(str::len).sum::<usize>(), long.len());
    }

    fn check_against_rules(text: &str) {
        let by_rules: Vec<&str> = text.lines().flat_map(sentences_by_rules).collect();
        assert_eq!(sentences(text), by_rules, "{text:?}");
    }

    #[test]
    fn the_simple_search_finds_what_the_rules_find() {
        check_against_rules("");
        check_against_rules(
            "One. Two! Three?  Four.\n Five. six. 7.5 is Mr. Eight. (Nine.) Ten… No. A.B. C",
        );
        check_against_rules(&format!("a{}b. C", " ".repeat(200)));
        check_against_rules(&format!("a {} b", "-".repeat(200)));
        check_against_rules(
            "\"So.\" He went. Ä. Ö? 好。好。Was. \u{301}X. X\u{301} Y.\u{85}Z. \r Q",
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_split_as_by_the_rules(
            text in "([a-zA-Z.!? ]|[.!?] [A-Z]|[0-9.,:;()'\"\\-]|[\u{80}-\u{ff}\u{301}\u{200d}\u{2018}-\u{2029}。…]|\\n|\\r|\\PC){0,40}",
        ) {
            check_against_rules(&text);
        }
    }
}
