//! The Research section as it stands in a note: is it Ibid's, untouched? Then a new report may
//! take its place. Is any of it a person's? Then it is theirs, and they are asked.
//!
//! A hidden comment stands before each report and carries the run and a hash of what follows it.
//! Text above the comment is the person's and always stays.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::note::edit::{section_content, unix_lines};
use crate::note::outline::HeadingTitle;

const MARK: &str = "%% ibid ";

/// Whose the section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SectionState {
    /// There is none.
    Absent,
    /// Ibid's report, as it was written.
    Ours,
    /// Ibid's report, changed by hand since.
    Edited,
    /// The person's own.
    Theirs,
}

/// The section found in a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Whose it is.
    pub state: SectionState,
    /// Everything under the heading.
    pub content: String,
    /// The part above Ibid's comment: the person's.
    pub kept: String,
    /// The part that Ibid wrote, comment included.
    pub report: String,
}

/// Looks at a note's section; several headings of that name are an error.
pub fn inspect(text: &str, heading: &HeadingTitle) -> Result<Section> {
    let Some(content) = section_content(text, heading)? else {
        return Ok(section(SectionState::Absent, "", "", ""));
    };
    let (kept, report) = divide(content);
    let state = match report {
        "" => SectionState::Theirs,
        report if is_untouched(report) => SectionState::Ours,
        _ => SectionState::Edited,
    };
    Ok(section(state, content, kept, report))
}

/// The part of a section's content that is the person's.
pub fn kept(content: &str) -> &str {
    divide(content).0
}

/// A section's content cut before the last of Ibid's comments.
fn divide(content: &str) -> (&str, &str) {
    let at = content.rfind(MARK).unwrap_or(content.len());
    let (kept, report) = content.split_at_checked(at).unwrap_or((content, ""));
    (kept.trim_end(), report)
}

/// A note's text with Ibid's own report blanked out, line for line: what a report quotes must not
/// become evidence for the next one.
pub fn without_report(text: &str, heading: &HeadingTitle) -> String {
    match inspect(text, heading) {
        Ok(found) if found.state == SectionState::Ours => {
            let lines = "\n".repeat(found.report.matches('\n').count());
            text.replacen(&found.report, &lines, 1)
        }
        _ => text.to_owned(),
    }
}

/// A report with the comment that lets a later run recognise it.
pub fn stamped(run: &str, report: &str) -> String {
    format!("{MARK}run={run} hash={} %%\n\n{report}", hash(report))
}

fn section(state: SectionState, content: &str, kept: &str, report: &str) -> Section {
    Section { state, content: content.to_owned(), kept: kept.to_owned(), report: report.to_owned() }
}

fn is_untouched(report: &str) -> bool {
    let (comment, text) = report.split_once('\n').unwrap_or((report, ""));
    let stored = comment.split("hash=").nth(1).and_then(|rest| rest.split_whitespace().next());
    stored == Some(hash(text).as_str())
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

    fn check(text: &str, state: SectionState, kept: &str) {
        let found = inspect(text, &HeadingTitle::parse("## Research").unwrap()).unwrap();
        assert_eq!((found.state, found.kept.as_str()), (state, kept), "{text}");
    }

    #[test]
    fn a_report_is_known_again_until_it_is_touched() {
        let ours = stamped("r1", "> [!info]- x\n\n### A\n\ntext");
        check("note\n", SectionState::Absent, "");
        check("## Research\n\nmine\n", SectionState::Theirs, "mine");
        check(&format!("## Research\n\n{ours}\n\n## Next"), SectionState::Ours, "");
        check(&format!("## Research\n\n{ours}\n").replace('\n', "\r\n"), SectionState::Ours, "");
        check(&format!("## Research\n\n{ours} more"), SectionState::Edited, "");
        check(&format!("## Research\n\nmine\n\n{ours}"), SectionState::Ours, "mine");
        check("## Research\n\n%% ibid %%", SectionState::Edited, "");
    }

    #[test]
    fn the_last_report_counts_and_what_is_above_it_is_kept() {
        let (one, two) = (stamped("r1", "first"), stamped("r2", "second"));
        let text = format!("## Research\n\n{one}\n\n{two}\n");
        check(&text, SectionState::Ours, &one);
    }
}
