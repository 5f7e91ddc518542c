//! The Research section as it stands in a note: is it Ibid's, untouched? Then a new report may
//! take its place. Is any of it a person's? Then it is theirs, and they are asked.
//!
//! A hidden comment stands before each report and carries the run and a hash of what follows it;
//! another one ends it. Text above the first is the person's and always stays.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::note::edit::{section_content, unix_lines};
use crate::note::outline::HeadingTitle;

const MARK: &str = "%% ibid ";

/// Ends a report. A comment is a paragraph, so a heading below is never taken into a last list.
const END: &str = "%% end of research %%";

/// Whose the section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SectionState {
    /// There is none.
    #[default]
    Absent,
    /// Ibid's report, as it was written.
    Ours,
    /// Ibid's report, changed by hand since.
    Edited,
    /// The person's own.
    Theirs,
}

/// The section found in a note.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// Whose it is.
    pub state: SectionState,
    /// Everything under the heading.
    pub content: String,
}

impl Section {
    /// Whether it ends with what a run wrote: its report untouched, or this very text.
    pub fn is_by(&self, run: &str, text: &str) -> bool {
        let is_whole = self.state == SectionState::Ours || self.content.trim_end().ends_with(text);
        is_whole && run_of(&self.content) == Some(run)
    }
}

/// Looks at a note's section; several headings of that name are an error.
pub fn inspect(text: &str, heading: &HeadingTitle) -> Result<Section> {
    let Some(content) = section_content(text, heading)? else {
        return Ok(Section { state: SectionState::Absent, content: String::new() });
    };
    let state = match own_start(content) {
        // A bare heading, from a template perhaps, holds nothing that could be lost.
        None if content.is_empty() => SectionState::Ours,
        // A comment of ours in the middle of a line stands in words of the person's.
        None => SectionState::Theirs,
        Some(at) if content.get(at..).is_some_and(is_untouched) => SectionState::Ours,
        Some(_) => SectionState::Edited,
    };
    Ok(Section { state, content: content.to_owned() })
}

/// The text with which Ibid's part of a section begins, if it has one.
pub fn own_part(content: &str) -> Option<&str> {
    content.get(own_start(content)?..)?.lines().next()
}

/// Where the comment of the last report begins; it begins a line.
fn own_start(content: &str) -> Option<usize> {
    let begins_line = |at: &usize| {
        content.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with(['\n', '\r']))
    };
    content.match_indices(MARK).map(|(at, _)| at).filter(begins_line).last()
}

/// The run that wrote the last report of a section, if there is one.
pub fn run_of(content: &str) -> Option<&str> {
    own_part(content)?.split("run=").nth(1)?.split_whitespace().next()
}

/// The last report of a section without its comments, and whatever stands below it.
pub fn report_of(content: &str) -> String {
    let report = own_start(content).and_then(|at| content.get(at..)).unwrap_or(content);
    let (_, report) = report.split_once('\n').unwrap_or((report, ""));
    let lines: Vec<&str> = report.lines().filter(|line| line.trim() != END).collect();
    lines.join("\n").trim().to_owned()
}

/// A note's text with Ibid's reports blanked out, line for line: they are neither the person's
/// words nor evidence for another report, edited by hand or not.
pub fn without_reports(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, report, after)) = next_report(rest) {
        own.push_str(before);
        own.extend(report.chars().filter(|c| matches!(c, '\n' | '\r')));
        rest = after;
    }
    own.push_str(rest);
    own
}

/// The text before the next report, the report from its comment to its end mark, and the rest.
/// What has lost its end mark cannot be told from the text below it and is left alone.
fn next_report(text: &str) -> Option<(&str, &str, &str)> {
    let end = text.find(END)? + END.len();
    let start = text.get(..end)?.rfind(MARK).unwrap_or(end);
    Some((text.get(..start)?, text.get(start..end)?, text.get(end..)?))
}

/// A report with the comments that let a later run recognise it.
pub fn stamped(run: &str, report: &str) -> String {
    stamped_with(run, report, report)
}

/// A report with what a person made of the one before. The stamp is that of the report alone:
/// their words are still theirs the next time.
pub fn stamped_with(run: &str, report: &str, merged: &str) -> String {
    let stamp = hash(&format!("{report}\n\n{END}"));
    format!("{MARK}run={run} hash={stamp} %%\n\n{merged}\n\n{END}")
}

fn is_untouched(report: &str) -> bool {
    let (comment, text) = report.split_once('\n').unwrap_or((report, ""));
    let stored = comment.split("hash=").nth(1).and_then(|rest| rest.split_once(" %%"));
    // Words behind the comment are the person's.
    stored.is_some_and(|(stored, behind)| stored == hash(text) && behind.trim().is_empty())
}

/// FNV-1a over the text without its outer white space and with `\n` line ends. It guards against
/// overlooking a person's edit, not against an attacker.
fn hash(text: &str) -> String {
    let text = unix_lines(text);
    let hash = text.trim().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, state: SectionState) {
        let found = inspect(text, &HeadingTitle::parse("## Research").unwrap()).unwrap();
        assert_eq!(found.state, state, "{text}");
    }

    #[test]
    fn a_report_is_known_again_until_it_is_touched() {
        let ours = stamped("r1", "> [!info]- x\n\n### A\n\ntext");
        check("note\n", SectionState::Absent);
        check("## Research\n\nmine\n", SectionState::Theirs);
        check("## Research\n\n", SectionState::Ours);
        check(&format!("## Research\n\n{ours}\n\n## Next"), SectionState::Ours);
        check(&format!("## Research\n\n{ours}\n").replace('\n', "\r\n"), SectionState::Ours);
        check(&format!("## Research\n\n{ours} more"), SectionState::Edited);
        check(&format!("## Research\n\n{ours}\n\nmore"), SectionState::Edited);
        check(&format!("## Research\n\nmine\n\n{ours}"), SectionState::Ours);
        check("## Research\n\n%% ibid %%", SectionState::Edited);
        let remark = ours.replacen(" %%\n", " %% my remark\n", 1);
        check(&format!("## Research\n\n{remark}\n"), SectionState::Edited);
        check(&format!("## Research\n\nMy thought {ours}\n"), SectionState::Theirs);
    }

    #[test]
    fn reports_are_no_words_of_the_person() {
        let (one, two) = (stamped("r1", "first\nline"), stamped("r2", "second"));
        let check = |text: &str, expected: &str| {
            let own = without_reports(text);
            assert_eq!(own.split_whitespace().collect::<Vec<_>>().join(" "), expected);
            assert_eq!(own.matches('\n').count(), text.matches('\n').count(), "lines stay");
        };
        check(
            &format!("a\n## Research\n\nb\n\n{one}\n\nc\n\n{two}\n\n## D\n"),
            "a ## Research b c ## D",
        );
        let open = one.replace("%% end of research %%", "");
        assert_eq!(without_reports(&open), open);
        assert_eq!(own_part(&format!("mine\n\n{one}")), one.lines().next());
    }
}
