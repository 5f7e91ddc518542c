//! Finds evidence in the notes of the vault.

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::built_in::{SearchedPassage, Topic, TopicKind, answer};
use crate::answers::gather::findings::{FoundPassage, PrivateNoteTopicLabels};
use crate::answers::gather::note_reader::{NoteReader, PassageReadResult};
use crate::answers::run::{ActiveRun, Permission};
use crate::evidence::has_asked_property;
use crate::host::PeriodicYield;
use crate::library::{EmbeddingHits, Vault};
use crate::notes::index::{CorpusStats, Hit, Query, Ranking, fuse_hits};
use crate::notes::note::NotePath;
use crate::values::text::fold_case;
use crate::values::{Result, Stage, TopicState};

/// Maximum number of passages from the vault that are used per topic.
const MAX_PASSAGES_PER_TOPIC: usize = 5;

/// Number of notes of which several passages are read for a question, to find the one that answers it.
const MAX_NOTES_PER_QUESTION: usize = 8;

/// The passages that were found in the vault for the topics of a run.
pub struct VaultFindings {
    /// The passages of each topic, in the order of the topics.
    pub passages_by_topic: Vec<Vec<FoundPassage>>,
    /// Private notes that match a topic and that the report may name but not quote.
    pub nameable_private_notes: PrivateNoteTopicLabels,
}

/// Searches the vault for every topic, and reads the passages that may be quoted.
pub async fn search_topics(run: &ActiveRun<'_>) -> Result<VaultFindings> {
    run.progress.set_stage(Stage::Gather);
    let (context, subject) = (run.context, run.subject);
    let pace = PeriodicYield::new(context.host);
    let mut reader = NoteReader::new(context, run.quotable_notes);
    reader.passage_recorder = Some(run.record.run_host);
    let may_name_private = context.settings.may_name_private_notes && run.model.is_none();
    let mut findings =
        VaultFindings { passages_by_topic: Vec::new(), nameable_private_notes: BTreeMap::new() };
    let queries = subject.topics.iter().map(|item| answer::search_query(&item.topic));
    let stats = context.vault.corpus_stats(&subject.path);
    let mut by_embedding = run.search_by_embedding(queries.collect()).await.into_iter();
    for (number, item) in subject.topics.iter().enumerate() {
        run.progress.set_topic_state(number, TopicState::Searching);
        let scope = SearchScope::Except(&subject.path);
        let hits =
            search_by_words_and_embedding(context.vault, scope, &item.topic, by_embedding.next());
        let hits = reader.with_asked_properties(&item.topic, hits).await;
        let mut passages = Vec::new();
        let mut private_notes = BTreeSet::new();
        for hit in hits {
            pace.yield_if_due().await?;
            let note = hit.path.clone();
            match reader.read_passage(hit).await {
                PassageReadResult::Passage(passage) => passages.push(passage),
                PassageReadResult::Private if may_name_private => {
                    private_notes.insert(note);
                }
                PassageReadResult::Private | PassageReadResult::Unreadable => {}
            }
        }
        for note in private_notes {
            let labels = findings.nameable_private_notes.entry(note).or_default();
            labels.push(item.topic.label.clone());
        }
        let passages = best_passages(&item.topic, passages, stats.as_ref());
        run.progress.add_evidence_count(number, passages.len());
        let state = match run.web_permission {
            Permission::Off => TopicState::Gathered,
            Permission::Allowed => TopicState::Waiting,
        };
        run.progress.set_topic_state(number, state);
        findings.passages_by_topic.push(passages);
    }
    reader
        .read_failure_messages
        .take()
        .into_iter()
        .for_each(|reason| run.progress.record_run_skip(reason));
    Ok(findings)
}

