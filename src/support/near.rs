//! How far one word stands for another: derived forms, compounds, slips of the pen.

/// Shorter beginnings are shared by words that have nothing in common.
const FEWEST_SHARED: usize = 4;
/// A word inside a compound has at least so many letters.
const FEWEST_INSIDE: usize = 5;

/// What is given for a derived form (`inhibit`, `inhibitor`), one farther away, and a word with
/// most pairs of letters in common.
const DERIVED: f32 = 0.85;
const DISTANT: f32 = 0.5;
const SIMILAR: f32 = 0.6;
/// For a part of a compound.
pub const COMPOUND: f32 = 0.6;

/// Between 0, not at all, and 1, the same.
pub fn nearness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if first_byte(a) != first_byte(b) {
        return apart(a, b);
    }
    // Names of a series differ in one sign and are all different things.
    if has_digit(a) || has_digit(b) {
        return 0.0;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < FEWEST_SHARED {
        return 0.0;
    }
    let shared = short.chars().zip(long.chars()).take_while(|(a, b)| a == b).count();
    let (few, many) = (short.chars().count(), long.chars().count());
    if shared >= FEWEST_SHARED && (shared == few || shared >= FEWEST_INSIDE) {
        if shared * 10 >= many * 6 {
            return DERIVED;
        }
        if shared * 10 >= few * 7 {
            return DISTANT;
        }
    }
    if few >= FEWEST_INSIDE && is_inside(short, long) {
        return COMPOUND;
    }
    if is_similar(short, long) { SIMILAR } else { 0.0 }
}

/// Of words that begin differently only one can hold the other, at its end. Most pairs are such,
/// and nothing else of them is looked at.
fn apart(a: &str, b: &str) -> f32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let is_part = long.ends_with(short) && short.chars().count() >= FEWEST_INSIDE;
    if is_part && !has_digit(long) { COMPOUND } else { 0.0 }
}

fn first_byte(word: &str) -> Option<&u8> {
    word.as_bytes().first()
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a word is the first or last part of another.
fn is_inside(short: &str, long: &str) -> bool {
    long.ends_with(short) || long.starts_with(short)
}

/// Whether two words share most pairs of letters.
fn is_similar(short: &str, long: &str) -> bool {
    let (few, many) = (short.chars().count(), long.chars().count());
    if few < 6 || few * 10 < many * 7 || short.chars().next() != long.chars().next() {
        return false;
    }
    let pairs = |word: &str| -> Vec<(char, char)> {
        word.chars().zip(word.chars().skip(1)).take(MOST_PAIRS).collect()
    };
    let (ours, theirs) = (pairs(short), pairs(long));
    let shared = ours.iter().filter(|pair| theirs.contains(pair)).count();
    shared * 20 >= (ours.len() + theirs.len()) * 7
}

/// No word has more pairs of letters than this; data may.
const MOST_PAIRS: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: f32) {
        assert_eq!(nearness(a, b), expected, "{a} {b}");
        assert_eq!(nearness(b, a), expected, "{b} {a}");
    }

    #[test]
    fn forms_of_a_word_are_near() {
        check("inhibit", "inhibitor", DERIVED);
        check("wasser", "trinkwasser", COMPOUND);
        check("temprature", "temperature", SIMILAR);
        check("tea", "teapot", 0.0);
        check("milk", "silk", 0.0);
        check("il18", "il17", 0.0);
    }
}
