//! From an approved agenda to a written section. Until the one edit at the end the note is not
//! touched; if its section changed meanwhile, what a person wrote stays and the report goes below.

use std::collections::BTreeSet;

use futures_util::stream::{self, StreamExt};
use serde::{Deserialize, Serialize};

use super::board::{Board, taken_over};
use super::gather::{Gathered, Search, gather};
use super::kin::Kin;
use super::model::Model;
use super::phrases::phrases;
use super::reader::Quoting;
use super::record::{Made, Record};
use super::related::related;
use super::report::{Draft, Sent};
use super::statement::{Part, Statement, Voice};
use super::verify::Checker;
use super::write::Finished;
use super::{
    Agenda, AgendaTopic, Existing, Means, Report, Use, built_in, novelty, survey, synthesis, write,
};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, EvidenceId};
use crate::host::Pace;
use crate::index::language::Language;
use crate::llm::budget::Budget;
use crate::note::NotePath;
use crate::progress::{Stage, TopicState};
use crate::settings::Settings;

/// Characters of the section that the record shows.
const PREVIEW_CHARACTERS: usize = 500;

/// A run asks nobody any more after this: what is left of five minutes is for writing.
pub const RUN_MILLIS: u64 = 280_000;

/// An agenda that the person approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRequest {
    /// What to look up.
    pub agenda: Agenda,
    /// What to do with a section that is not Ibid's alone.
    #[serde(default)]
    pub existing: Existing,
    /// Whether the web may be asked.
    #[serde(default)]
    pub web: Use,
    /// Whether the model of the settings may be asked.
    #[serde(default)]
    pub model: Use,
}

/// The note that is researched.
struct Subject<'a> {
    path: NotePath,
    /// What it says itself.
    own: String,
    language: Language,
    /// Whether nothing of it may be sent.
    private: bool,
    topics: Vec<&'a AgendaTopic>,
}

/// Reads the note as it is now: it may have changed, and become private, since the agenda was made.
async fn subject<'a>(means: &Means<'_>, record: &Record<'a>) -> Result<Subject<'a>> {
    let (settings, agenda) = (means.settings, &record.request.agenda);
    let path = survey::admit(agenda.path.as_str(), settings)?;
    let topics: Vec<&AgendaTopic> = agenda.ticked().collect();
    if topics.is_empty() {
        return Err(Error::new("no-topics", "No topic is ticked").hint("Tick at least one."));
    }
    let text = match record.lost {
        true => topics.iter().map(|item| format!("{}\n\n", item.topic.context)).collect(),
        false => means.desk.host.read(&path).await?,
    };
    record.door.keep_read(&path, &text);
    let own = survey::own_text(&text, &settings.heading(), &mut Vec::new())?;
    // Of a note that is gone, only its topics are known.
    let private = settings.is_private(&path, &text) || (record.lost && agenda.private);
    let language = settings.report_language.of(&own);
    Ok(Subject { path, own, language, private, topics })
}

/// Gathers, has it put into words, checks and writes.
pub async fn run(means: &Means<'_>, record: &Record<'_>) -> Result<Report> {
    let (host, settings, request) = (means.desk.host, means.settings, record.request);
    let agenda = &request.agenda;
    let subject = subject(means, record).await?;
    if !record.notebook.is_closed() {
        check_agreed(settings, &subject, request)?;
    }
    remember_unwanted(means, agenda).await;
    let budget = settings.budget();
    budget.charge(record.spent_before);
    let board = Board::new(host, &budget, &subject.topics);
    agenda.warnings.iter().for_each(|warning| board.skip(warning.clone()));
    let meanings = asks_meanings(means, &subject, agenda);
    let model = model(means, request, (&subject, &budget), &board);
    let search = Search {
        run: &agenda.run,
        note: &subject.path,
        own: &subject.own,
        topics: &subject.topics,
        depth: agenda.depth,
        web: if subject.private { Use::Off } else { request.web },
        meanings,
        model: model.as_ref(),
        board: &board,
        record,
        budget: &budget,
        quoting: if subject.private { Quoting::AllNotes } else { Quoting::PublicNotes },
    };
    let mut gathered = gather(means, &search).await?;
    let (mut parts, unsupported) = parts(means, &search, &subject, &mut gathered).await?;
    let dropped = drop_private(means, &subject, &mut gathered).await;
    parts.iter_mut().for_each(|part| part.leave_out(&dropped));
    let unverified = unsupported.len();
    let related = related(means.vault, &subject.path, (&subject.topics, &parts), &gathered);
    let mut warnings = board.skipped();
    let evidence = gathered.pieces().cloned().collect();
    let spent = budget.spent();
    record.made.replace(Made { evidence, unsupported, skipped: warnings.clone(), spent });
    let wrote = |part: &Part<'_>| part.voice == Voice::Prose;
    let draft = Draft {
        run: &agenda.run,
        date: record.door.opened().date(),
        depth: agenda.depth,
        level: settings.heading().level,
        evidence: gathered.pieces().collect(),
        related: &related,
        unverified,
        model: model.as_ref().filter(|_| parts.iter().any(wrote)).map(Model::name),
        spent: budget.spent(),
        sent: sent(record, agenda),
        services: &gathered.services,
        citations: settings.citations,
        parts: &parts,
        warnings: &warnings,
    };
    if draft.answered() == 0 && related.is_empty() {
        return Err(nothing_found(&subject.path, &warnings));
    }
    let markdown = draft.markdown(means.vault, &phrases(subject.language));
    let (topics_researched, sources) = (draft.answered(), draft.sources());
    if host.cancelled() {
        return Err(Error::cancelled());
    }
    board.stage(Stage::Write);
    let finished = Finished { report: &markdown, own: &subject.own, quoting: search.quoting };
    let path = write::write(means, record, &finished, &mut warnings).await?;
    Ok(Report {
        run: agenda.run.clone(),
        path,
        heading: settings.heading().text,
        topics_researched,
        sources,
        unverified,
        preview: markdown.chars().take(PREVIEW_CHARACTERS).collect(),
        cost: budget.spent().money.dollars(),
        spent: budget.spent(),
        elapsed_millis: record.door.elapsed(),
        warnings,
    })
}

