//! Makes findings from a checked report: one for each page that it cites, with the sentences that the
//! page supports.

use crate::answers::built_in::{Topic, answer};
use crate::answers::run::{ReportAuthor, Statement, SupportStatus, TopicReport};
use crate::evidence::{Evidence, EvidenceId, Origin, WebLocation, covered_finding_share};
use crate::features::inbox::finding::{Finding, FindingSource};
use crate::features::inbox::gap::Gap;
use crate::language::sentence_split;
use crate::notes::index::CorpusStats;
use crate::notes::note::NotePath;
use crate::safety::privacy::RestsOn;
use crate::safety::sanitize::escape_text;
use crate::values::StableSort;
use crate::values::text::{single_line, truncated_line};

/// Minimum number of sentences of a synthesis, if the page has so many.
const MIN_SYNTHESIS_SENTENCES: usize = 2;

/// Maximum number of sentences of a synthesis.
const MAX_SYNTHESIS_SENTENCES: usize = 3;

/// Maximum number of key ideas.
const MAX_KEY_IDEAS: usize = 5;

/// Number of characters of a sentence that can be a key idea.
const KEY_IDEA_CHARACTERS: std::ops::RangeInclusive<usize> = 40..=320;

/// Minimum relevance of a note to the topic, from 0 to 1.
const MIN_RELEVANCE: f32 = 0.3;

/// Maximum number of related notes.
const MAX_RELATED_NOTES: usize = 5;

/// Maximum number of characters of the quoted evidence.
const MAX_EVIDENCE_CHARACTERS: usize = 600;

/// What is known about the task of which findings are made.
pub struct FindingContext<'a> {
    /// The gap that was researched.
    pub gap: &'a Gap,
    /// How what is found relates to the vault.
    pub relation: String,
    /// The id of the run, from which the ids of findings are made.
    pub run_id: &'a str,
    /// The date of the run.
    pub found_on: String,
    /// How rare words are in the vault.
    pub stats: &'a dyn CorpusStats,
    /// From this similarity on, in percent, a finding is known.
    pub known_from_percent: usize,
}

/// The findings of a task.
#[derive(Debug, Default)]
pub struct NewFindings {
    /// What the vault does not have yet.
    pub findings: Vec<Finding>,
    /// Number of pages that say only what the vault already has.
    pub known_count: usize,
}

