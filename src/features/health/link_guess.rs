//! Guesses which note a broken link or a misspelt name means: by alias, by a name that differs only in
//! spaces and punctuation, or by a name in which few letters differ.

use std::collections::BTreeMap;

use crate::language::is_unspaced_script;
use crate::values::text::comparison_key;

/// Names with fewer letters and digits are only guessed if they are the same.
const MIN_GUESSED_CHARACTERS: usize = 4;

/// Longer names are only guessed if they are the same: no file name is so long.
const MAX_GUESSED_CHARACTERS: usize = 255;

/// Why a name was guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuessReason {
    /// The note has the name, but in another folder.
    OtherFolder,
    /// The name is an alias of the note.
    Alias,
    /// The names differ only in spaces, case and punctuation.
    Punctuation,
    /// This many letters differ.
    Letters(usize),
}

/// What a name probably means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameGuess {
    /// The number of the named thing.
    pub number: u32,
    /// The name as it should be written.
    pub name: String,
    /// Why.
    pub reason: GuessReason,
}

/// Guesses by target, as long as no name changes.
#[derive(Debug, Default)]
pub struct GuessCache(BTreeMap<String, Option<(String, GuessReason)>>);

impl GuessCache {
    /// Forgets all guesses.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The path that was guessed for a target; `None` if it was not guessed yet.
    pub fn get(&self, target: &str) -> Option<&Option<(String, GuessReason)>> {
        self.0.get(target)
    }

    /// Remembers the path that was guessed for a target.
    pub fn insert(&mut self, target: String, guess: Option<(String, GuessReason)>) {
        self.0.insert(target, guess);
    }
}

struct KnownName {
    number: u32,
    name: String,
    characters: Vec<char>,
    letter_mask: u64,
    is_alias: bool,
}

/// The names that may be meant.
#[derive(Default)]
pub struct NameGuesser {
    names: Vec<KnownName>,
    by_key: BTreeMap<String, usize>,
    /// The names by their number of characters and their first character.
    by_length: BTreeMap<(usize, char), Vec<usize>>,
}

impl NameGuesser {
    /// Adds the title of a note or a tag. Of equal names, the first one is guessed.
    pub fn add_name(&mut self, name: &str, number: u32) {
        self.add(name, number, IsAlias::No);
    }

    /// Adds the alias of a note, after the names of all notes.
    pub fn add_alias(&mut self, name: &str, number: u32) {
        self.add(name, number, IsAlias::Yes);
    }

    fn add(&mut self, name: &str, number: u32, is_alias: IsAlias) {
        let key = comparison_key(name);
        if key.is_empty() {
            return;
        }
        let characters: Vec<char> = key.chars().collect();
        let at = self.names.len();
        if let Some(first) = characters.first() {
            self.by_length.entry((characters.len(), *first)).or_default().push(at);
        }
        self.by_key.entry(key).or_insert(at);
        self.names.push(KnownName {
            number,
            name: name.to_owned(),
            letter_mask: letter_mask(&characters),
            characters,
            is_alias: is_alias == IsAlias::Yes,
        });
    }

    /// Guesses what a name means; `None` if no name is near enough.
    pub fn guess(&self, name: &str) -> Option<NameGuess> {
        let key = comparison_key(name);
        let same = self.by_key.get(&key).and_then(|at| self.names.get(*at));
        if let Some(same) = same {
            let is_short = key.chars().count() < 2;
            let reason = match same.name.to_lowercase() == name.to_lowercase() {
                true if same.is_alias => GuessReason::Alias,
                true => GuessReason::OtherFolder,
                false if is_short => return None,
                false => GuessReason::Punctuation,
            };
            return Some(same.to_guess(reason));
        }
        let characters: Vec<char> = key.chars().collect();
        let limit = max_different_letters(&characters);
        if limit == 0 {
            return None;
        }
        let (distance, at) = self.nearest(&characters, limit)?;
        self.names.get(at).map(|known| known.to_guess(GuessReason::Letters(distance)))
    }

