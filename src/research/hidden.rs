//! Names of private notes: what is sent must not hold them, though notes that are sent link to them.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Means;
use crate::error::Result;
use crate::host::Pace;
use crate::index::language::is_unspaced;
use crate::note::NotePath;
use crate::note::link::{self, Link, Place};

/// Stands where a name stood.
const HIDDEN: &str = "[private note]";

/// The names that were found so far.
#[derive(Default)]
pub struct Hidden {
    names: RefCell<BTreeSet<String>>,
    looked_at: RefCell<BTreeSet<NotePath>>,
    private: RefCell<BTreeSet<NotePath>>,
}

impl Hidden {
    /// Adds the names of the private notes to which a note links.
    pub async fn add(&self, means: &Means<'_>, note: &NotePath) -> Result<()> {
        let pace = Pace::new(means.desk.host);
        let linked = means.vault.linked(note);
        for linked in &linked {
            if !self.looked_at.borrow_mut().insert(linked.clone()) {
                continue;
            }
            pace.step().await?;
            if is_private(means, linked).await {
                self.hide(linked, &means.vault.linktext(linked));
                self.private.borrow_mut().insert(linked.clone());
            }
        }
        let is_private = |linked: &NotePath| self.private.borrow().contains(linked);
        let private: Vec<NotePath> = linked.into_iter().filter(is_private).collect();
        // The places that links name are words of the private notes.
        if !private.is_empty() {
            let text = means.desk.host.read(note).await.unwrap_or_default();
            let links = link::links(&text).into_iter().chain(link::property_links(&text));
            links.for_each(|link| self.hide_place(&link, &private));
        }
        Ok(())
    }

    /// Hides a note's name in all ways to write it in a link.
    fn hide(&self, note: &NotePath, linktext: &str) {
        let names = [note.as_str(), note.linkpath(), note.title(), linktext];
        let written = names.iter().map(|name| link::percent_encoded(name));
        self.names.borrow_mut().extend(written.chain(names.map(str::to_owned)));
    }

    fn hide_place(&self, link: &Link, private: &[NotePath]) {
        let target = NotePath::parse(&format!("{}.md", link.target.trim_end_matches(".md")));
        let name = target.as_ref().map(|path| path.title().to_lowercase()).unwrap_or_default();
        let leads_there = private.iter().any(|note| note.title().to_lowercase() == name);
        if let Some(Place::Heading(heading)) = link.place.as_ref().filter(|_| leads_there) {
            let written = [link::percent_encoded(heading), heading.clone()];
            self.names.borrow_mut().extend(written);
        }
    }

    /// A text without those names.
    pub fn without(&self, text: &str) -> String {
        let names = self.names.borrow();
        let mut by_first: BTreeMap<char, Vec<&str>> = BTreeMap::new();
        for name in names.iter() {
            if let Some(first) = name.chars().next() {
                by_first.entry(lower(first)).or_default().push(name);
            }
        }
        // Long names first: one may stand in another.
        by_first.values_mut().for_each(|names| names.sort_by_key(|name| Reverse(name.len())));
        without_names(text, &by_first)
    }
}

async fn is_private(means: &Means<'_>, note: &NotePath) -> bool {
    let text = means.desk.host.read(note).await;
    // What cannot be read may be private.
    !text.is_ok_and(|text| !means.settings.is_private(note, &text))
}

/// A text without names in any case; a name within a longer word is no name.
fn without_names(text: &str, by_first: &BTreeMap<char, Vec<&str>>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let names = by_first.get(&lower(first)).filter(|_| !joins(before, Some(first)));
        let named = names.into_iter().flatten().find_map(|name| begins_with(rest, name));
        let behind = named.unwrap_or_else(|| rest.get(first.len_utf8()..).unwrap_or_default());
        match named {
            Some(_) => out.push_str(HIDDEN),
            None => out.push(first),
        }
        before = rest.get(..rest.len() - behind.len()).and_then(|read| read.chars().last());
        rest = behind;
    }
    out
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// What is behind a name with which a text begins, in any case.
fn begins_with<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for expected in name.chars() {
        let found = rest.next()?;
        if found != expected && !found.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
    }
    let behind = rest.as_str();
    (!joins(name.chars().last(), behind.chars().next())).then_some(behind)
}

/// Whether two letters stand in one word. Scripts that set no spaces have no such words.
fn joins(one: Option<char>, other: Option<char>) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    is_letter(one) && is_letter(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &str) {
        let hidden = Hidden::default();
        let note = NotePath::parse(path).unwrap();
        hidden.hide(&note, note.title());
        assert_eq!(hidden.without(text), expected);
    }

    #[test]
    fn a_private_name_is_hidden_however_a_link_writes_it() {
        check(
            "Diary.md",
            "See [[diary]], [[DIARY|x]].",
            "See [[[private note]]], [[[private note]|x]].",
        );
        check("Ana/My diary.md", "[x](Ana/My%20diary.md)", "[x]([private note])");
        check("Ana/My diary.md", "up: \"[[Ana/My diary]]\"", "up: \"[[[private note]]]\"");
        check("日记.md", "我的日记在这里", "我的[private note]在这里");
    }

    #[test]
    fn a_name_within_a_word_is_none() {
        check("Art.md", "Start smart: Arts, art.", "Start smart: Arts, [private note].");
    }
}