impl FindingContext<'_> {
    /// Makes a finding from each page that a part of the report cites, in the order of the report.
    pub fn new_findings(&self, part: &TopicReport<'_>, evidence: &[Evidence]) -> NewFindings {
        let mut found = NewFindings::default();
        let pages = cited_pages(part, evidence);
        for (number, (page, statements)) in pages.iter().enumerate() {
            let finding = self.finding(number, part, page, statements, evidence);
            match finding.similarity * 100.0 >= self.known_from_percent as f32 {
                true => found.known_count += 1,
                false => found.findings.push(finding),
            }
        }
        let is_cited = |page: &WebLocation| pages.iter().any(|(cited, _)| cited.url == page.url);
        let mut known: Vec<&str> = part
            .already_in_vault
            .iter()
            .filter_map(|known| web_location(evidence, known.found_in.as_ref()?))
            .filter(|page| !is_cited(page))
            .map(|page| page.url.as_str())
            .collect();
        known.sort_unstable();
        known.dedup();
        found.known_count += known.len();
        found
    }

    fn finding(
        &self,
        number: usize,
        part: &TopicReport<'_>,
        page: &WebLocation,
        statements: &[&Statement],
        evidence: &[Evidence],
    ) -> Finding {
        let topic = &part.agenda_topic.topic;
        let texts: Vec<&str> = pieces_of(page, evidence).map(|piece| piece.text.as_str()).collect();
        let mut sentences: Vec<String> = statements
            .iter()
            .map(|statement| part.author.sentence_markdown(&statement.text))
            .collect();
        let synthesis_end = sentences.len().clamp(MIN_SYNTHESIS_SENTENCES, MAX_SYNTHESIS_SENTENCES);
        for sentence in self.telling_sentences(topic, &texts) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        let key_ideas = sentences.split_off(sentences.len().min(synthesis_end));
        Finding {
            id: format!("{}-{:02}", self.run_id, number + 1),
            topic: self.gap.topic.clone(),
            note: self.gap.note.to_string(),
            found_on: self.found_on.clone(),
            title: single_line(&page.title),
            synthesis: sentences.join(" "),
            relation: self.relation.clone(),
            key_ideas: key_ideas.into_iter().take(MAX_KEY_IDEAS).collect(),
            related_notes: self.related_notes(topic, evidence),
            source: FindingSource {
                title: single_line(&page.title),
                url: page.url.clone(),
                date: page.publication_date.clone(),
            },
            evidence: texts
                .first()
                .map(|text| escape_text(&truncated_line(text, MAX_EVIDENCE_CHARACTERS)))
                .unwrap_or_default(),
            similarity: self.similarity(statements, evidence),
            rests_on: Some(self.rests_on(part.author, evidence)),
            ..Finding::default()
        }
    }

    /// What the author of a report had read of the vault. The built-in engine quotes only the page.
    fn rests_on(&self, author: ReportAuthor, evidence: &[Evidence]) -> RestsOn {
        match author {
            ReportAuthor::BuiltIn => RestsOn::default(),
            ReportAuthor::Model => {
                evidence.iter().filter_map(Evidence::note_path).chain([&self.gap.note]).collect()
            }
        }
    }

    /// The sentences of texts that are most about the topic, in the order of the texts.
    fn telling_sentences(&self, topic: &Topic, texts: &[&str]) -> Vec<String> {
        let mut scored: Vec<(usize, f32, &str)> = Vec::new();
        for text in texts {
            for sentence in sentence_split::sentences(text) {
                let sentence = sentence.trim();
                let relevance = answer::topic_relevance(topic, sentence, self.stats);
                let is_sentence = KEY_IDEA_CHARACTERS.contains(&sentence.chars().count())
                    && sentence.ends_with(['.', '!', '。', '！', '।']);
                if is_sentence {
                    scored.push((scored.len(), relevance, sentence));
                }
            }
        }
        scored.stable_sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        // The page was found for the topic, so a sentence that does not repeat the topic's words may be
        // about it too; those that do come first.
        scored.truncate(MAX_SYNTHESIS_SENTENCES + MAX_KEY_IDEAS);
        scored.stable_sort_by_key(|(position, ..)| *position);
        scored.into_iter().map(|(_, _, sentence)| escape_text(sentence)).collect()
    }

    /// The notes that are about the topic, the best first, and the note with the gap.
    fn related_notes(&self, topic: &Topic, evidence: &[Evidence]) -> Vec<String> {
        let mut notes: Vec<&NotePath> = vec![&self.gap.note];
        for piece in evidence {
            let Some(note) = piece.note_path() else { continue };
            let text = format!("{} {}", piece.title_and_heading(), piece.text);
            let is_related = answer::topic_relevance(topic, &text, self.stats) >= MIN_RELEVANCE;
            if is_related && !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes.into_iter().take(MAX_RELATED_NOTES).map(NotePath::to_string).collect()
    }

    /// How much of the statements one note already says, on average, from 0 to 1.
    fn similarity(&self, statements: &[&Statement], evidence: &[Evidence]) -> f32 {
        let notes: Vec<&Evidence> =
            evidence.iter().filter(|piece| piece.note_path().is_some()).collect();
        let rarity = |term: &str| self.stats.rarity(term);
        let nearest = |statement: &&Statement| {
            let shares = notes
                .iter()
                .map(|note| covered_finding_share(&statement.text, &note.text, &rarity));
            shares.fold(0.0, f32::max)
        };
        let sum: f32 = statements.iter().map(nearest).sum();
        sum / statements.len().max(1) as f32
    }
}

/// The pages that statements cite first, each with its statements.
fn cited_pages<'a>(
    part: &'a TopicReport<'_>,
    evidence: &'a [Evidence],
) -> Vec<(&'a WebLocation, Vec<&'a Statement>)> {
    let mut pages: Vec<(&WebLocation, Vec<&Statement>)> = Vec::new();
    let is_verified = |statement: &&Statement| statement.support_status == SupportStatus::Verified;
    for statement in part.statements.iter().chain(&part.contradictions).filter(is_verified) {
        let page = statement.cited_evidence.first().and_then(|id| web_location(evidence, id));
        let Some(page) = page else { continue };
        match pages.iter_mut().find(|(known, _)| known.url == page.url) {
            Some((_, statements)) => statements.push(statement),
            None => pages.push((page, vec![statement])),
        }
    }
    pages
}

fn web_location<'a>(evidence: &'a [Evidence], id: &EvidenceId) -> Option<&'a WebLocation> {
    match &evidence.iter().find(|piece| piece.id == *id)?.origin {
        Origin::Web(page) => Some(page),
        Origin::Note(_) => None,
    }
}

fn pieces_of<'a>(
    page: &'a WebLocation,
    evidence: &'a [Evidence],
) -> impl Iterator<Item = &'a Evidence> {
    evidence
        .iter()
        .filter(move |piece| matches!(&piece.origin, Origin::Web(other) if other.url == page.url))
}
