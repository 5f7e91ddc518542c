//! Applies edits to the text of a note; no other code changes notes. Every byte outside the target
//! of an edit stays unchanged. Inserted text gets the line ends that the note uses.

use std::ops::Range;

use serde_json::Value;

use crate::notes::note::outline::{Heading, HeadingTitle, Outline};
use crate::notes::note::section_text::{
    AllowedInsertedHeadings, heading_levels_and_texts, is_same_trimmed_text,
    starts_with_blank_line, without_heading,
};
use crate::notes::note::whole_text::replace_text;
use crate::notes::note::{problem_mark, property, prose};
use crate::values::text::{byte_order_mark_length, crlf_to_lf, quoted};
use crate::values::{Error, ErrorCode, Result};

pub use crate::notes::note::note_edit::NoteEdit;
pub use crate::notes::note::word_link::WordLink;

/// Returns the text of a note after an edit.
pub fn apply(text: &str, edit: &NoteEdit) -> Result<String> {
    let editor = NoteEditor::new(text);
    match edit {
        NoteEdit::WriteSection { heading, content, replaces, from, expects } => {
            editor.check_contains_expected_sentence(expects)?;
            editor.write_section(
                &parse_heading_title(heading)?,
                content,
                replaces.as_deref(),
                from.as_deref(),
            )
        }
        NoteEdit::RemoveSection { heading, replaces } => {
            editor.remove_section(&parse_heading_title(heading)?, replaces.as_deref())
        }
        NoteEdit::ReplaceSection { heading, content } => {
            let title = parse_heading_title(heading)?;
            editor.replace_section(editor.require_section_heading(&title)?, &title, content)
        }
        NoteEdit::AppendToSection { heading, content, expects } => {
            editor.check_contains_expected_sentence(expects)?;
            let title = parse_heading_title(heading)?;
            editor.append_to_section(editor.require_section_heading(&title)?, content)
        }
        NoteEdit::Append { content } => editor.append_to_note(content),
        NoteEdit::Prepend { content } => editor.prepend_to_note(content),
        NoteEdit::LinkWords(link) => link.apply(text),
        NoteEdit::MarkProblems(marks) => marks.apply(text),
        NoteEdit::RemoveProblemMarks => Ok(problem_mark::without_marks(text).into_owned()),
        NoteEdit::ReplaceText { before, after } => replace_text(text, before, after),
        NoteEdit::SetProperty { key, value } => {
            property::set_property(text, key, value, editor.eol)
        }
        NoteEdit::AppendProperty { key, value } => {
            property::append_values(text, key, value, editor.eol)
        }
        NoteEdit::RemoveProperty { key } => property::remove_property(text, key),
    }
}

/// Returns the text of a new note with these properties.
pub fn with_properties(text: &str, properties: &[(String, Value)]) -> Result<String> {
    property::set_properties(text, properties, NoteEditor::new(text).eol)
}

fn parse_heading_title(heading: &str) -> Result<HeadingTitle> {
    HeadingTitle::parse(heading).ok_or_else(|| {
        Error::new(ErrorCode::HeadingInvalid, format!("{} is not a heading", quoted(heading)))
            .hint("Start it with # and a space, for example “## Research”.")
    })
}

fn note_replaced_error() -> Error {
    Error::new(ErrorCode::AnotherNote, "The text of the note was replaced during the run")
        .hint("Another note may have this name now.")
}

fn section_changed_error() -> Error {
    Error::new(ErrorCode::SectionChanged, "The section was edited during the run")
}

/// The text of a note with its outline, ready to be edited.
struct NoteEditor<'a> {
    text: &'a str,
    outline: Outline,
    /// The line end of most lines of the note: `\n` or `\r\n`.
    eol: &'static str,
}

impl<'a> NoteEditor<'a> {
    fn new(text: &'a str) -> Self {
        let crlf = text.matches("\r\n").count();
        let lf = text.matches('\n').count() - crlf;
        let eol = if crlf > lf { "\r\n" } else { "\n" };
        Self { text, outline: Outline::parse(text), eol }
    }

