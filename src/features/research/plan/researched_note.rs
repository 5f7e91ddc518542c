//! Reads the note that is to be researched.

use crate::answers::run::{NotePrivacy, PlanRequest};
use crate::host::Host;
use crate::notes::note::{HeadingTitle, NotePath, Outline, ResearchSection, prose, report_section};
use crate::settings::{Settings, check_note_path};
use crate::values::{Error, ErrorCode, Progress, Result, Stage};

/// Maximum number of characters of a note that are used. Even of a book, this is enough to find
/// topics.
const MAX_NOTE_CHARACTERS: usize = 200_000;

/// A note that can be researched.
pub struct ResearchedNote {
    pub path: NotePath,
    /// The Research section of the note, into which the report is written.
    pub section: ResearchSection,
    pub privacy: NotePrivacy,
    /// The user's own text: the note without Ibid's reports.
    pub user_text: String,
    /// Warnings for the user, for example that only the beginning of the note is used.
    pub warnings: Vec<String>,
}

impl ResearchedNote {
    /// The text that is researched: the user's selection, or all of the note.
    pub fn researched_text<'a>(&'a self, request: &'a PlanRequest) -> &'a str {
        match request.selected_text.trim().is_empty() {
            true => &self.user_text,
            false => &request.selected_text,
        }
    }
}

/// Reads a note; fails if it can't be researched, for example because it is empty.
pub async fn read_note(host: &dyn Host, settings: &Settings, path: &str) -> Result<ResearchedNote> {
    let path = check_note_path(path, settings)?;
    host.report(&Progress::in_stage(Stage::Read));
    let text = host.read(&path).await?;
    let heading = settings.section_title();
    let report_path = settings.report_path(&path);
    let outline = Outline::parse(&text);
    let section = match report_path == path {
        true => report_section::read_research_section(&text, &outline, &heading)?,
        // There is no separate note yet before the first report.
        false => match host.read(&report_path).await {
            Ok(note) => {
                report_section::read_research_section(&note, &Outline::parse(&note), &heading)?
            }
            Err(_) => ResearchSection::default(),
        },
    };
    outline.check_all_closed()?;
    let mut warnings = Vec::new();
    let own_text = text_without_reports(&text, &heading, &mut warnings)?;
    let privacy = NotePrivacy::from_note(settings, &path, &text);
    Ok(ResearchedNote { path, section, privacy, user_text: own_text, warnings })
}

/// Returns the user's own text of a note: without Ibid's reports, and at most `MAX_NOTE_CHARACTERS`
/// long.
pub fn text_without_reports(
    text: &str,
    title: &HeadingTitle,
    warnings: &mut Vec<String>,
) -> Result<String> {
    let mut own = report_section::without_reports(text);
    if let Some((end, _)) = own.char_indices().nth(MAX_NOTE_CHARACTERS) {
        own.truncate(end);
        warnings
            .push(format!("Only the first {MAX_NOTE_CHARACTERS} characters of the note were used"));
    }
    // A note with nothing but an empty Research section counts as empty.
    let has_empty_section = |text| {
        let content = Outline::parse(text).section_content(text, title);
        content.is_ok_and(|content| content == Some(""))
    };
    let plain = prose::plain_text(&own);
    if plain.is_empty() || (title.matches(title.level, &plain) && has_empty_section(&own)) {
        return Err(
            Error::new(ErrorCode::NoteEmpty, "The note is empty").hint("Write a few lines first.")
        );
    }
    Ok(own)
}