/// Whether the service that knows meanings stood on the agenda.
fn asks_meanings(means: &Means<'_>, subject: &Subject<'_>, agenda: &Agenda) -> Use {
    let knows = means.vault.knows_meanings(means.settings);
    let agreed = knows.is_some() && knows == agenda.meanings && !subject.private;
    if agreed { Use::Allowed } else { Use::Off }
}

/// Whether whoever would be asked stood on the agenda that the person approved.
fn check_agreed(settings: &Settings, subject: &Subject<'_>, request: &RunRequest) -> Result<()> {
    let agenda = &request.agenda;
    let asked = survey::asks(settings, subject.private);
    let web = request.web == Use::Off || asked.iter().all(|service| agenda.asks.contains(service));
    let asked = survey::asked_model(settings, subject.private);
    let model = request.model == Use::Off || asked.is_none() || asked == agenda.model;
    if web && model {
        return Ok(());
    }
    Err(Error::new("settings-changed", "Since the topics were shown, the settings have changed")
        .hint("Nothing more was sent. Research the note again to see who would be asked now."))
}

/// Whether anything left the device for this run, now or before it was gone on with.
fn sent(record: &Record<'_>, agenda: &Agenda) -> Sent {
    let nobody =
        !record.door.has_sent() && agenda.spent.calls == 0 && record.notebook.is_untouched();
    if nobody { Sent::Nothing } else { Sent::Something }
}

fn nothing_found(path: &NotePath, warnings: &[String]) -> Error {
    let message = format!("Nothing was found about “{}”", path.title());
    let why = warnings.first().map(|warning| format!(" {warning}.")).unwrap_or_default();
    Error::new("nothing-found", message).hint(format!("The note is unchanged.{why}"))
}

async fn remember_unwanted(means: &Means<'_>, agenda: &Agenda) {
    let unwanted = agenda.topics.iter().filter(|item| !item.ticked);
    let unwanted = unwanted.map(|item| item.topic.topic.clone()).collect();
    means.shelf.remember_unwanted(means.desk.host, &agenda.path, unwanted).await;
}

/// Drops the evidence of notes that became private since it was gathered, or all private evidence
/// if the researched note became public: nothing of a private note is written into a public one.
async fn drop_private(
    means: &Means<'_>,
    subject: &Subject<'_>,
    gathered: &mut Gathered,
) -> BTreeSet<EvidenceId> {
    if subject.private && means.privacy.is_private(&subject.path).await {
        return BTreeSet::new();
    }
    let quoted: BTreeSet<&NotePath> = gathered.pieces().filter_map(Evidence::note).collect();
    let private = means.privacy.private_of(quoted).await;
    let is_private = |piece: &Evidence| piece.note().is_some_and(|note| private.contains(note));
    let mut dropped = BTreeSet::new();
    for evidence in &mut gathered.evidence {
        dropped.extend(evidence.iter().filter(|it| is_private(it)).map(|it| it.id.clone()));
        evidence.retain(|piece| !is_private(piece));
    }
    dropped
}

