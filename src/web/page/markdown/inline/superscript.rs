//! Writes superscripts and subscripts with the small digits and letters of Unicode. If Unicode
//! lacks a character, a superscript after a number is written with `^`, because `10^−x` is a power
//! and `10−x` a subtraction; other texts are written as normal text.

use std::sync::LazyLock;

use crate::language::{WordSet, word_list};

/// Characters with their superscript and subscript forms; `None` where Unicode has no such form.
const SUPER_AND_SUBSCRIPTS: &[(char, Option<char>, Option<char>)] = &[
    ('0', Some('⁰'), Some('₀')),
    ('1', Some('¹'), Some('₁')),
    ('2', Some('²'), Some('₂')),
    ('3', Some('³'), Some('₃')),
    ('4', Some('⁴'), Some('₄')),
    ('5', Some('⁵'), Some('₅')),
    ('6', Some('⁶'), Some('₆')),
    ('7', Some('⁷'), Some('₇')),
    ('8', Some('⁸'), Some('₈')),
    ('9', Some('⁹'), Some('₉')),
    ('+', Some('⁺'), Some('₊')),
    ('-', Some('⁻'), Some('₋')),
    ('−', Some('⁻'), Some('₋')),
    ('–', Some('⁻'), Some('₋')),
    ('=', Some('⁼'), Some('₌')),
    ('(', Some('⁽'), Some('₍')),
    (')', Some('⁾'), Some('₎')),
    ('n', Some('ⁿ'), Some('ₙ')),
    ('i', Some('ⁱ'), Some('ᵢ')),
    ('x', Some('ˣ'), Some('ₓ')),
    ('k', Some('ᵏ'), Some('ₖ')),
    ('m', Some('ᵐ'), Some('ₘ')),
    ('t', Some('ᵗ'), Some('ₜ')),
    ('j', Some('ʲ'), Some('ⱼ')),
    ('a', Some('ᵃ'), Some('ₐ')),
    ('e', Some('ᵉ'), Some('ₑ')),
    ('o', Some('ᵒ'), Some('ₒ')),
    ('p', Some('ᵖ'), Some('ₚ')),
    ('r', Some('ʳ'), Some('ᵣ')),
    ('s', Some('ˢ'), Some('ₛ')),
    ('u', Some('ᵘ'), Some('ᵤ')),
    ('v', Some('ᵛ'), Some('ᵥ')),
    ('T', Some('ᵀ'), None),
    ('°', Some('°'), None),
    ('′', Some('′'), None),
    ('*', Some('*'), None),
    ('†', Some('†'), None),
    ('™', Some('™'), None),
    ('®', Some('®'), None),
    ('º', Some('º'), None),
    ('ª', Some('ª'), None),
];

/// Returns the text in raised Unicode characters. If Unicode lacks one of them, returns normal
/// text, with a `^` before it if `char_before` is a digit or a bracket.
pub fn to_superscript(text: &str, char_before: Option<char>) -> String {
    if is_ordinal_suffix(text) {
        return text.to_owned();
    }
    let up = |c: char| super_and_subscript(c).and_then(|(up, _)| up);
    if let Some(small) = text.chars().map(up).collect::<Option<String>>() {
        return small;
    }
    let is_power = text.chars().count() <= 8
        && !text.contains(char::is_whitespace)
        && char_before.is_some_and(|c| c.is_ascii_digit() || c == ')');
    if is_power { format!("^{text}") } else { text.to_owned() }
}

/// Returns the text in lowered Unicode characters, or unchanged if Unicode lacks one of them.
pub fn to_subscript(text: &str) -> String {
    let down = |c: char| super_and_subscript(c).and_then(|(_, down)| down);
    text.chars().map(down).collect::<Option<String>>().unwrap_or_else(|| text.to_owned())
}

/// Raised texts that are no exponents: the endings of ordinals in several languages, and `TM`.
static ORDINAL_SUFFIXES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("ordinal_suffixes.txt"), "endings"));

/// Whether the text is the ending of an ordinal, such as the `st` of `1st`. It is written as normal
/// text.
fn is_ordinal_suffix(text: &str) -> bool {
    ORDINAL_SUFFIXES.contains(text)
}

/// Returns the superscript and the subscript of a character, as far as Unicode has them.
fn super_and_subscript(base_char: char) -> Option<(Option<char>, Option<char>)> {
    SUPER_AND_SUBSCRIPTS.iter().find(|(c, ..)| *c == base_char).map(|(_, up, down)| (*up, *down))
}