    fn require_section_heading(&self, title: &HeadingTitle) -> Result<&Heading> {
        self.outline.find_only_heading(title)?.ok_or_else(|| {
            Error::new(
                ErrorCode::HeadingNotFound,
                format!("The note has no {} heading", quoted(&title.markdown_line())),
            )
        })
    }

    fn write_section(
        &self,
        title: &HeadingTitle,
        content: &str,
        expected_content: Option<&str>,
        start_text: Option<&str>,
    ) -> Result<String> {
        let content = without_heading(content, title);
        let Some(heading) = self.outline.find_only_heading(title)? else {
            let section = format!("{}\n\n{content}", title.markdown_line());
            let written = self.append_to_note(&section)?;
            return self.edited_text_if_valid(
                written,
                &(self.text.len()..self.text.len()),
                AllowedInsertedHeadings::Below { level: title.level, skipped: 1 },
            );
        };
        self.check_section_unchanged(heading, expected_content)?;
        let Some(mark) = start_text else { return self.replace_section(heading, title, content) };
        let at = self.last_occurrence_offset(heading, mark).ok_or_else(section_changed_error)?;
        self.replace_section_end(at..self.body_range(heading).end, title, content)
    }

    /// Fails if the note contains none of the expected sentences. An empty list accepts every note.
    fn check_contains_expected_sentence(&self, expected_sentences: &[String]) -> Result<()> {
        if expected_sentences.is_empty() {
            return Ok(());
        }
        let text = prose::plain_text(self.text);
        let is_same_note =
            expected_sentences.iter().any(|sentence| text.contains(sentence.as_str()));
        if is_same_note { Ok(()) } else { Err(note_replaced_error()) }
    }

    /// Fails if the content of a section differs from `expected_content`. `None` accepts any
    /// content.
    fn check_section_unchanged(
        &self,
        heading: &Heading,
        expected_content: Option<&str>,
    ) -> Result<()> {
        let current = self.text.get(self.body_range(heading)).unwrap_or_default();
        let changed =
            expected_content.is_some_and(|expected| !is_same_trimmed_text(expected, current));
        if changed { Err(section_changed_error()) } else { Ok(()) }
    }

    /// Removes a section. If it is the last one of the note, the blank line before it is removed
    /// too, because it was inserted together with the section.
    fn remove_section(
        &self,
        title: &HeadingTitle,
        expected_content: Option<&str>,
    ) -> Result<String> {
        let Some(heading) = self.outline.find_only_heading(title)? else {
            return Ok(self.text.to_owned());
        };
        self.check_section_unchanged(heading, expected_content)?;
        let start = heading.byte_range.start.max(byte_order_mark_length(self.text));
        let mut section = start..self.body_range(heading).end;
        let above = self.text.get(..section.start).unwrap_or_default();
        if section.end == self.text.len() {
            let gap = ["\n\r\n", "\n\n"].iter().find(|gap| above.ends_with(**gap));
            section.start -= gap.map_or(0, |gap| gap.len() - 1);
        }
        let allowed = AllowedInsertedHeadings::Below { level: title.level, skipped: 0 };
        let target = section.start.min(heading.byte_range.start)..section.end;
        self.edited_text_if_valid(self.splice(section, ""), &target, allowed)
    }

    /// The byte offset of the last occurrence of `searched_text` in a section; `None` if there is
    /// none or it does not begin a line.
    fn last_occurrence_offset(&self, heading: &Heading, searched_text: &str) -> Option<usize> {
        let body = self.body_range(heading);
        let at = self.text.get(body.clone())?.rfind(searched_text)?;
        let before = self.text.get(..body.start + at)?;
        before.ends_with(['\n', '\r']).then_some(body.start + at)
    }

    /// Replaces the end of a section, the byte range `rest`. The part of the section above it stays
    /// unchanged.
    fn replace_section_end(
        &self,
        rest: Range<usize>,
        title: &HeadingTitle,
        content: &str,
    ) -> Result<String> {
        let inserted =
            format!("{}{}", self.with_note_line_ends(content), self.trailing_blank_lines(&rest));
        let allowed = AllowedInsertedHeadings::Below { level: title.level, skipped: 0 };
        self.edited_text_if_valid(self.splice(rest.clone(), &inserted), &rest, allowed)
    }

