//! Recognises the reports that Ibid wrote into the research section of a note. A new report may
//! replace an unedited one; if the section contains text of the user, Ibid asks first.
//!
//! A hidden comment before each report contains the id of its run and a hash of the report, and
//! another comment ends the report. Text above the first comment belongs to the user and stays.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::notes::note::outline::{HeadingTitle, Outline};
use crate::notes::note::problem_mark::without_marks;
use crate::values::Result;
use crate::values::text::{crlf_to_lf, fnv1a};

/// The beginning of the hidden comment before a report; the id of the run and a hash follow it.
const START_COMMENT_PREFIX: &str = "%% ibid ";

/// The comment after a report. It is a separate paragraph, so a heading below it never becomes
/// part of a list at the end of the report.
const END_COMMENT: &str = "%% end of research %%";

/// Who wrote the content of the research section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SectionState {
    /// The note has no research section.
    #[default]
    Absent,
    /// The section is empty or ends with a report of Ibid that the user has not edited.
    #[serde(rename = "ours")]
    Unedited,
    /// The section contains a report of Ibid that the user has edited.
    Edited,
    /// The section contains only text of the user.
    #[serde(rename = "theirs")]
    UserWritten,
}

/// The section of a note into which Ibid writes its reports.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResearchSection {
    /// Who wrote the content of the section.
    pub state: SectionState,
    /// The text below the heading of the section.
    pub content: String,
}

impl ResearchSection {
    /// Whether the run with this id wrote the last report of the section. The report must be
    /// unedited, or the section must end with `report_with_comments`.
    pub fn is_written_by(&self, writer_run_id: &str, report_with_comments: &str) -> bool {
        let is_whole = self.state == SectionState::Unedited
            || self.content.trim_end().ends_with(report_with_comments);
        is_whole && last_report_run_id(&self.content) == Some(writer_run_id)
    }
}

/// Reads the research section of a note. Fails if the note has several headings with this title.
pub fn read_research_section(
    text: &str,
    outline: &Outline,
    heading: &HeadingTitle,
) -> Result<ResearchSection> {
    let Some(content) = outline.section_content(text, heading)? else {
        return Ok(ResearchSection { state: SectionState::Absent, content: String::new() });
    };
    let state = match last_report_offset(content) {
        // A heading without content, perhaps from a template: nothing can be lost.
        None if content.is_empty() => SectionState::Unedited,
        // No comment of Ibid begins a line, so the user wrote the content.
        None => SectionState::UserWritten,
        Some(at) if content.get(at..).is_some_and(is_unedited) => SectionState::Unedited,
        Some(_) => SectionState::Edited,
    };
    Ok(ResearchSection { state, content: content.to_owned() })
}

/// The comment before the last report of a section.
pub fn last_start_comment(content: &str) -> Option<&str> {
    content.get(last_report_offset(content)?..)?.lines().next()
}

/// The comment from which on a new report replaces a section: the one before the last report, or before
/// the first of several unedited reports at the end of the section.
pub fn replaced_start_comment(content: &str) -> Option<&str> {
    let starts: Vec<usize> = line_start_offsets(content, START_COMMENT_PREFIX).collect();
    let ends = starts.iter().skip(1).copied().chain([content.len()]);
    let reports: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let is_whole =
        |(start, end): &&(usize, usize)| content.get(*start..*end).is_some_and(is_unedited);
    let unedited = reports.iter().rev().take_while(is_whole).count();
    let (start, _) = reports.get(reports.len().checked_sub(unedited.max(1))?)?;
    content.get(*start..)?.lines().next()
}

/// The offset of the comment before the last report. The comment begins a line.
fn last_report_offset(content: &str) -> Option<usize> {
    line_start_offsets(content, START_COMMENT_PREFIX).last()
}

/// The id of the run that wrote the last report of a section.
pub fn last_report_run_id(content: &str) -> Option<&str> {
    last_start_comment(content)?.split("run=").nth(1)?.split_whitespace().next()
}

/// The last report of a section and any text below it, without Ibid's comments.
pub fn last_report_text(content: &str) -> String {
    let report = last_report_offset(content).and_then(|at| content.get(at..)).unwrap_or(content);
    let (_, report) = report.split_once('\n').unwrap_or((report, ""));
    let lines: Vec<&str> = report.lines().filter(|line| line.trim() != END_COMMENT).collect();
    lines.join("\n").trim().to_owned()
}

/// The text of a section as the user sees it: without Ibid's comments.
pub fn visible_text(content: &str) -> String {
    let is_comment = |line: &str| {
        line.trim() == END_COMMENT || line.trim_start().starts_with(START_COMMENT_PREFIX)
    };
    let lines: Vec<&str> = content.lines().filter(|line| !is_comment(line)).collect();
    lines.join("\n").trim().to_owned()
}

/// The text of a note in which Ibid's reports are replaced by empty lines. Reports, edited or not,
/// are neither text of the user nor evidence for another report.
pub fn without_reports(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, report, after)) = split_at_next_report(rest) {
        kept.push_str(before);
        kept.extend(report.chars().filter(|c| matches!(c, '\n' | '\r')));
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// The text of a note in which every byte of Ibid's reports except line ends is a space, so that all
/// offsets stay valid.
pub fn with_blank_reports(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, report, after)) = split_at_next_report(rest) {
        blanked.push_str(before);
        let blank = |byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' };
        blanked.extend(report.bytes().map(blank));
        rest = after;
    }
    blanked.push_str(rest);
    blanked
}

