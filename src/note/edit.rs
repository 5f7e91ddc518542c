//! The only way a note's text changes: an edit as data, and `apply`.
//!
//! Whatever the edit, every byte outside its target stays as it was. Inserted text
//! takes the note's own line endings.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::outline::{Heading, HeadingTitle, Outline};
use super::property;
use crate::error::{Error, Result};

/// A change to one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NoteEdit {
    /// Replaces a section's content, or appends the section if there is none.
    WriteSection {
        /// The heading with its hashes.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
        /// The content that may be replaced. When the note now holds something else,
        /// the edit is refused with `section-changed`: a person was faster.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// Replaces the content of a section that must exist.
    ReplaceSection {
        /// The heading with its hashes.
        heading: String,
        /// The new content, with or without the heading line.
        content: String,
    },
    /// Adds to the end of a section that must exist, after a blank line.
    AppendToSection {
        /// The heading with its hashes.
        heading: String,
        /// The text to add.
        content: String,
    },
    /// Adds to the end of the note, after a blank line.
    Append {
        /// The text to add.
        content: String,
    },
    /// Adds before the note's text, after its frontmatter.
    Prepend {
        /// The text to add.
        content: String,
    },
    /// Sets a property of the frontmatter, adding it if need be.
    SetProperty {
        /// Its name.
        key: String,
        /// Its value; `null` for an empty one.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Adds a value, or each of a list, to a property that is or becomes a list.
    AppendProperty {
        /// Its name.
        key: String,
        /// What to add; what is there already is not added again.
        #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
        value: Value,
    },
    /// Takes a property away.
    RemoveProperty {
        /// Its name.
        key: String,
    },
}

/// The note's text after an edit.
pub fn apply(text: &str, edit: &NoteEdit) -> Result<String> {
    let note = Note::of(text);
    match edit {
        NoteEdit::WriteSection { heading, content, replaces } => {
            note.write_section(&title(heading)?, content, replaces.as_deref())
        }
        NoteEdit::ReplaceSection { heading, content } => {
            let title = title(heading)?;
            note.replace_section(note.only(&title)?, &title, content)
        }
        NoteEdit::AppendToSection { heading, content } => {
            let title = title(heading)?;
            note.append_to_section(note.only(&title)?, content)
        }
        NoteEdit::Append { content } => note.append(content),
        NoteEdit::Prepend { content } => Ok(note.prepend(content)),
        NoteEdit::SetProperty { key, value } => property::set(text, key, value, note.eol),
        NoteEdit::AppendProperty { key, value } => property::append(text, key, value, note.eol),
        NoteEdit::RemoveProperty { key } => property::remove(text, key),
    }
}

/// The content of a section (below its heading line, without blank lines around it);
/// `None` when the note has no such section.
pub fn section_content<'a>(text: &'a str, heading: &HeadingTitle) -> Result<Option<&'a str>> {
    let note = Note::of(text);
    match note.optional(heading)? {
        None => Ok(None),
        Some(found) => Ok(Some(text.get(note.body(found)).unwrap_or_default().trim())),
    }
}

/// The same text with `\n` line ends, for comparing what an editor may have rewritten.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

fn title(heading: &str) -> Result<HeadingTitle> {
    HeadingTitle::parse(heading).ok_or_else(|| {
        Error::new("heading-invalid", format!("“{heading}” is not a heading"))
            .hint("Write it with its hashes and a space, such as “## Research”.")
    })
}

struct Note<'a> {
    text: &'a str,
    outline: Outline,
    /// The line end most of the note uses.
    eol: &'static str,
}

impl<'a> Note<'a> {
    fn of(text: &'a str) -> Self {
        let crlf = text.matches("\r\n").count();
        let lf = text.matches('\n').count() - crlf;
        let eol = if crlf > lf { "\r\n" } else { "\n" };
        Self { text, outline: Outline::of(text), eol }
    }

    fn optional(&self, title: &HeadingTitle) -> Result<Option<&Heading>> {
        let found = self.outline.find(title);
        if found.len() > 1 {
            let line = title.line();
            return Err(Error::new(
                "heading-ambiguous",
                format!("The note has several “{line}” headings"),
            )
            .hint("Rename all but one of them.")
            .lines(found.iter().map(|heading| heading.line)));
        }
        Ok(found.first().copied())
    }

    fn only(&self, title: &HeadingTitle) -> Result<&Heading> {
        self.optional(title)?.ok_or_else(|| {
            Error::new("heading-not-found", format!("The note has no “{}” heading", title.line()))
        })
    }