    fn replace_section(
        &self,
        heading: &Heading,
        title: &HeadingTitle,
        content: &str,
    ) -> Result<String> {
        let body = self.body_range(heading);
        let content = without_heading(content, title);
        let current = self.text.get(body.clone()).unwrap_or_default();
        if is_same_trimmed_text(content, current) {
            return Ok(self.text.to_owned());
        }
        let content = self.with_note_line_ends(content);
        let gap = if content.is_empty() { "" } else { self.eol };
        let inserted = format!(
            "{}{gap}{content}{}",
            self.needed_line_break(body.start),
            self.trailing_blank_lines(&body)
        );
        self.edited_text_if_valid(
            self.splice(body.clone(), &inserted),
            &body,
            AllowedInsertedHeadings::Below { level: title.level, skipped: 0 },
        )
    }

    /// Inserts text at the end of a section. The existing content stays unchanged, including
    /// trailing spaces.
    fn append_to_section(&self, heading: &Heading, content: &str) -> Result<String> {
        let body = self.body_range(heading);
        let last = body.end == self.text.len();
        if last {
            self.outline.check_all_closed()?;
        }
        let at = self.text_end_offset(&body);
        let before = format!("{}{}", self.needed_line_break(at), self.eol);
        let rest = self.text.get(at..body.end).unwrap_or_default();
        let after = match (last, rest.is_empty()) {
            (true, true) if !self.text.ends_with('\n') => String::new(),
            (false, true) => self.eol.repeat(2),
            _ => self.eol.to_owned(),
        };
        let inserted = format!("{before}{}{after}", self.with_note_line_ends(content));
        self.edited_text_if_valid(
            self.splice(at..at, &inserted),
            &(at..at),
            AllowedInsertedHeadings::Any,
        )
    }

    fn append_to_note(&self, content: &str) -> Result<String> {
        self.outline.check_all_closed()?;
        let gap = match self.text {
            "" | "\u{feff}" => String::new(),
            text if text.ends_with("\n\n") || text.ends_with("\n\r\n") => String::new(),
            text if text.ends_with('\n') => self.eol.to_owned(),
            _ => self.eol.repeat(2),
        };
        let end = self.text.len();
        let inserted = format!("{gap}{}{}", self.with_note_line_ends(content), self.eol);
        self.edited_text_if_valid(
            self.splice(end..end, &inserted),
            &(end..end),
            AllowedInsertedHeadings::Any,
        )
    }

    fn prepend_to_note(&self, content: &str) -> Result<String> {
        let mark = byte_order_mark_length(self.text);
        let at = self.outline.frontmatter_range.as_ref().map_or(mark, |range| range.end);
        let rest = self.text.get(at..).unwrap_or_default();
        let before = if at == mark {
            String::new()
        } else {
            format!("{}{}", self.needed_line_break(at), self.eol)
        };
        let after = if rest.is_empty() || starts_with_blank_line(rest) { 1 } else { 2 };
        let inserted =
            format!("{before}{}{}", self.with_note_line_ends(content), self.eol.repeat(after));
        self.edited_text_if_valid(
            self.splice(at..at, &inserted),
            &(at..at),
            AllowedInsertedHeadings::Any,
        )
    }

