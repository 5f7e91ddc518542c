//! Raised and lowered text without HTML: Unicode has small digits and letters. Where one is
//! missing, a raised text is set off by `^` if it follows a word or number directly (10^−x reads
//! as a power, 10−x as a subtraction), and a lowered one stands as it is.

/// Characters and their raised and lowered forms.
const FORMS: &[(char, Option<char>, Option<char>)] = &[
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

/// A raised text; `before` is what it follows.
pub(super) fn raised(text: &str, before: Option<char>) -> String {
    if is_ordinal(text) {
        return text.to_owned();
    }
    let up = |c: char| form(c).and_then(|(up, _)| up);
    if let Some(small) = text.chars().map(up).collect::<Option<String>>() {
        return small;
    }
    let is_power = text.chars().count() <= 8
        && !text.contains(char::is_whitespace)
        && before.is_some_and(|c| c.is_ascii_digit() || c == ')');
    if is_power { format!("^{text}") } else { text.to_owned() }
}

/// A lowered text.
pub(super) fn lowered(text: &str) -> String {
    let down = |c: char| form(c).and_then(|(_, down)| down);
    text.chars().map(down).collect::<Option<String>>().unwrap_or_else(|| text.to_owned())
}

/// The ends of `1st`, `2nd` and the like read best as they are.
fn is_ordinal(text: &str) -> bool {
    const ENDS: [&str; 11] = ["st", "nd", "rd", "th", "er", "re", "e", "ème", "o", "a", "TM"];
    ENDS.contains(&text)
}

fn form(wanted: char) -> Option<(Option<char>, Option<char>)> {
    FORMS.iter().find(|(c, ..)| *c == wanted).map(|(_, up, down)| (*up, *down))
}