/// The notes in which a topic is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchScope<'a> {
    /// The whole vault.
    Vault,
    /// All notes but the researched one, which can't answer its own questions.
    Except(&'a NotePath),
    /// The notes of a folder.
    Folder(&'a str),
    /// One note.
    Note(&'a NotePath),
}

impl SearchScope<'_> {
    /// Whether the scope includes the file with this path.
    pub fn contains(self, path: &str) -> bool {
        match self {
            Self::Vault => true,
            Self::Except(note) => note.as_str() != path,
            Self::Note(note) => note.as_str() == path,
            Self::Folder(folder) => {
                let folder = format!("{}/", fold_case(folder.trim_matches('/')));
                folder == "/" || fold_case(path).starts_with(&folder)
            }
        }
    }
}

/// Finds the passages that match a topic best by their words.
pub fn search_by_words(vault: &dyn Vault, scope: SearchScope<'_>, topic: &Topic) -> Vec<Hit> {
    match scope {
        SearchScope::Note(note) => {
            let query = answer::vault_query(topic);
            vault.matching_passages(&query, std::slice::from_ref(note))
        }
        _ => search_by_words_and_embedding(vault, scope, topic, None),
    }
}

/// Finds passages by words, and merges them with the passages found by embedding, if there are any.
fn search_by_words_and_embedding(
    vault: &dyn Vault,
    scope: SearchScope<'_>,
    topic: &Topic,
    by_embedding: Option<EmbeddingHits>,
) -> Vec<Hit> {
    let by_embedding = by_embedding.filter(|found| found.embedding_ranking_weight > 0.0);
    // With embeddings, passages may be found that share no word with the question. The further
    // passages, which are chosen by words, would displace them.
    let reads_further = topic.kind == TopicKind::Question && by_embedding.is_none();
    let max_notes = if reads_further { MAX_NOTES_PER_QUESTION } else { MAX_PASSAGES_PER_TOPIC };
    // The limit is one higher than needed: the researched note is usually the best match and is
    // left out.
    let query = Query {
        max_hits: Some(max_notes + 1),
        folder: match scope {
            SearchScope::Folder(folder) => Some(folder.to_owned()),
            _ => None,
        },
        ..answer::vault_query(topic)
    };
    let by_words = vault.search(&query);
    let both = match by_embedding {
        Some(by_embedding) => merge_by_rank(by_words, by_embedding, max_notes + 1),
        None => by_words,
    };
    let is_allowed = |hit: &Hit| scope.contains(hit.path.as_str());
    let notes: Vec<Hit> = both.into_iter().filter(is_allowed).take(max_notes).collect();
    if reads_further { with_further_passages(vault, &query, notes) } else { notes }
}

/// Adds further passages of the notes that were found: the passage that matches a question best is
/// often not the one that answers it.
fn with_further_passages(vault: &dyn Vault, query: &Query, notes: Vec<Hit>) -> Vec<Hit> {
    let paths: Vec<NotePath> = notes.iter().map(|hit| hit.path.clone()).collect();
    let further = vault.matching_passages(query, &paths);
    let mut hits = Vec::new();
    for found in notes {
        let is_other = |hit: &&Hit| hit.path == found.path && hit.first_line != found.first_line;
        let others = further.iter().filter(is_other);
        // The passages of a note get the score of the note: it is the one that can be compared.
        let others = others.map(|hit| Hit { score: found.score, ..hit.clone() });
        let others: Vec<Hit> = others.collect();
        hits.push(found);
        hits.extend(others);
    }
    hits
}

/// Returns the passages that answer a topic best, at most `MAX_PASSAGES_PER_TOPIC`; before them the
/// properties that a question asks for.
pub fn best_passages(
    topic: &Topic,
    passages: Vec<FoundPassage>,
    stats: &dyn CorpusStats,
) -> Vec<FoundPassage> {
    if topic.kind != TopicKind::Question {
        return passages;
    }
    let (properties, passages): (Vec<FoundPassage>, Vec<FoundPassage>) =
        passages.into_iter().partition(|it| has_asked_property(&it.marked_lines));
    let headings: Vec<String> = passages.iter().map(|it| it.origin.title_and_heading()).collect();
    let best_score = passages.iter().map(|it| it.search_score).fold(f32::MIN_POSITIVE, f32::max);
    let searched: Vec<SearchedPassage<'_>> = passages
        .iter()
        .zip(&headings)
        .map(|(it, heading)| SearchedPassage {
            text: &it.text,
            marked_lines: &it.marked_lines,
            title: it.origin.title(),
            heading,
            innermost_heading: it.origin.innermost_heading(),
            is_linked: false,
            source_relevance: it.search_score / best_score,
        })
        .collect();
    let best = answer::best_passages(topic, &searched, MAX_PASSAGES_PER_TOPIC, stats);
    let mut passages: Vec<Option<FoundPassage>> = passages.into_iter().map(Some).collect();
    let best = best.into_iter().filter_map(|index| passages.get_mut(index)?.take());
    properties.into_iter().chain(best).take(MAX_PASSAGES_PER_TOPIC).collect()
}

/// Merges both lists by rank. Embedding scores are scaled to word scores, so that the scores of all
/// passages can be compared.
fn merge_by_rank(by_words: Vec<Hit>, by_embedding: EmbeddingHits, limit: usize) -> Vec<Hit> {
    let best = |hits: &[Hit]| hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let scale = best(&by_words) / best(&by_embedding.hits);
    let scores: BTreeMap<NotePath, f32> = by_embedding
        .hits
        .iter()
        .map(|hit| (hit.path.clone(), scale * hit.score))
        .chain(by_words.iter().map(|hit| (hit.path.clone(), hit.score)))
        .collect();
    let rankings = [(by_words, 1.0), (by_embedding.hits, by_embedding.embedding_ranking_weight)];
    let rankings = rankings.map(|(items, weight)| Ranking { items, weight });
    let mut hits = fuse_hits(rankings.into(), limit);
    hits.iter_mut().for_each(|hit| hit.score = scores.get(&hit.path).copied().unwrap_or_default());
    hits
}