    fn write_section(
        &self,
        title: &HeadingTitle,
        content: &str,
        replaces: Option<&str>,
    ) -> Result<String> {
        let Some(heading) = self.optional(title)? else {
            return self.append(&format!(
                "{}\n\n{}",
                title.line(),
                without_heading(content, title)
            ));
        };
        let current = self.text.get(self.body(heading)).unwrap_or_default();
        if replaces.is_some_and(|expected| !same_text(expected, current)) {
            return Err(Error::new("section-changed", "The section was edited meanwhile"));
        }
        self.replace_section(heading, title, content)
    }

    fn replace_section(
        &self,
        heading: &Heading,
        title: &HeadingTitle,
        content: &str,
    ) -> Result<String> {
        let body = self.body(heading);
        let content = without_heading(content, title);
        let current = self.text.get(body.clone()).unwrap_or_default();
        if same_text(content, current) {
            return Ok(self.text.to_owned());
        }
        let eol = if self.text.get(..body.start).is_some_and(|head| head.ends_with('\n')) {
            ""
        } else {
            self.eol
        };
        let content = self.own_lines(content);
        let tail = self.tail(&body, current);
        let gap = self.eol;
        Ok(self.splice(body, &format!("{eol}{gap}{content}{tail}")))
    }

    fn append_to_section(&self, heading: &Heading, content: &str) -> Result<String> {
        let body = self.body(heading);
        if body.end == self.text.len() {
            self.outline.closed()?;
        }
        let current = self.text.get(body.clone()).unwrap_or_default();
        let at = body.start + current.trim_end().len();
        let tail = self.tail(&body, current);
        let content = self.own_lines(content);
        let eol = if at == 0 || self.text.get(..at).is_some_and(|head| head.ends_with('\n')) {
            ""
        } else {
            self.eol
        };
        Ok(self.splice(at..body.end, &format!("{eol}{}{content}{tail}", self.eol)))
    }

    fn append(&self, content: &str) -> Result<String> {
        self.outline.closed()?;
        let gap = match self.text {
            "" => String::new(),
            text if text.ends_with("\n\n") || text.ends_with("\n\r\n") => String::new(),
            text if text.ends_with('\n') => self.eol.to_owned(),
            _ => self.eol.repeat(2),
        };
        Ok(format!("{}{gap}{}{}", self.text, self.own_lines(content), self.eol))
    }

    fn prepend(&self, content: &str) -> String {
        let at = self.outline.frontmatter.as_ref().map_or_else(
            || {
                if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
            },
            |range| range.end,
        );
        let head = self.text.get(..at).unwrap_or_default();
        let rest = self.text.get(at..).unwrap_or_default();
        let before = match head {
            "" | "\u{feff}" => String::new(),
            head if head.ends_with('\n') => self.eol.to_owned(),
            _ => self.eol.repeat(2),
        };
        let after = if starts_blank(rest) { self.eol.to_owned() } else { self.eol.repeat(2) };
        self.splice(at..at, &format!("{before}{}{after}", self.own_lines(content)))
    }

    /// What lies under a heading line, to the end of its section.
    fn body(&self, heading: &Heading) -> Range<usize> {
        heading.range.end..self.outline.section(heading, self.text).end
    }

    /// The blank lines that close a section: kept as they are, but at least one blank line
    /// before a following heading (or a setext heading would swallow the last paragraph).
    fn tail(&self, body: &Range<usize>, current: &str) -> String {
        let tail = current.get(current.trim_end().len()..).unwrap_or_default();
        let last = body.end == self.text.len();
        if last && (!tail.is_empty() || !self.text.ends_with('\n')) {
            return tail.to_owned();
        }
        match (last, tail.matches('\n').count()) {
            (true, _) => self.eol.to_owned(),
            (false, 0 | 1) => self.eol.repeat(2),
            (false, _) => tail.to_owned(),
        }
    }

    fn own_lines(&self, content: &str) -> String {
        let unix = unix_lines(content);
        let trimmed = unix.trim_matches('\n');
        if self.eol == "\n" { trimmed.to_owned() } else { trimmed.replace('\n', self.eol) }
    }

    fn splice(&self, range: Range<usize>, inserted: &str) -> String {
        let head = self.text.get(..range.start).unwrap_or_default();
        let rest = self.text.get(range.end..).unwrap_or_default();
        format!("{head}{inserted}{rest}")
    }
}

fn starts_blank(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim().is_empty())
}

fn same_text(a: &str, b: &str) -> bool {
    unix_lines(a).trim() == unix_lines(b).trim()
}