/// The byte ranges of Ibid's reports in a note, with their comments.
pub fn report_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut rest = text;
    while let Some((before, report, after)) = split_at_next_report(rest) {
        let start = text.len() - rest.len() + before.len();
        ranges.push(start..start + report.len());
        rest = after;
    }
    ranges
}

/// Splits a text into the text before the next report, the report with its comments, and the text
/// after it. A report without its end comment is not recognised: its end is unknown.
fn split_at_next_report(text: &str) -> Option<(&str, &str, &str)> {
    // Most notes have no comment, and a search for one character is fast.
    if !text.contains('%') {
        return None;
    }
    let end = line_start_offsets(text, END_COMMENT).next()? + END_COMMENT.len();
    let start = text.get(..end)?.rfind(START_COMMENT_PREFIX).unwrap_or(end);
    Some((text.get(..start)?, text.get(start..end)?, text.get(end..)?))
}

/// The offsets at which a line begins with a comment.
fn line_start_offsets<'t>(text: &'t str, comment: &'t str) -> impl Iterator<Item = usize> + 't {
    let begins_line = |at: &usize| {
        text.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with(['\n', '\r']))
    };
    text.match_indices(comment).map(|(at, _)| at).filter(begins_line)
}

/// Puts comments around a report, by which a later run recognises it.
pub fn add_report_comments(run_id: &str, report: &str) -> String {
    add_merged_report_comments(run_id, report, report)
}

/// Puts comments around a report that was merged with the user's edits. The hash is that of the
/// unedited report, so the next run still recognises the edits.
pub fn add_merged_report_comments(
    run_id: &str,
    unedited_report: &str,
    merged_report: &str,
) -> String {
    let hash = report_hash(&format!("{unedited_report}\n\n{END_COMMENT}"));
    format!("{START_COMMENT_PREFIX}run={run_id} hash={hash} %%\n\n{merged_report}\n\n{END_COMMENT}")
}

/// Whether the user has not edited a report: it still matches the hash in the comment before it.
fn is_unedited(report: &str) -> bool {
    let (comment, text) = report.split_once('\n').unwrap_or((report, ""));
    let stored = comment.split("hash=").nth(1).and_then(|rest| rest.split_once(" %%"));
    // If text follows the comment on the same line, the user has edited the report.
    stored.is_some_and(|(stored, behind)| stored == report_hash(text) && behind.trim().is_empty())
}

/// The hash of a report, ignoring outer white space, the kind of line ends, and the marks of checked
/// citations. It detects edits of the user; it doesn't resist attackers.
fn report_hash(text: &str) -> String {
    format!("{:016x}", fnv1a(crlf_to_lf(&without_marks(text)).trim().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, state: SectionState) {
        let title = HeadingTitle::parse("## Research").unwrap();
        let found = read_research_section(text, &Outline::parse(text), &title).unwrap();
        assert_eq!(found.state, state, "{text}");
    }

    #[test]
    fn a_report_is_recognised_until_it_is_edited() {
        let ours = add_report_comments("r1", "> [!info]- x\n\n### A\n\ntext");
        check("note\n", SectionState::Absent);
        check("## Research\n\nmine\n", SectionState::UserWritten);
        check("## Research\n\n", SectionState::Unedited);
        check(&format!("## Research\n\n{ours}\n\n## Next"), SectionState::Unedited);
        check(&format!("## Research\n\n{ours}\n").replace('\n', "\r\n"), SectionState::Unedited);
        let marked = ours.replace("text", "text ==⚠ Ibid: source missing==");
        check(&format!("## Research\n\n{marked}\n"), SectionState::Unedited);
        check(&format!("## Research\n\n{ours} more"), SectionState::Edited);
        check(&format!("## Research\n\n{ours}\n\nmore"), SectionState::Edited);
        check(&format!("## Research\n\nmine\n\n{ours}"), SectionState::Unedited);
        check("## Research\n\n%% ibid %%", SectionState::Edited);
        let remark = ours.replacen(" %%\n", " %% my remark\n", 1);
        check(&format!("## Research\n\n{remark}\n"), SectionState::Edited);
        check(&format!("## Research\n\nMy thought {ours}\n"), SectionState::UserWritten);
    }

    #[test]
    fn reports_are_removed_from_the_text_of_the_user() {
        let (one, two) =
            (add_report_comments("r1", "first\nline"), add_report_comments("r2", "second"));
        let check = |text: &str, expected: &str| {
            let kept = without_reports(text);
            assert_eq!(kept.split_whitespace().collect::<Vec<_>>().join(" "), expected);
            assert_eq!(kept.matches('\n').count(), text.matches('\n').count(), "lines stay");
        };
        check(
            &format!("a\n## Research\n\nb\n\n{one}\n\nc\n\n{two}\n\n## D\n"),
            "a ## Research b c ## D",
        );
        let open = one.replace("%% end of research %%", "");
        assert_eq!(without_reports(&open), open);
        assert_eq!(last_start_comment(&format!("mine\n\n{one}")), one.lines().next());
    }

    #[test]
    fn unedited_reports_at_the_end_are_replaced_together() {
        let [one, two, three] = ["r1", "r2", "r3"].map(|run| add_report_comments(run, "text"));
        let check = |content: String, report: &str| {
            assert_eq!(replaced_start_comment(&content), report.lines().next(), "{content}");
        };
        check(format!("mine\n\n{one}\n\n{two}\n\n{three}"), &one);
        check(format!("{one}\n\nmine\n\n{two}\n\n{three}\n"), &two);
        check(format!("{one}\n\n{two} edited"), &two);
        assert_eq!(replaced_start_comment("mine"), None);
    }
}