    /// Returns the edited text if the rest of the note keeps its structure: the headings outside
    /// the target stay, the inserted text has only allowed headings, and it leaves no construct
    /// open that would include the text below.
    fn edited_text_if_valid(
        &self,
        after: String,
        target: &Range<usize>,
        allowed: AllowedInsertedHeadings,
    ) -> Result<String> {
        let now = Outline::parse(&after);
        let old = &self.outline.headings;
        let head = heading_levels_and_texts(
            old.iter().filter(|heading| heading.byte_range.start < target.start),
        );
        let tail = heading_levels_and_texts(
            old.iter().filter(|heading| heading.byte_range.start >= target.end),
        );
        let all = heading_levels_and_texts(now.headings.iter());
        let inside =
            all.strip_prefix(head.as_slice()).and_then(|rest| rest.strip_suffix(tail.as_slice()));
        let fits = inside.is_some_and(|inside| match allowed {
            AllowedInsertedHeadings::Any => true,
            AllowedInsertedHeadings::Below { level, skipped } => {
                inside.iter().skip(skipped).all(|(inner, _)| *inner > level)
            }
        });
        let kept = self.text.len() - target.end;
        let inserted = after.get(target.start..after.len() - kept).unwrap_or_default();
        let closed = Outline::parse(inserted).unclosed.is_none()
            && (now.unclosed.is_none() || self.outline.unclosed.is_some());
        let same_head = self.text.is_empty()
            || now.frontmatter_range.is_some() == self.outline.frontmatter_range.is_some();
        if fits && closed && same_head {
            return Ok(after);
        }
        let message = "The text would break the structure of the note";
        Err(Error::new(ErrorCode::ContentBreaksOut, message)
            .hint("It contains an unclosed code block, comment or formula, or a heading."))
    }

    fn body_range(&self, heading: &Heading) -> Range<usize> {
        self.outline.section_body_range(heading, self.text)
    }

    /// The offset after the last non-blank line of a section, including its line break.
    fn text_end_offset(&self, body: &Range<usize>) -> usize {
        let current = self.text.get(body.clone()).unwrap_or_default();
        let text = current.trim_end().len();
        let rest = current.get(text..).unwrap_or_default();
        match (text, rest.find('\n')) {
            (0, _) => body.start,
            (_, Some(line_end)) => body.start + text + line_end + 1,
            (_, None) => body.end,
        }
    }

