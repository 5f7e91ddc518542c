//! Removes emoji from a text. Signs that belong to the words, such as `♯` or `−`, stay.

/// Ranges of characters that are shown as emoji by default.
const EMOJI_RANGES: [(char, char); 37] = [
    ('\u{231a}', '\u{231b}'),
    ('\u{23e9}', '\u{23ec}'),
    ('\u{23f0}', '\u{23f0}'),
    ('\u{23f3}', '\u{23f3}'),
    ('\u{25fd}', '\u{25fe}'),
    ('\u{2614}', '\u{2615}'),
    ('\u{263a}', '\u{263a}'),
    ('\u{2648}', '\u{2653}'),
    ('\u{267f}', '\u{267f}'),
    ('\u{2693}', '\u{2693}'),
    ('\u{26a1}', '\u{26a1}'),
    ('\u{26aa}', '\u{26ab}'),
    ('\u{26bd}', '\u{26be}'),
    ('\u{26c4}', '\u{26c5}'),
    ('\u{26ce}', '\u{26ce}'),
    ('\u{26d4}', '\u{26d4}'),
    ('\u{26ea}', '\u{26ea}'),
    ('\u{26f2}', '\u{26f3}'),
    ('\u{26f5}', '\u{26f5}'),
    ('\u{26fa}', '\u{26fa}'),
    ('\u{26fd}', '\u{26fd}'),
    ('\u{2705}', '\u{2705}'),
    ('\u{270a}', '\u{270b}'),
    ('\u{2714}', '\u{2714}'),
    ('\u{2728}', '\u{2728}'),
    ('\u{274c}', '\u{274c}'),
    ('\u{274e}', '\u{274e}'),
    ('\u{2753}', '\u{2755}'),
    ('\u{2757}', '\u{2757}'),
    ('\u{2764}', '\u{2764}'),
    ('\u{2795}', '\u{2797}'),
    ('\u{27b0}', '\u{27b0}'),
    ('\u{27bf}', '\u{27bf}'),
    ('\u{2b1b}', '\u{2b1c}'),
    ('\u{2b50}', '\u{2b50}'),
    ('\u{2b55}', '\u{2b55}'),
    ('\u{1f000}', '\u{1faff}'),
];

/// Selects the emoji style of the character before it.
const EMOJI_SELECTOR: char = '\u{fe0f}';

/// Joins two emoji to one.
const JOINER: char = '\u{200d}';

/// Removes emoji, and the space that would be left before a punctuation mark or twice in a row.
pub(crate) fn without_emoji(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut is_after_emoji = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let has_emoji_style = characters.peek() == Some(&EMOJI_SELECTOR) && !is_text_sign(c);
        let continues_emoji = is_after_emoji && matches!(c, EMOJI_SELECTOR | JOINER);
        if is_emoji(c) || has_emoji_style || continues_emoji {
            is_after_emoji = true;
            continue;
        }
        if is_after_emoji {
            let ends_with_space = kept.is_empty() || kept.ends_with(char::is_whitespace);
            match ends_with_space {
                true if c.is_whitespace() => continue,
                true if c.is_ascii_punctuation() => kept.truncate(kept.trim_end().len()),
                false if c.is_alphanumeric() => kept.push(' '),
                _ => {}
            }
        }
        is_after_emoji = false;
        kept.push(c);
    }
    if is_after_emoji {
        kept.truncate(kept.trim_end().len());
    }
    kept
}

fn is_emoji(c: char) -> bool {
    EMOJI_RANGES.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// Whether a character keeps its meaning in emoji style: a digit of a keycap, or a trademark sign.
fn is_text_sign(c: char) -> bool {
    c.is_ascii() || matches!(c, '©' | '®' | '™')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_removed_with_their_space() {
        let check =
            |text: &str, expected: &str| assert_eq!(without_emoji(text), expected, "{text:?}");
        check("It opened in 1889 🎉.", "It opened in 1889.");
        check("🗼 It is tall! 😀👍🏽", "It is tall!");
        check("Hot 🔥 coffee, hot🔥coffee", "Hot coffee, hot coffee");
        check("I ❤\u{fe0f} tea, ✅ done ☀\u{fe0f}", "I tea, done");
        check("A family 👨\u{200d}👩\u{200d}👧 lives here", "A family lives here");
        check("Die Flagge 🇩🇪 weht.", "Die Flagge weht.");
        for kept in ["C♯ minor at −5 °C → 3 ≤ 4 ♀", "می\u{200c}خواهم", "Ibid™ (1)", "咖啡。", ""]
        {
            check(kept, kept);
        }
    }
}
