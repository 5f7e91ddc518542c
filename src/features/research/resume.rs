//! Resumes a run that was stopped: finds its note again, even if the note was moved or renamed.

use crate::answers::run::{Agenda, AgendaTopic, Permission, RunRequest, StartedRun};
use crate::features::research::plan::researched_note::{ResearchedNote, read_note};
use crate::features::research::services::{Approval, ServiceApprovals, service_approvals};
use crate::host::Host;
use crate::library::Vault;
use crate::notes::index::Query;
use crate::notes::note::prose;
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};

/// Number of search results per topic that are read to find the note if it was moved or renamed.
const MAX_HITS_PER_TOPIC: usize = 5;

/// Returns a stopped run with the current path of its note. Services that the user did not approve
/// when the run started are not called.
pub async fn prepare_resumed_run(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    started: StartedRun,
) -> Result<StartedRun> {
    let note = find_moved_note(host, vault, settings, &started.request.agenda).await?;
    let run = started.request;
    let approvals: ServiceApprovals = service_approvals(settings, note.privacy, &run.agenda);
    let may_search = approvals.web_approval != Approval::Changed && !note.privacy.is_private();
    let web = if may_search { run.web_permission } else { Permission::Off };
    let may_use_model = approvals.model_approval == Approval::Approved;
    let model = if may_use_model { run.model_permission } else { Permission::Off };
    let agenda = Agenda { path: note.path, ..run.agenda };
    Ok(StartedRun {
        request: RunRequest { agenda, web_permission: web, model_permission: model, ..run },
        ..started
    })
}

/// Finds the note of an agenda: by its path, or else by searching for the sentences of its topics.
async fn find_moved_note(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    agenda: &Agenda,
) -> Result<ResearchedNote> {
    let named = read_note(host, settings, agenda.path.as_str()).await;
    if named.as_ref().is_ok_and(|note| contains_all_topic_sentences(note, agenda)) {
        return named;
    }
    for item in agenda.topics.iter().filter(|item| !item.is_not_from_note) {
        let query = Query::from_plain_text(&item.topic.context_sentence);
        for hit in vault.search(&Query { max_hits: Some(MAX_HITS_PER_TOPIC), ..query }) {
            if let Ok(note) = read_note(host, settings, hit.path.as_str()).await
                && contains_all_topic_sentences(&note, agenda)
            {
                return Ok(note);
            }
        }
    }
    // No note contains all sentences. The note at the stored path may have been rewritten, so it is
    // accepted if it contains one topic.
    if named.as_ref().is_ok_and(|note| contains_some_topic(note, agenda)) {
        return named;
    }
    named.and_then(|note| {
        let message = format!("“{}” is no longer the note that was researched", note.path);
        Err(Error::new(ErrorCode::AnotherNote, message)
            .hint("Restore the note's old name, or write a partial report to the inbox folder."))
    })
}

/// Whether a note contains the sentence or the label of at least one topic.
fn contains_some_topic(note: &ResearchedNote, agenda: &Agenda) -> bool {
    let text = prose::plain_text(&note.user_text);
    let is_in_note = |item: &AgendaTopic| {
        text.contains(&item.topic.context_sentence) || text.contains(&item.topic.label)
    };
    agenda.topics.iter().any(is_in_note)
}

/// Whether a note contains the sentences of all topics that were taken from it.
fn contains_all_topic_sentences(note: &ResearchedNote, agenda: &Agenda) -> bool {
    let text = prose::plain_text(&note.user_text);
    let mut from_note = agenda.topics.iter().filter(|item| !item.is_not_from_note);
    from_note.all(|item| text.contains(&item.topic.context_sentence))
}
