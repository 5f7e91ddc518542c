//! Finds references to notes and files in a text: wikilinks, Markdown links and plain paths, also
//! inside code, HTML, properties and comments.
//!
//! References that Obsidian doesn't show as links count too: their names would be sent as well.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::ops::Range;
use std::str::MatchIndices;
use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::notes::note::percent_decoded;
use crate::safety::privacy::outgoing_text::comparable_file_name;
use crate::values::StableSort;
use crate::values::text::{step_counter, without_references};

/// Maximum length of a path in bytes. A longer text is not treated as a path.
const MAX_PATH_BYTES: usize = 500;

/// Maximum number of times that a path is encoded.
const MAX_ENCODINGS: usize = 4;

/// Schemes of URLs that lead out of the vault. Such a URL is not a reference to a file.
const EXTERNAL_SCHEMES: [&str; 4] = ["http", "https", "mailto", "ftp"];

/// Common file extensions of attachments: files in the vault that are not notes.
static ATTACHMENT_EXTENSIONS: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("attachment_extensions.txt"), "extensions"));

/// After one of these texts a word is a path, even if it has neither a folder nor an extension.
const TEXTS_BEFORE_PATH: [&str; 4] = ["](", "]:", "[[", "="];

/// File extensions of notes. The name of a note does not include them.
const NOTE_EXTENSIONS: [&str; 3] = ["md", "markdown", "txt"];

/// Characters that end a path in running text.
const PATH_END_CHARS: &str = "\"'`<>()[]{}|=&?,;*\u{201c}\u{201d}";

/// A reference to a note or a file by its path or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReference {
    /// The byte range in the text that is replaced if the reference leads to a private file.
    pub byte_range: Range<usize>,
    /// The decoded path without a leading `./` or `../`, without a heading or block (`#…`), and
    /// without display text (`|…`).
    pub path: String,
}

impl FileReference {
    fn new(range: Range<usize>, raw_path: &str) -> Option<Self> {
        let path = raw_path.split(['|', '#']).next().unwrap_or_default();
        let path = decoded_path(path.trim_end_matches('\\')).replace('\\', "/");
        let mut path = path.trim();
        let scheme = path.split_once(':').map(|(scheme, _)| scheme.to_lowercase());
        if scheme.as_deref().is_some_and(|scheme| EXTERNAL_SCHEMES.contains(&scheme)) {
            return None;
        }
        while let Some(rest) = ["./", "../", "/"].iter().find_map(|up| path.strip_prefix(up)) {
            path = rest;
        }
        // In `file:///home/…` and `obsidian://…` it is unknown where the path within the vault
        // begins. The prefix `../` marks such a path as uncertain.
        let path = path.split_once("://").map_or(path.to_owned(), |(_, rest)| format!("../{rest}"));
        let names = !path.is_empty() && path.len() <= MAX_PATH_BYTES;
        names.then_some(Self { byte_range: range, path })
    }

    /// The file name without its folder and, for a note, without its extension.
    pub fn file_name(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        match self.extension() {
            Some(extension) if NOTE_EXTENSIONS.contains(&extension.to_lowercase().as_str()) => {
                name.get(..name.len() - extension.len() - 1).unwrap_or(name)
            }
            _ => name,
        }
    }

    /// Whether the reference, which has the name of a file, may lead to that file: it has no folder,
    /// or one that fits the path of the file.
    pub fn may_lead_to(&self, file_path: &str) -> bool {
        let written = comparable_file_name(&self.path);
        let Some((folder, _)) = written.rsplit_once('/') else { return true };
        let path = comparable_file_name(file_path);
        let own = path.rsplit_once('/').map_or("", |(own, _)| own);
        let head = own.strip_suffix(folder);
        folder.contains("..") || head.is_some_and(|head| head.is_empty() || head.ends_with('/'))
    }

    /// Whether the reference leads to a file that is not a note, such as an image.
    pub fn is_attachment(&self) -> bool {
        let extension = self.extension().unwrap_or_default().to_lowercase();
        ATTACHMENT_EXTENSIONS.contains(extension.as_str())
    }

