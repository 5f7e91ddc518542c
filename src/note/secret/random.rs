//! Long texts that look drawn by lot, as keys of services that nobody listed do.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::note::secret::runs;

/// Shorter ones are too often names.
const SHORTEST: usize = 24;
/// The same without capitals or without small letters, which says less.
const SHORTEST_PLAIN: usize = 32;
/// In words joined by hyphens, and in formulas of chemistry, the pieces are shorter.
const MEAN_PIECE: usize = 8;
/// Different characters; a pattern that repeats has fewer.
const FEWEST_CHARS: usize = 12;
/// How often, of a hundred neighbours, the kind of character changes. By lot it is 45; a name of
/// a program with a hump every six letters has 17.
const CHANGES: usize = 28;

/// Marks of what is long and unreadable and no secret: addresses, papers, links, hashes.
const HARMLESS: [&str; 8] = ["://", "www.", "doi", "](", "[[", "]]", "sha", "10."];

/// Adds the places of all such texts.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, chunk) in runs(text, |c| !c.is_whitespace()) {
        if chunk.len() < SHORTEST || HARMLESS.iter().any(|mark| chunk.contains(mark)) {
            continue;
        }
        for (start, run) in runs(chunk, is_inside) {
            let padding = chunk.get(start + run.len()..).unwrap_or_default();
            let padding = padding.len() - padding.trim_start_matches('=').len();
            if is_random(run) {
                found.push(at + start..at + start + run.len() + padding);
            }
        }
    }
}

fn is_inside(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_joint(c)
}

fn is_joint(c: char) -> bool {
    matches!(c, '-' | '_' | '+' | '/')
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum Class {
    Small,
    Capital,
    Digit,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' => Class::Small,
        'A'..='Z' => Class::Capital,
        _ => Class::Digit,
    }
}

fn is_random(run: &str) -> bool {
    let pieces = run.split(is_joint).filter(|piece| !piece.is_empty()).count();
    let chars: Vec<char> = run.chars().filter(|c| !is_joint(*c)).collect();
    let classes: BTreeSet<Class> = chars.iter().copied().map(class).collect();
    let shortest = match classes.len() {
        3 => SHORTEST,
        // A hash in hexadecimal is the name of a commit or of a file.
        2 if classes.contains(&Class::Digit) && chars.iter().any(|c| !c.is_ascii_hexdigit()) => {
            SHORTEST_PLAIN
        }
        _ => return false,
    };
    let different: BTreeSet<&char> = chars.iter().collect();
    chars.len() >= shortest
        && chars.len() >= pieces * MEAN_PIECE
        && different.len() >= FEWEST_CHARS
        && changes(&chars) * 100 >= chars.len() * CHANGES
}

/// How often the kind of character changes; a capital before a small letter begins a word.
fn changes(chars: &[char]) -> usize {
    let pairs = chars.iter().zip(chars.iter().skip(1));
    let kinds = pairs.map(|(one, next)| (class(*one), class(*next)));
    kinds.filter(|kinds| kinds.0 != kinds.1 && *kinds != (Class::Capital, Class::Small)).count()
}
