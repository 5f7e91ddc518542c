//! Goes on with a run that was stopped: finds its note again, wherever it is now.

use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::index::Query;
use crate::library::Vault;
use crate::note::prose;
use crate::research::agenda::{Agenda, AgendaTopic};
use crate::research::plan::note::{SubjectNote, read};
use crate::research::request::{Permission, RunRequest};
use crate::research::services::{asked_model, asks};
use crate::research::started_run::StartedRun;
use crate::settings::Settings;

/// Notes that are looked at for each topic when a note is looked for under another name.
const FOUND_AGAIN: usize = 5;

/// A run that was left, with the note that was planned for, wherever it is now; another may have its
/// name. Services that the person did not agree to then are not asked.
pub async fn still_meant(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    started: StartedRun,
) -> Result<StartedRun> {
    let note = find_again(host, vault, settings, &started.request.agenda).await?;
    let run = started.request;
    let asked = asks(settings, note.private);
    let agreed = asked.iter().all(|service| run.agenda.asks.contains(service));
    let same_model = asked_model(settings, note.private) == run.agenda.model;
    let web = if agreed && !note.private { run.web } else { Permission::Off };
    let model = if same_model { run.model } else { Permission::Off };
    let agenda = Agenda { path: note.path, ..run.agenda };
    Ok(StartedRun { request: RunRequest { agenda, web, model, ..run }, ..started })
}

/// The note of an agenda: under its name, or else where the words of its topics stand.
async fn find_again(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    agenda: &Agenda,
) -> Result<SubjectNote> {
    let named = read(host, settings, agenda.path.as_str()).await;
    if named.as_ref().is_ok_and(|note| says_all(note, agenda)) {
        return named;
    }
    for item in agenda.topics.iter().filter(|item| !is_added(item)) {
        let query = Query::from_plain_text(&item.topic.context);
        for hit in vault.search(&Query { limit: Some(FOUND_AGAIN), ..query }) {
            if let Ok(note) = read(host, settings, hit.path.as_str()).await
                && says_all(&note, agenda)
            {
                return Ok(note);
            }
        }
    }
    // It was rewritten, then; or another note has its name.
    if named.as_ref().is_ok_and(|note| says_some(note, agenda)) {
        return named;
    }
    named.and_then(|note| {
        let message = format!("“{}” is no longer the note that was researched", note.path);
        Err(Error::new(ErrorCode::AnotherNote, message)
            .hint("Restore the note's old name, or write a partial report to the inbox folder."))
    })
}

/// Whether a note says anything that a topic was found in.
fn says_some(note: &SubjectNote, agenda: &Agenda) -> bool {
    let says = prose::plain(&note.own);
    let stands =
        |item: &AgendaTopic| says.contains(&item.topic.context) || says.contains(&item.topic.topic);
    agenda.topics.iter().any(stands)
}

/// Whether a note says what all topics were found in.
fn says_all(note: &SubjectNote, agenda: &Agenda) -> bool {
    let says = prose::plain(&note.own);
    let mut found = agenda.topics.iter().filter(|item| !is_added(item));
    found.all(|item| says.contains(&item.topic.context))
}

/// Whether the person named a topic, which need not stand in the note.
fn is_added(item: &AgendaTopic) -> bool {
    item.topic.context == item.topic.topic
}