    /// The line break that is needed before text inserted at an offset; empty at a line start.
    fn needed_line_break(&self, offset: usize) -> &'static str {
        let before = self.text.get(..offset).unwrap_or_default();
        if before.is_empty() || before.ends_with(['\n', '\r']) { "" } else { self.eol }
    }

    /// The blank lines to write at the end of a section. Before another heading there is at least
    /// one, because a heading with an underline would otherwise include the last paragraph.
    fn trailing_blank_lines(&self, body: &Range<usize>) -> String {
        let current = self.text.get(body.clone()).unwrap_or_default();
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

    /// The content without blank lines at its ends, with the line ends of the note.
    fn with_note_line_ends(&self, content: &str) -> String {
        let unix = crlf_to_lf(content);
        let trimmed = unix.trim_matches('\n');
        if self.eol == "\n" { trimmed.to_owned() } else { trimmed.replace('\n', self.eol) }
    }

    fn splice(&self, range: Range<usize>, inserted: &str) -> String {
        let head = self.text.get(..range.start).unwrap_or_default();
        let rest = self.text.get(range.end..).unwrap_or_default();
        format!("{head}{inserted}{rest}")
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
            from: None,
            expects: Vec::new(),
        }
    }

    fn check(text: &str, edit: &NoteEdit, expected: &str) {
        let got = apply(text, edit).unwrap_or_else(|e| format!("{} {:?}", e.code, e.line_numbers));
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
    fn text_that_only_looks_like_the_heading_stays() {
        check("", &write("\u{c}## Research"), "## Research\n\n\u{c}## Research\n");
        check("", &write("    ## Research\nx"), "## Research\n\n    ## Research\nx\n");
        check("", &write("\u{feff}## Research"), "## Research\n\n\u{feff}## Research\n");
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
    fn a_section_that_the_user_edited_meanwhile_is_not_replaced() {
        let edit = |replaces: &str| NoteEdit::WriteSection {
            heading: "## Research".into(),
            content: "new".into(),
            replaces: Some(replaces.into()),
            from: None,
            expects: Vec::new(),
        };
        check("## Research\n\nold\r\n", &edit("old"), "## Research\n\nnew\r\n");
        check("## Research\n\nmine\n", &edit("old"), "section-changed []");
        check("## Research\n\nmine\n", &edit(""), "section-changed []");
        check("a\n", &edit("old"), "a\n\n## Research\n\nnew\n");
    }

    #[test]
    fn removing_a_section_removes_its_heading_and_the_blank_line_before_it() {
        let remove = |replaces: Option<&str>| NoteEdit::RemoveSection {
            heading: "## Research".into(),
            replaces: replaces.map(str::to_owned),
        };
        check("a\n\n## Research\n\nx\n\n### T\n\ny\n", &remove(None), "a\n");
        check("a\r\n\r\n## Research\r\n\r\nx\r\n", &remove(Some("x")), "a\r\n");
        check("a\n\n## Research\n\nx\n\n## B\n", &remove(None), "a\n\n## B\n");
        check("## Research\n\nx\n", &remove(None), "");
        check("---\na: b\n---\n## Research\nx\n", &remove(None), "---\na: b\n---\n");
        check("a\n", &remove(Some("x")), "a\n");
        check("## Research\n\nmine\n", &remove(Some("x")), "section-changed []");
        check("a\n## Research\nx\n# B\n## Research\n", &remove(None), "heading-ambiguous [2, 5]");
        for text in ["a\n", "# A\r\n\r\nb\r\n", ""] {
            let written = apply(text, &write("new\n\n### T\n\n- x")).unwrap();
            check(&written, &remove(None), text);
        }
    }

    #[test]
    fn text_is_added_where_the_edit_says() {
        let to = |content: &str| NoteEdit::AppendToSection {
            heading: "## R".into(),
            content: content.into(),
            expects: Vec::new(),
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
    fn existing_spaces_and_blank_lines_stay() {
        let to = |content: &str| NoteEdit::AppendToSection {
            heading: "## R".into(),
            content: content.into(),
            expects: Vec::new(),
        };
        check("## R\nold  \n \n\n# B", &to("new"), "## R\nold  \n\nnew\n \n\n# B");
        check("## R\nold\n\u{c}\n", &to("new"), "## R\nold\n\nnew\n\u{c}\n");
        check("## R\nold\n# B", &to("new"), "## R\nold\n\nnew\n\n# B");
        check("## Research\n\ncode\n", &write("    code"), "## Research\n\n    code\n");
        check("## Research\n\nold\n", &write(""), "## Research\n\n");
        check("", &NoteEdit::Prepend { content: "NEW".into() }, "NEW\n");
    }

    #[test]
    fn text_that_would_break_out_of_its_section_is_refused() {
        let out = "content-breaks-out []";
        check("a\n\n## B\n", &NoteEdit::Prepend { content: "```".into() }, out);
        check("a\n", &NoteEdit::Prepend { content: "---\nx: y\n---".into() }, out);
        check("a\n", &write("new\n\n## Other"), out);
        check("a\n", &write("new\n\n## Research\nx"), out);
        check("a\n", &write("<!-- open"), out);
        check("## Research\n\nold\n\n## B\n", &write("%% open"), out);
        check("## Research\n\nold\n", &write("# Top"), out);
        check("a\n", &write("### Fine\n\nnew"), "a\n\n## Research\n\n### Fine\n\nnew\n");
        check(
            "a\n",
            &NoteEdit::Append { content: "# Any\n\n## Heading".into() },
            "a\n\n# Any\n\n## Heading\n",
        );
    }

    #[test]
    fn impossible_edits_fail_with_line_numbers() {
        check("## Research\n\n## research\n", &write("x"), "heading-ambiguous [1, 3]");
        check("a\n```\ncode\n", &write("x"), "note-unclosed [2]");
        check("%% a\n", &NoteEdit::Append { content: "x".into() }, "note-unclosed [1]");
        let bad = NoteEdit::ReplaceSection { heading: "Research".into(), content: String::new() };
        check("a", &bad, "heading-invalid []");
        let missing = NoteEdit::ReplaceSection { heading: "# A".into(), content: String::new() };
        check("a", &missing, "heading-not-found []");
    }
}
