//! Addresses of notes and files in a text, wherever they stand: wikilinks and Markdown links,
//! also inside code, HTML, properties and comments, and paths by themselves.
//!
//! Whether such a thing is a link for Obsidian does not matter here: its name would be sent either
//! way.

use std::ops::Range;

use crate::note::link::percent_decoded;

/// Nothing longer names a file.
const LONGEST: usize = 500;

/// Schemes of addresses that lead out of the vault.
const WEB: [&str; 4] = ["http", "https", "mailto", "ftp"];

/// Endings of files that Obsidian keeps as attachments, as far as they are common.
const ATTACHMENTS: &str = "3gp avif base bmp canvas csv doc docx flac gif heic jpeg jpg key m4a mkv mov mp3 mp4 \
    numbers odp ods odt ogg ogv opus pages pdf png ppt pptx rtf svg tif tiff wav webm webp xls xlsx zip";

/// What stands before an address that has neither a folder nor an ending.
const OPENERS: [&str; 5] = ["](", "]:", "[[", "=", "<"];

/// Endings of files that are notes.
const NOTE_ENDINGS: [&str; 3] = ["md", "markdown", "txt"];

/// What may stand in a path by itself.
const PATH_ENDS: &str = "\"'`<>()[]{}|=&?,;*\u{201c}\u{201d}";

/// Something in a text that names a note or a file by where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// What is replaced where the address may not be sent.
    pub range: Range<usize>,
    /// The path as written, decoded, without `./`, `../`, the place in the note and the words
    /// shown.
    pub path: String,
}

impl Address {
    fn new(range: Range<usize>, written: &str) -> Option<Self> {
        let path = written.split(['|', '#']).next().unwrap_or_default();
        let path = percent_decoded(path.trim_end_matches('\\')).replace('\\', "/");
        let mut path = path.trim();
        let scheme = path.split_once(':').map(|(scheme, _)| scheme.to_lowercase());
        if scheme.as_deref().is_some_and(|scheme| WEB.contains(&scheme)) {
            return None;
        }
        while let Some(rest) = ["./", "../", "/"].iter().find_map(|up| path.strip_prefix(up)) {
            path = rest;
        }
        // Where in the vault `file:///home/…` or `obsidian://…` leads is not known here.
        let path = path.split_once("://").map_or(path.to_owned(), |(_, rest)| format!("../{rest}"));
        let names = !path.is_empty() && path.len() <= LONGEST;
        names.then_some(Self { range, path })
    }

    /// The file's name without folder and, for a note, without its ending.
    pub fn name(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        match self.ending() {
            Some(ending) if NOTE_ENDINGS.contains(&ending.to_lowercase().as_str()) => {
                name.get(..name.len() - ending.len() - 1).unwrap_or(name)
            }
            _ => name,
        }
    }

    /// Whether it names a file that is no note, such as a picture.
    pub fn is_attachment(&self) -> bool {
        let ending = self.ending().unwrap_or_default().to_lowercase();
        ATTACHMENTS.split_whitespace().any(|known| known == ending)
    }

    fn ending(&self) -> Option<&str> {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map(|(_, ending)| ending)
    }
}

/// Every address of a text, in order; one may stand within another.
pub fn addresses(text: &str) -> Vec<Address> {
    let mut found = enclosed(text, ("[[", "]]"), Brackets::Replaced);
    found.extend(enclosed(text, ("](", ")"), Brackets::Kept));
    found.extend(enclosed(text, ("<", ">"), Brackets::Kept));
    found.extend(enclosed(text, ("=\"", "\""), Brackets::Kept));
    found.extend(enclosed(text, ("='", "'"), Brackets::Kept));
    found.extend(paths(text));
    found.sort_by_key(|address| (address.range.start, std::cmp::Reverse(address.range.end)));
    found
}

/// Whether the signs around an address are replaced with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    Replaced,
    Kept,
}

/// What stands between two signs on one line.
fn enclosed(text: &str, (open, close): (&str, &str), brackets: Brackets) -> Vec<Address> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(open) {
        let start = at + open.len();
        let window = start..text.floor_char_boundary(start.saturating_add(4 * LONGEST));
        let rest = text.get(window).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        // A link that is not closed yet goes to the end of its line.
        let (inside, end) = match (before(rest, close), brackets) {
            (Some(inside), _) if !inside.contains(['\n', '\r']) => (inside, close.len()),
            (_, Brackets::Replaced) => (line, 0),
            _ => continue,
        };
        let range = match brackets {
            Brackets::Replaced => at..start + inside.len() + end,
            Brackets::Kept => start..start + inside.len(),
        };
        // A Markdown link may have a title behind its address.
        let address = inside.split(" \"").next().unwrap_or(inside);
        found.extend(Address::new(
            range,
            address.trim().trim_start_matches('<').trim_end_matches('>'),
        ));
    }
    found
}