    fn extension(&self) -> Option<&str> {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map(|(_, extension)| extension)
    }
}

/// A path without its escapes, which may be encoded several times: `%2520`.
fn decoded_path(path: &str) -> String {
    let mut path = without_references(path).into_owned();
    for _ in 0..MAX_ENCODINGS {
        if !path.contains('%') {
            break;
        }
        path = percent_decoded(&path);
    }
    path
}

/// All references to notes and files in a text, sorted by position. Their ranges may overlap.
pub fn file_references(text: &str) -> Vec<FileReference> {
    let mut found = enclosed_references(text, "[[", "]]", DelimiterHandling::Replaced);
    found.extend(enclosed_references(text, "](", ")", DelimiterHandling::Kept));
    found.extend(enclosed_references(text, "<", ">", DelimiterHandling::Kept));
    found.extend(enclosed_references(text, "=\"", "\"", DelimiterHandling::Kept));
    found.extend(enclosed_references(text, "='", "'", DelimiterHandling::Kept));
    found.extend(path_references(text));
    found.stable_sort_by_key(|reference| {
        (reference.byte_range.start, std::cmp::Reverse(reference.byte_range.end))
    });
    found
}

/// Whether the delimiters around a reference are replaced together with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DelimiterHandling {
    Replaced,
    Kept,
}

/// The references between an opening and a closing delimiter on the same line, such as `[[` and
/// `]]`.
fn enclosed_references(
    text: &str,
    open: &str,
    close: &str,
    delimiters: DelimiterHandling,
) -> Vec<FileReference> {
    let mut found = Vec::new();
    let opens: Vec<usize> = text.match_indices(open).map(|(at, _)| at).collect();
    let mut closes = Closes::new(text, close);
    let mut line_ends = text.match_indices(['\n', '\r']).map(|(at, _)| at).peekable();
    for (number, at) in opens.iter().copied().enumerate() {
        let start = at + open.len();
        let window_end = text.floor_char_boundary(start.saturating_add(4 * MAX_PATH_BYTES));
        while line_ends.next_if(|end| *end < start).is_some() {}
        let line_end = line_ends.peek().copied().unwrap_or(text.len()).min(window_end);
        let closed = closes.end_of(start).filter(|end| *end <= line_end);
        // A wikilink without `]]` extends to the end of its line.
        let (inside_end, end) = match (closed, delimiters) {
            (Some(end), _) if end + close.len() <= window_end => (end, end + close.len()),
            (_, DelimiterHandling::Replaced) => (line_end, line_end),
            _ => continue,
        };
        let range = match delimiters {
            DelimiterHandling::Replaced => at..end,
            DelimiterHandling::Kept => start..inside_end,
        };
        // A reference in a reference is found by itself, so each part of the text is read once.
        let next_open = opens.get(number + 1).copied().unwrap_or(text.len()).max(start);
        let inside = text.get(start..inside_end.min(next_open)).unwrap_or_default();
        step_counter::add_steps(inside.len() + 1);
        // A Markdown link may have a title after its reference.
        let reference = inside.split(" \"").next().unwrap_or(inside);
        found.extend(FileReference::new(
            range,
            reference.trim().trim_start_matches('<').trim_end_matches('>'),
        ));
    }
    found
}

/// The closing delimiters of a text.
enum Closes<'t> {
    /// A reference ends at the next closing delimiter.
    Next(Peekable<MatchIndices<'t, &'t str>>),
    /// A closing parenthesis must match the opening one: the offset of each, by the offset after the
    /// opening one.
    Matching(BTreeMap<usize, usize>),
}

impl<'t> Closes<'t> {
    fn new(text: &'t str, close: &'t str) -> Self {
        if close != ")" {
            return Self::Next(text.match_indices(close).peekable());
        }
        let mut open = Vec::new();
        let mut ends = BTreeMap::new();
        for (at, parenthesis) in text.match_indices(['(', ')']) {
            match parenthesis {
                "(" => open.push(at + 1),
                _ => ends.extend(open.pop().map(|start| (start, at))),
            }
        }
        Self::Matching(ends)
    }

