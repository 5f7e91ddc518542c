//! The names of everything in a vault, to find out which notes a text names. Whether one of them
//! is private is looked up then, when the text is about to be sent.

use std::collections::{BTreeMap, BTreeSet};

use crate::note::NotePath;
use crate::privacy::address::{Address, addresses};
use crate::privacy::name::{Name, Word, readings};
use crate::privacy::outgoing::{file_key, visible};
use crate::text::normalize::composed;

/// Titles, aliases and file names of a vault.
#[derive(Debug, Default)]
pub struct VaultNames {
    paths: Vec<String>,
    /// Names that are recognised in running text, by their first two words, with the number of
    /// the path: many notes of a vault begin with the same word.
    distinctive: BTreeMap<String, Vec<(Name, usize)>>,
    /// Numbers of paths by the name that an address ends with.
    by_file_name: BTreeMap<String, Vec<usize>>,
}

/// What of a vault a text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Paths whose title or alias stands in the text.
    pub named: BTreeSet<String>,
    /// Paths to which a link or path in the text may lead.
    pub addressed: BTreeSet<String>,
}

impl Mentions {
    /// Both together.
    pub fn all(&self) -> BTreeSet<&String> {
        self.named.union(&self.addressed).collect()
    }
}

impl VaultNames {
    /// Adds a file of the vault with its other names.
    pub fn add(&mut self, path: &str, aliases: &[String]) {
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        let note = NotePath::parse(path).ok();
        let file = path.rsplit('/').next().unwrap_or_default();
        let title = note.as_ref().map_or(file, NotePath::title);
        for name in std::iter::once(title).chain(aliases.iter().map(String::as_str)) {
            self.by_file_name.entry(file_key(name)).or_default().push(number);
            let name = Name::parse(name).filter(Name::is_distinctive);
            if let Some(name) = name {
                self.distinctive.entry(name.start().to_owned()).or_default().push((name, number));
            }
        }
    }

    /// What a text names. `linking` is the note that it comes from: where that links to a note, a
    /// single word is a name in the text too.
    pub fn mentions(&self, text: &str, linking: &str) -> Mentions {
        // What nobody sees is taken out before a text is sent, and so must not hide a name here.
        let (text, linking) = (visible(text), visible(linking));
        let text = composed(&text);
        let readings = readings(&text);
        let mut places: BTreeMap<&str, Vec<&[Word]>> = BTreeMap::new();
        for words in &readings {
            for (at, word) in words.iter().enumerate() {
                places.entry(&word.text).or_default().extend(words.get(at..));
            }
        }
        let stands = |address: &Address| {
            let Some(name) = Name::parse(address.name()) else { return false };
            let mut starts = places.get(name.first()).into_iter().flatten();
            starts.any(|words| name.end_in(words).is_some())
        };
        let linked = addresses(&composed(&linking)).into_iter().filter(stands);
        let addressed = addresses(&text).into_iter().chain(linked).flat_map(|address| {
            self.by_file_name.get(&file_key(address.name())).into_iter().flatten()
        });
        let named = readings.iter().flat_map(|words| self.named(words)).collect();
        Mentions { named, addressed: self.paths_of(addressed) }
    }

    fn named(&self, words: &[Word]) -> BTreeSet<String> {
        let named = words.iter().enumerate().flat_map(|(at, word)| {
            let rest = words.get(at..).unwrap_or_default();
            let next = rest.get(1).map_or("", |word| word.text.as_str());
            let start = format!("{} {next}", word.text);
            let names = self.distinctive.get(&start).into_iter().flatten();
            names.filter(move |(name, _)| name.end_in(rest).is_some()).map(|(_, number)| number)
        });
        self.paths_of(named)
    }

    fn paths_of<'a>(&self, numbers: impl Iterator<Item = &'a usize>) -> BTreeSet<String> {
        numbers.filter_map(|number| self.paths.get(*number)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_notes_by_links_paths_titles_and_aliases() {
        let mut names = VaultNames::default();
        names.add("Priv/Zdiary.md", &["My inner life".into()]);
        names.add("Work/Big plan.md", &[]);
        names.add("Priv/scan one.pdf", &[]);
        let check = |text: &str, expected: &[&str]| {
            let mentions = names.mentions(text, "[[Zdiary]] [[Big plan]]");
            assert_eq!(mentions.all().into_iter().collect::<Vec<_>>(), expected, "{text}");
        };
        check("[[zdiary]]", &["Priv/Zdiary.md"]);
        check("[x](../Priv/Zdiary.md)", &["Priv/Zdiary.md"]);
        check("[[Z\u{200b}diary]]", &["Priv/Zdiary.md"]);
        check("Zdiary", &["Priv/Zdiary.md"]);
        check("my inner **life**", &["Priv/Zdiary.md"]);
        check("the big plan", &["Work/Big plan.md"]);
        check("![[scan one.pdf]]", &["Priv/scan one.pdf"]);
        check("scan one.pdf", &["Priv/scan one.pdf"]);
        check("scan one", &[]);
    }
}