/// What stands before the sign that closes; of brackets the one that belongs to the first.
fn before<'t>(text: &'t str, close: &str) -> Option<&'t str> {
    let mut open = 0;
    let ends = |(_, c): &(usize, char)| match c {
        '(' => {
            open += 1;
            false
        }
        ')' if open > 0 => {
            open -= 1;
            false
        }
        c => *c == ')',
    };
    let end = match close {
        ")" => text.char_indices().find(ends).map(|(at, _)| at),
        _ => text.find(close),
    };
    text.get(..end?)
}

/// Paths by themselves: words with a folder or the ending of a note.
fn paths(text: &str) -> impl Iterator<Item = Address> {
    let is_end = |c: char| c.is_whitespace() || PATH_ENDS.contains(c);
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(is_end).filter_map(move |word| {
        let word = word.trim_end_matches(['.', ':', '!']);
        let at = start(word);
        let address = Address::new(at..at + word.len(), word)?;
        let has_ending = address.ending().is_some();
        let before = text.get(..at).unwrap_or_default();
        let before = before.trim_end_matches(|c: char| c.is_whitespace() || "\"'<".contains(c));
        let is_opened = OPENERS.iter().any(|opener| before.ends_with(opener));
        (address.path.contains('/') || has_ending || is_opened).then_some(address)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = addresses(text);
        let got: Vec<(&str, &str)> = found
            .iter()
            .map(|it| (text.get(it.range.clone()).unwrap(), it.path.as_str()))
            .collect();
        for pair in expected {
            assert!(got.contains(pair), "{pair:?} is not in {got:?}");
        }
    }

    #[test]
    fn addresses_are_found_wherever_they_stand() {
        check("a [[Priv/My diary#May|x]] b", &[("[[Priv/My diary#May|x]]", "Priv/My diary")]);
        check("![[./Priv/a.png]]", &[("[[./Priv/a.png]]", "Priv/a.png")]);
        check("[x](../Priv/Zdiary.md#a)", &[("../Priv/Zdiary.md#a", "Priv/Zdiary.md")]);
        check("[x](<../Priv/My diary.md>)", &[("<../Priv/My diary.md>", "Priv/My diary.md")]);
        check("[x](Priv/My%20diary.md \"t\")", &[("Priv/My%20diary.md \"t\"", "Priv/My diary.md")]);
        check("`[[Zdiary]]`", &[("[[Zdiary]]", "Zdiary")]);
        check("<a href=\"Priv/Zdiary.md\">", &[("Priv/Zdiary.md", "Priv/Zdiary.md")]);
        check("<img src='Priv/x.png'>", &[("Priv/x.png", "Priv/x.png")]);
        check("[r]: Priv/Zdiary.md", &[("Priv/Zdiary.md", "Priv/Zdiary.md")]);
        check("obsidian://open?vault=v&file=Priv%2FZdiary", &[("Priv%2FZdiary", "Priv/Zdiary")]);
        check(
            "file:///home/me/Priv/Zdiary.md",
            &[("file:///home/me/Priv/Zdiary.md", "..//home/me/Priv/Zdiary.md")],
        );
        check("obsidian://open?vault=v&file=Zdiary", &[("Zdiary", "Zdiary")]);
        check("[r]: Zdiary 't'", &[("Zdiary", "Zdiary")]);
        check("[x](\nZdiary (t))", &[("Zdiary", "Zdiary")]);
        check("<a href = Zdiary>", &[("Zdiary", "Zdiary")]);
        check("[[Zdiary#Talk with Cy", &[("[[Zdiary#Talk with Cy", "Zdiary")]);
        check("see Zdiary.md.", &[("Zdiary.md", "Zdiary.md")]);
        check("[x](Priv/a (1).md)", &[("Priv/a (1).md", "Priv/a (1).md")]);
        check("see Zdiary.md now", &[("Zdiary.md", "Zdiary.md")]);
    }

    #[test]
    fn an_address_has_the_name_of_its_file() {
        let check = |path: &str, name: &str, is_attachment: bool| {
            let address = Address::new(0..0, path).unwrap();
            assert_eq!((address.name(), address.is_attachment()), (name, is_attachment), "{path}");
        };
        check("a/Diary.MD", "Diary", false);
        check("v1.2 notes", "v1.2 notes", false);
        check("Note 2.0", "Note 2.0", false);
        check("a/scan.pdf", "scan.pdf", true);
        check("Node.js", "Node.js", false);
    }
}