    /// Where a reference that begins at an offset ends. Later calls must not ask for less.
    fn end_of(&mut self, start: usize) -> Option<usize> {
        match self {
            Self::Next(closes) => {
                while closes.next_if(|(at, _)| *at < start).is_some() {}
                closes.peek().map(|(at, _)| *at)
            }
            Self::Matching(ends) => ends.get(&start).copied(),
        }
    }
}

/// Paths in running text: words that contain a folder or a file extension, or that follow the start
/// of a link.
fn path_references(text: &str) -> impl Iterator<Item = FileReference> {
    let is_end = |c: char| c.is_whitespace() || PATH_END_CHARS.contains(c);
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let is_between = |c: char| c.is_whitespace() || "\"'<".contains(c);
    let words = text.split(is_end).map(|word| word.trim_end_matches(['.', ':', '!']));
    words.filter(|word| !word.is_empty()).filter_map(move |word| {
        let at = start(word);
        let whole = text.get(..at).unwrap_or_default();
        let before = whole.trim_end_matches(is_between);
        step_counter::add_steps(word.len() + whole.len() - before.len());
        let is_opened = TEXTS_BEFORE_PATH.iter().any(|opener| before.ends_with(opener));
        // Nearly all words are ruled out here, before anything is decoded.
        if !is_opened && !word.contains(['/', '\\', '.', '%']) {
            return None;
        }
        let reference = FileReference::new(at..at + word.len(), word)?;
        let is_path = reference.path.contains('/') || reference.extension().is_some();
        (is_opened || is_path).then_some(reference)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::{add_steps, assert_linear};

    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = file_references(text);
        let got: Vec<(&str, &str)> = found
            .iter()
            .map(|it| (text.get(it.byte_range.clone()).unwrap(), it.path.as_str()))
            .collect();
        for pair in expected {
            assert!(got.contains(pair), "{pair:?} is not in {got:?}");
        }
    }

    #[test]
    fn references_are_found_in_every_notation() {
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
        check("[x](Priv/Z%2564iary.md)", &[("Priv/Z%2564iary.md", "Priv/Zdiary.md")]);
        check("<a href='Priv/Caf&eacute;.md'>", &[("Priv/Caf&eacute;.md", "Priv/Café.md")]);
        check("see Zdiary.md now", &[("Zdiary.md", "Zdiary.md")]);
    }

    #[test]
    fn paths_are_searched_in_linear_time() {
        for piece in [" ", "\n", "\"", "'", "<", "<\"", "a ", "] ", ". ", "(\t", "% "] {
            assert_linear(piece, 20_000 / piece.len(), |text| {
                path_references(&format!("a{text}a")).for_each(drop);
            });
        }
    }

    #[test]
    fn references_are_searched_in_linear_time() {
        for piece in
            ["[[", "[", "[[a", "[[a ", "](", "](a", "](a(", "<", "<a ", "=\"", "='", "[[a]] "]
        {
            assert_linear(piece, 4_000 / piece.len(), |text| {
                add_steps(1 + file_references(text).iter().map(|it| it.path.len()).sum::<usize>());
            });
        }
    }

    #[test]
    fn a_reference_has_the_name_of_its_file() {
        let check = |path: &str, name: &str, is_attachment: bool| {
            let reference = FileReference::new(0..0, path).unwrap();
            assert_eq!(
                (reference.file_name(), reference.is_attachment()),
                (name, is_attachment),
                "{path}"
            );
        };
        check("a/Diary.MD", "Diary", false);
        check("v1.2 notes", "v1.2 notes", false);
        check("Note 2.0", "Note 2.0", false);
        check("a/scan.pdf", "scan.pdf", true);
        check("Node.js", "Node.js", false);
    }
}