/// The model that writes, if one is chosen and allowed.
fn model<'a>(
    means: &'a Means<'a>,
    request: &RunRequest,
    (subject, budget): (&'a Subject<'_>, &'a Budget),
    board: &Board<'_>,
) -> Option<Model<'a>> {
    let wanted =
        !subject.private && request.model == Use::Allowed && request.agenda.model.is_some();
    if !wanted {
        return None;
    }
    let model = Model::of(means, (&subject.path, &subject.own), budget);
    model.map_err(|error| board.skip(taken_over(&error))).ok()
}

/// The parts of the report, in the topics' order, and the sentences that did not hold.
async fn parts<'t>(
    means: &Means<'_>,
    search: &Search<'_>,
    subject: &Subject<'t>,
    gathered: &mut Gathered,
) -> Result<(Vec<Part<'t>>, Vec<String>)> {
    search.board.stage(Stage::Synthesize);
    let drafts = drafts(means, search, subject, gathered).await?;
    drop_private(means, subject, gathered).await;
    let around = means.vault.around(&subject.path);
    let around = around.as_ref();
    let note = (subject.own.as_str(), subject.language);
    let checker = Checker::new(gathered.pieces(), note, means.settings.unverified);
    let kin = Kin::of(means.vault, &subject.path, &subject.own);
    let mut said = BTreeSet::new();
    let mut parts = Vec::new();
    let found = subject.topics.iter().zip(&gathered.evidence).zip(drafts);
    let pace = Pace::new(means.desk.host);
    for ((item, evidence), draft) in found {
        pace.step().await?;
        let written = draft.map(|draft| prose(item, draft, &checker));
        // What a model says without support is nothing; the sources still speak for themselves.
        let quoted = || {
            let known = kin.known(item, evidence, around);
            built_in::part(item, &known, (&subject.own, around), &checker)
        };
        let part = written.filter(|part| !part.is_silent()).unwrap_or_else(quoted);
        parts.push(part.once(&mut said));
    }
    let meant = novelty::meant(means, search, parts.iter().zip(&gathered.evidence)).await;
    let known = novelty::Known { checker: &checker, around, meant: &meant };
    for (number, (part, evidence)) in parts.iter_mut().zip(&gathered.evidence).enumerate() {
        known.leave_out(part, evidence, means.settings.similarity);
        let state = if part.is_silent() { TopicState::Nothing } else { TopicState::Done };
        search.board.topic(number, state);
    }
    // A topic on which others said all there is has no part of its own, nor one that nobody was
    // asked about.
    let mut numbers = 0..parts.len();
    parts.retain(|part| {
        let is_left_out = numbers.next().is_some_and(|number| search.board.is_left_out(number));
        !part.is_silent() || !(part.repeats || is_left_out)
    });
    Ok((parts, checker.failed()))
}

/// What the model says to each topic, some at once; nothing where it is not asked or failed.
async fn drafts(
    means: &Means<'_>,
    search: &Search<'_>,
    subject: &Subject<'_>,
    gathered: &Gathered,
) -> Result<Vec<Option<synthesis::Draft>>> {
    let Some(model) = search.model else {
        return Ok(gathered.evidence.iter().map(|_| None).collect());
    };
    let topics = subject.topics.iter().zip(&gathered.evidence).enumerate();
    let drafts = topics.map(|(number, (item, evidence))| async move {
        if evidence.is_empty() {
            return Ok(None);
        }
        search.board.topic(number, TopicState::Writing);
        let draft = synthesis::draft(model, item, evidence, subject.language).await;
        search.keep(means).await;
        search.board.topic(number, TopicState::Done);
        match draft {
            Ok(draft) => Ok(Some(draft)),
            Err(error) if error.code == "cancelled" => Err(error),
            Err(error) => {
                search.board.taken_over(number, &error);
                Ok(None)
            }
        }
    });
    let together = means.settings.concurrency.max(1);
    let drafts: Vec<Result<Option<synthesis::Draft>>> =
        stream::iter(drafts).buffered(together).collect().await;
    drafts.into_iter().collect()
}

/// The model's sentences that hold.
fn prose<'t>(item: &'t AgendaTopic, draft: synthesis::Draft, checker: &Checker<'_>) -> Part<'t> {
    let checked = |said| checker.check(said);
    let mut statements: Vec<Statement> = draft.sentences.into_iter().filter_map(checked).collect();
    // Something speaks against the note only if it comes from elsewhere and the note does not say it.
    let is_against = |said: &Statement| {
        !said.cites.is_empty() && !checker.bears_out(&said.text, &item.topic.context)
    };
    let against = draft.contradictions.into_iter().filter_map(checked);
    let (contradictions, others): (Vec<Statement>, Vec<Statement>) = against.partition(is_against);
    statements.extend(others);
    Part {
        item,
        voice: Voice::Prose,
        statements,
        contradictions,
        known: Vec::new(),
        repeats: false,
    }
}