    /// The nearest name that is not the same, with the number of different letters.
    fn nearest(&self, characters: &[char], limit: usize) -> Option<(usize, usize)> {
        let mask = letter_mask(characters);
        let lengths = characters.len().saturating_sub(limit)..=characters.len() + limit;
        // A name with another first letter is another name.
        let first = *characters.first()?;
        let near = lengths.filter_map(|length| self.by_length.get(&(length, first))).flatten();
        let mut best: Option<(usize, usize)> = None;
        for at in near {
            let Some(known) = self.names.get(*at) else { continue };
            if (known.letter_mask ^ mask).count_ones() as usize > 2 * limit
                || !digits(&known.characters).eq(digits(characters))
                || max_different_letters(&known.characters) == 0
            {
                continue;
            }
            let distance = different_letters(&known.characters, characters, limit);
            if let Some(distance) = distance
                && best.is_none_or(|best| (distance, *at) < best)
            {
                best = Some((distance, *at));
            }
        }
        best
    }
}

#[derive(PartialEq, Eq)]
enum IsAlias {
    Yes,
    No,
}

impl KnownName {
    fn to_guess(&self, reason: GuessReason) -> NameGuess {
        NameGuess { number: self.number, name: self.name.clone(), reason }
    }
}

/// How many letters of a name may differ. A character of a script without spaces is a whole syllable
/// or word, so fewer may differ.
fn max_different_letters(characters: &[char]) -> usize {
    let is_unspaced = characters.iter().any(|c| is_unspaced_script(*c));
    match characters.len() {
        length if !(MIN_GUESSED_CHARACTERS..=MAX_GUESSED_CHARACTERS).contains(&length) => 0,
        length if is_unspaced => usize::from(length >= 5) + usize::from(length >= 12),
        4..=7 => 1,
        8..=15 => 2,
        _ => 3,
    }
}

fn digits(characters: &[char]) -> impl Iterator<Item = &char> {
    characters.iter().filter(|c| c.is_numeric())
}

/// A set of the letters of a name. Names whose sets differ much cannot be near.
fn letter_mask(characters: &[char]) -> u64 {
    characters.iter().fold(0, |mask, c| mask | 1 << (u32::from(*c) % 64))
}

/// The number of letters that were added, left out, changed or swapped, if it is at most `limit`.
pub fn different_letters(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(last.len());
        next.push(row + 1);
        for (column, other) in b.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let changed = at(&last, column) + usize::from(letter != other);
            let mut cost = changed.min(at(&last, column + 1) + 1).min(at(&next, column) + 1);
            let is_swapped = row > 0
                && column > 0
                && a.get(row - 1) == Some(other)
                && b.get(column - 1) == Some(letter);
            if is_swapped {
                cost = cost.min(at(&before, column - 1) + 1);
            }
            next.push(cost);
        }
        if next.iter().all(|cost| *cost > limit) {
            return None;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], aliases: &[&str], name: &str, expected: Option<(&str, GuessReason)>) {
        let mut guesser = NameGuesser::default();
        names.iter().for_each(|name| guesser.add_name(name, 0));
        aliases.iter().for_each(|name| guesser.add_alias(name, 1));
        let guess = guesser.guess(name);
        let got = guess.as_ref().map(|guess| (guess.name.as_str(), guess.reason));
        assert_eq!(got, expected, "{name}");
    }

    #[test]
    fn near_names_are_guessed() {
        check(
            &["Tea ceremony"],
            &[],
            "tea-ceremony",
            Some(("Tea ceremony", GuessReason::Punctuation)),
        );
        check(
            &["Tea ceremony"],
            &[],
            "Tea ceremnoy",
            Some(("Tea ceremony", GuessReason::Letters(1))),
        );
        check(&["Tea"], &["Chai"], "chai", Some(("Chai", GuessReason::Alias)));
        check(&["Week 41"], &[], "Week 42", None);
        check(&["Tea"], &[], "Tee", None);
        check(&["Planting"], &[], "Coffee", None);
        check(
            &["机器学习入门"],
            &[],
            "机器学习入口",
            Some(("机器学习入门", GuessReason::Letters(1))),
        );
        check(&["机器学习"], &[], "机器学系", None);
    }
}
