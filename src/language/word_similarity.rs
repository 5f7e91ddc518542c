//! Scores the similarity of two words: forms of the same word, parts of compounds, and variants in
//! spelling.

/// Two words count as forms of the same word only if at least this many letters at their beginning
/// are the same.
const MIN_SHARED_PREFIX_LETTERS: usize = 4;
/// Minimum number of letters of a word that counts as a part of a compound.
const MIN_COMPOUND_PART_LETTERS: usize = 5;
/// Only this many pairs of neighbouring letters are compared per word. Words have fewer; longer
/// strings, such as encoded data, would take too long.
const MAX_COMPARED_LETTER_PAIRS: usize = 24;

/// Similarity of two words whose common beginning is most of the longer one: `inhibit`,
/// `inhibitor`.
const DERIVED_FORM_SIMILARITY: f32 = 0.85;
/// Similarity of two words whose common beginning is most of the shorter one, but not of the longer
/// one: `immune`, `immunotherapy`.
const DISTANT_FORM_SIMILARITY: f32 = 0.5;
/// Similarity of two words that share most pairs of neighbouring letters: `temprature`,
/// `temperature`.
const SPELLING_VARIANT_SIMILARITY: f32 = 0.6;
/// Similarity of a compound and the word that it ends or begins with: `groundwater`, `water`.
pub(crate) const COMPOUND_PART_SIMILARITY: f32 = 0.6;

/// Returns the similarity of two stems, from 0 (unrelated) to 1 (the same).
pub(crate) fn word_similarity(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if first_byte(a) != first_byte(b) {
        return compound_similarity(a, b);
    }
    // Names with digits, such as `il17` and `il18`, may differ in only one character and still be
    // unrelated.
    if has_digit(a) || has_digit(b) {
        return 0.0;
    }
    let (short, long) = shorter_and_longer(a, b);
    if short.len() < MIN_SHARED_PREFIX_LETTERS {
        return 0.0;
    }
    let shared = short.chars().zip(long.chars()).take_while(|(a, b)| a == b).count();
    let (short_letters, long_letters) = (short.chars().count(), long.chars().count());
    let is_whole = shared == short_letters || shared >= MIN_COMPOUND_PART_LETTERS;
    if shared >= MIN_SHARED_PREFIX_LETTERS && is_whole {
        if shared * 10 >= long_letters * 6 {
            return DERIVED_FORM_SIMILARITY;
        }
        if shared * 10 >= short_letters * 7 {
            return DISTANT_FORM_SIMILARITY;
        }
    }
    if short_letters >= MIN_COMPOUND_PART_LETTERS && is_prefix_or_suffix(short, long) {
        return COMPOUND_PART_SIMILARITY;
    }
    if shares_letter_pairs(short, long) { SPELLING_VARIANT_SIMILARITY } else { 0.0 }
}

/// Returns the similarity of two words with different first letters. It only checks whether one
/// ends with the other: most pairs of words are of this kind, so the comparison must be fast.
fn compound_similarity(a: &str, b: &str) -> f32 {
    let (short, long) = shorter_and_longer(a, b);
    let is_part = long.ends_with(short) && short.chars().count() >= MIN_COMPOUND_PART_LETTERS;
    if is_part && !has_digit(long) { COMPOUND_PART_SIMILARITY } else { 0.0 }
}

/// Returns two words, the one with fewer bytes first.
fn shorter_and_longer<'w>(a: &'w str, b: &'w str) -> (&'w str, &'w str) {
    if a.len() <= b.len() { (a, b) } else { (b, a) }
}

fn first_byte(word: &str) -> Option<&u8> {
    word.as_bytes().first()
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether the longer word begins or ends with the shorter one.
fn is_prefix_or_suffix(short: &str, long: &str) -> bool {
    long.ends_with(short) || long.starts_with(short)
}

/// Whether two words of similar length share most pairs of neighbouring letters.
fn shares_letter_pairs(short: &str, long: &str) -> bool {
    let (short_letters, long_letters) = (short.chars().count(), long.chars().count());
    let has_similar_length = short_letters >= 6 && short_letters * 10 >= long_letters * 7;
    if !has_similar_length || short.chars().next() != long.chars().next() {
        return false;
    }
    let pairs = |word: &str| -> Vec<(char, char)> {
        word.chars().zip(word.chars().skip(1)).take(MAX_COMPARED_LETTER_PAIRS).collect()
    };
    let (ours, theirs) = (pairs(short), pairs(long));
    let shared = ours.iter().filter(|pair| theirs.contains(pair)).count();
    shared * 20 >= (ours.len() + theirs.len()) * 7
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: f32) {
        assert_eq!(word_similarity(a, b), expected, "{a} {b}");
        assert_eq!(word_similarity(b, a), expected, "{b} {a}");
    }

    #[test]
    fn related_words_are_similar() {
        check("inhibit", "inhibitor", DERIVED_FORM_SIMILARITY);
        check("wasser", "trinkwasser", COMPOUND_PART_SIMILARITY);
        check("temprature", "temperature", SPELLING_VARIANT_SIMILARITY);
        check("tea", "teapot", 0.0);
        check("milk", "silk", 0.0);
        check("il18", "il17", 0.0);
    }
}