fn without_heading<'c>(content: &'c str, title: &HeadingTitle) -> &'c str {
    let content = content.trim_matches(['\r', '\n']);
    let (first, rest) = content.split_once('\n').unwrap_or((content, ""));
    match HeadingTitle::parse(first) {
        Some(own)
            if own.level == title.level && own.text.to_lowercase() == title.text.to_lowercase() =>
        {
            rest.trim_matches(['\r', '\n'])
        }
        _ => content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(content: &str) -> NoteEdit {
        NoteEdit::WriteSection {
            heading: "## Research".into(),
            content: content.into(),
            replaces: None,
        }
    }

    fn check(text: &str, edit: &NoteEdit, expected: &str) {
        let got = apply(text, edit).unwrap_or_else(|e| format!("{} {:?}", e.code, e.lines));
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn a_missing_section_is_appended_after_a_blank_line() {
        check("a\n", &write("new"), "a\n\n## Research\n\nnew\n");
        check("a", &write("new"), "a\n\n## Research\n\nnew\n");
        check("a\n\n", &write("new"), "a\n\n## Research\n\nnew\n");
        check("", &write("new"), "## Research\n\nnew\n");
        check("a\r\nb\r\n", &write("x\ny"), "a\r\nb\r\n\r\n## Research\r\n\r\nx\r\ny\r\n");
    }

    #[test]
    fn a_section_is_replaced_and_nothing_else() {
        check(
            "a\n\n## Research\n\nold\n\n## B\nb",
            &write("new"),
            "a\n\n## Research\n\nnew\n\n## B\nb",
        );
        check("## research\nold\n# B", &write("new"), "## research\n\nnew\n\n# B");
        check("## Research ##\nold", &write("## Research\n\nnew"), "## Research ##\n\nnew");
        check("## Research", &write("new"), "## Research\n\nnew");
        check("## Research\n", &write("new"), "## Research\n\nnew\n");
        check("## Research\n\nold\n### Sub\nx\n", &write("new"), "## Research\n\nnew\n");
    }

    #[test]
    fn writing_the_same_twice_changes_nothing() {
        for text in [
            "",
            "a",
            "a\r\nb\r\n",
            "# A\n\n## Research\nold\n# B\n",
            "## Research\r\n\r\nx\r\n\r\n\r\n# B",
        ] {
            let once = apply(text, &write("new\n\n- x")).unwrap();
            assert_eq!(apply(&once, &write("new\n\n- x")).unwrap(), once, "{text:?}");
        }
    }

    #[test]
    fn a_section_that_a_person_changed_meanwhile_is_not_replaced() {
        let edit = |replaces: &str| NoteEdit::WriteSection {
            heading: "## Research".into(),
            content: "new".into(),
            replaces: Some(replaces.into()),
        };
        check("## Research\n\nold\r\n", &edit("old"), "## Research\n\nnew\r\n");
        check("## Research\n\nmine\n", &edit("old"), "section-changed []");
        check("## Research\n\nmine\n", &edit(""), "section-changed []");
        check("a\n", &edit("old"), "a\n\n## Research\n\nnew\n");
    }

    #[test]
    fn text_is_added_at_the_places_named() {
        let to = |content: &str| NoteEdit::AppendToSection {
            heading: "## R".into(),
            content: content.into(),
        };
        check("## R\nold\n\n# B", &to("new"), "## R\nold\n\nnew\n\n# B");
        check("## R\n", &to("new"), "## R\n\nnew\n");
        check("## R", &to("new"), "## R\n\nnew");
        check("a", &to("new"), "heading-not-found []");
        let prepend = NoteEdit::Prepend { content: "NEW".into() };
        check("body\n", &prepend, "NEW\n\nbody\n");
        check("---\na: b\n---\nbody\n", &prepend, "---\na: b\n---\n\nNEW\n\nbody\n");
        check("---\na: b\n---\n\nbody\n", &prepend, "---\na: b\n---\n\nNEW\n\nbody\n");
        check("\u{feff}body", &prepend, "\u{feff}NEW\n\nbody");
        check("a\n", &NoteEdit::Append { content: "z".into() }, "a\n\nz\n");
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_its_lines() {
        check("## Research\n\n## research\n", &write("x"), "heading-ambiguous [1, 3]");
        check("a\n```\ncode\n", &write("x"), "note-unclosed [2]");
        check("%% a\n", &NoteEdit::Append { content: "x".into() }, "note-unclosed [1]");
        let bad = NoteEdit::ReplaceSection { heading: "Research".into(), content: String::new() };
        check("a", &bad, "heading-invalid []");
        let missing = NoteEdit::ReplaceSection { heading: "# A".into(), content: String::new() };
        check("a", &missing, "heading-not-found []");
    }

    proptest::proptest! {
        #[test]
        fn bytes_outside_the_section_stay(before in "[a-z#`%$\\n\\r >-]{0,60}", content in "[a-z \\n-]{0,30}") {
            if let Ok(after) = apply(&before, &write(&content)) {
                let kept = section_content(&before, &HeadingTitle::parse("## Research").unwrap());
                if kept == Ok(None) {
                    proptest::prop_assert!(after.starts_with(&before));
                }
            }
        }
    }
}
