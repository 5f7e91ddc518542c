//! Writes citations: links to the sources of a statement, or references to footnotes, as the user
//! chose. Links are made only here, from evidence.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId, Origin, WebLocation};
use crate::library::Vault;
use crate::notes::note::NotePath;
use crate::safety::sanitize;
use crate::settings::CitationStyle;

/// Maximum length of the name of a page in a link after a sentence, in characters. A footnote has
/// the whole title.
const MAX_LINK_NAME_CHARACTERS: usize = 40;

/// What separates the title of a page from the name of its site.
const SITE_NAME_SEPARATORS: [&str; 5] = [" | ", " - ", " – ", " — ", " · "];

/// Writes the citations of a section and collects its footnotes.
pub(crate) struct CitationWriter<'a> {
    vault: &'a dyn Vault,
    style: CitationStyle,
    /// The id of the run, which is part of the label of each footnote, so that the label differs from
    /// all other footnotes of the note.
    run_id: &'a str,
    /// The links of the footnotes so far, without repetitions.
    footnotes: RefCell<Vec<String>>,
    /// The pieces of evidence to which the links so far lead.
    linked: RefCell<Vec<EvidenceId>>,
}

impl<'a> CitationWriter<'a> {
    /// Creates a writer without footnotes.
    pub(crate) fn new(vault: &'a dyn Vault, style: CitationStyle, run_id: &'a str) -> Self {
        Self { vault, style, run_id, footnotes: RefCell::default(), linked: RefCell::default() }
    }

    /// Adds the citations of some pieces of evidence to a text.
    pub(crate) fn cite(&self, text: &str, pieces: &[&Evidence]) -> String {
        if pieces.is_empty() {
            return text.to_owned();
        }
        match self.style {
            CitationStyle::Links => {
                format!("{text} ({})", self.links(pieces).join(", "))
            }
            // There is no space between the last word and the number of the footnote.
            CitationStyle::Footnotes => {
                let links = pieces.iter().map(|piece| self.full_link(piece));
                let references = without_duplicates(links).into_iter();
                let references = references.map(|link| self.footnote_reference(link));
                // After an exclamation mark, the reference would be an image.
                let space = if text.ends_with('!') { " " } else { "" };
                format!("{text}{space}{}", references.collect::<String>())
            }
        }
    }

    /// The links to some pieces of evidence, without repetitions.
    fn links(&self, pieces: &[&Evidence]) -> Vec<String> {
        let mut links = Vec::new();
        for piece in pieces {
            let link = self.link(piece);
            if !links.contains(&link) {
                self.linked.borrow_mut().push(piece.id.clone());
                links.push(link);
            }
        }
        links
    }

    /// The pieces of evidence to which the links after sentences lead, in the order of the links.
    pub(crate) fn linked_evidence(&self) -> Vec<EvidenceId> {
        self.linked.borrow().clone()
    }

    fn footnote_reference(&self, link: String) -> String {
        let mut notes = self.footnotes.borrow_mut();
        let number = match notes.iter().position(|known| *known == link) {
            Some(index) => index + 1,
            None => {
                notes.push(link);
                notes.len()
            }
        };
        format!("[^{}-{number}]", self.run_id)
    }

    /// Renders the definitions of all footnotes; `None` if there are none.
    pub(crate) fn footnote_list(&self) -> Option<String> {
        let notes = self.footnotes.borrow();
        let note =
            |(index, link): (usize, &String)| format!("[^{}-{}]: {link}", self.run_id, index + 1);
        let notes: Vec<String> = notes.iter().enumerate().map(note).collect();
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// Returns a link to a source with a short name.
    fn link(&self, piece: &Evidence) -> String {
        match &piece.origin {
            Origin::Note(location) => self.wikilink(&location.path, &location.heading),
            Origin::Web(location) => web_link(location, &short_title(&location.title)),
        }
    }

    /// Returns a link to a source with its whole title.
    fn full_link(&self, piece: &Evidence) -> String {
        match &piece.origin {
            Origin::Note(_) => self.link(piece),
            Origin::Web(location) => web_link(location, &location.title),
        }
    }

    /// Returns a wikilink to a note, or only its title if the path can't be written in a link.
    pub(crate) fn wikilink(&self, path: &NotePath, heading: &str) -> String {
        sanitize::note_link(&self.vault.wikilink_target(path), path.title(), heading)
    }
}

/// Returns a link to a page, with the date of the page if it has one. The address was checked before;
/// characters with a meaning in Markdown or for a plugin are percent-encoded here.
fn web_link(location: &WebLocation, name: &str) -> String {
    let name = sanitize::escape_text(name);
    let link = match sanitize::encode_link_target(&location.url) {
        Some(target) => format!("[{name}]({target})"),
        None => name,
    };
    let is_date =
        |date: &&String| date.chars().all(|c| c.is_ascii_digit() || c == '-') && !date.is_empty();
    match location.publication_date.as_ref().filter(is_date) {
        Some(date) => format!("{link}, {date}"),
        None => link,
    }
}

/// Shortens the title of a page: without the name of the site after it, and cut between words.
fn short_title(title: &str) -> String {
    let separator = SITE_NAME_SEPARATORS.iter().filter_map(|it| title.rfind(it)).max();
    let own = separator.and_then(|end| title.get(..end)).map(str::trim);
    let own = own.filter(|own| own.contains(' ')).unwrap_or(title);
    if own.chars().count() <= MAX_LINK_NAME_CHARACTERS {
        return own.to_owned();
    }
    let cut: String = own.chars().take(MAX_LINK_NAME_CHARACTERS).collect();
    let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// Drops repeated texts and keeps the order.
fn without_duplicates(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_shortened_for_a_link() {
        let check = |title: &str, expected: &str| assert_eq!(short_title(title), expected);
        check("Sydney Harbour Bridge", "Sydney Harbour Bridge");
        check("Sydney Harbour Bridge - Wikipedia", "Sydney Harbour Bridge");
        check("Tea | Wikipedia", "Tea | Wikipedia");
        check(
            "Is it true that the bridge was opened on a Saturday in March? | ABC News",
            "Is it true that the bridge was opened…",
        );
        check("茶含有咖啡因的原因是什么", "茶含有咖啡因的原因是什么");
    }
}
