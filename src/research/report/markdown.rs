//! Renders the Research section as Markdown. Every text from a source or a model goes through
//! `sanitize`. Links are made only here, from evidence.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId, Origin, WebLocation, WebTextSource};
use crate::library::Vault;
use crate::llm::budget::Spending;
use crate::local::TopicKind;
use crate::note::link::{NoteLink, Subpath};
use crate::note::{NotePath, prose};
use crate::research::report::phrases::{ReportPhrases, fill_placeholder, singular_or_plural};
use crate::research::report::related_notes::RelatedNote;
use crate::research::report::statement::{ReportAuthor, Statement, SupportStatus, TopicReport};
use crate::sanitize;
use crate::settings::{CitationStyle, Depth};
use crate::time::Date;

/// Everything that the Research section shows.
pub struct SectionDraft<'a> {
    pub run_id: &'a str,
    pub run_date: Date,
    pub depth: Depth,
    /// The level of the section's own heading.
    pub section_heading_level: u8,
    pub topic_reports: &'a [TopicReport<'a>],
    pub evidence: Vec<&'a Evidence>,
    pub related_notes: &'a [RelatedNote],
    /// Number of sentences that their evidence doesn't support.
    pub unsupported_sentence_count: usize,
    /// The name of the model that wrote the report; `None` for the built-in engine.
    pub model_name: Option<&'a str>,
    pub spent: Spending,
    /// Whether the run sent anything.
    pub requests_sent: RequestsSent,
    /// Names of the search services that responded.
    pub service_names: &'a [String],
    pub citation_style: CitationStyle,
    pub warnings: &'a [String],
}

/// Whether a run sent anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestsSent {
    /// No request was sent.
    Nothing,
    /// At least one request was sent, with or without a response.
    Something,
}

impl SectionDraft<'_> {
    /// Number of topics for which something was found.
    pub fn answered_topic_count(&self) -> usize {
        self.topic_reports.iter().filter(|part| !part.is_empty()).count()
    }

    /// Number of different notes and pages that the report cites.
    pub fn source_count(&self) -> usize {
        self.cited_evidence().map(Evidence::path_or_url).collect::<BTreeSet<_>>().len()
    }

    /// Number of different publishers among the cited sources.
    fn publisher_count(&self) -> usize {
        self.cited_evidence().map(Evidence::publisher).collect::<BTreeSet<_>>().len()
    }

    /// Whether the vault already contains everything that was found on the web.
    fn has_nothing_new(&self) -> bool {
        let is_known = self.topic_reports.iter().any(|part| !part.already_in_vault.is_empty());
        let mut said = self
            .topic_reports
            .iter()
            .flat_map(TopicReport::all_statements)
            .flat_map(|said| &said.cited_evidence);
        let is_elsewhere = |piece: &Evidence| piece.note_path().is_none();
        is_known && !said.any(|id| self.find_evidence(id).is_some_and(is_elsewhere))
    }

    /// Whether the report contains unsupported sentences, which are marked.
    fn has_unverified_statements(&self) -> bool {
        let mut statements = self.topic_reports.iter().flat_map(TopicReport::all_statements);
        statements.any(|statement| statement.support_status == SupportStatus::Unverified)
    }

    /// The evidence that the report cites.
    fn cited_evidence(&self) -> impl Iterator<Item = &Evidence> {
        let ids = self.topic_reports.iter().flat_map(|part| {
            let said = part.all_statements().flat_map(|statement| &statement.cited_evidence);
            said.chain(&part.already_in_vault)
        });
        ids.filter_map(|id| self.find_evidence(id))
    }

    fn find_evidence(&self, id: &EvidenceId) -> Option<&Evidence> {
        self.evidence.iter().find(|piece| piece.id == *id).copied()
    }

    /// The Markdown of the section, without its heading.
    pub fn to_markdown(&self, vault: &dyn Vault, words: &ReportPhrases) -> String {
        let page = SectionWriter { draft: self, vault, words, footnotes: RefCell::default() };
        let mut parts = vec![page.summary_callout()];
        let found = self.topic_reports.iter().filter(|part| !part.is_empty());
        parts.extend(self.has_nothing_new().then(|| words.no_new_findings.to_owned()));
        parts.extend(found.map(|part| page.topic_section(part)));
        parts.extend(page.related_notes_section());
        parts.extend(page.skipped_items_section());
        parts.extend(page.footnote_list());
        parts.join("\n\n")
    }
}

/// Renders the parts of the section and collects the footnotes.
struct SectionWriter<'a> {
    draft: &'a SectionDraft<'a>,
    vault: &'a dyn Vault,
    words: &'a ReportPhrases,
    /// The links of the footnotes so far, without repetitions.
    footnotes: RefCell<Vec<String>>,
}

impl SectionWriter<'_> {
    /// The collapsed callout at the top of the section: date, depth, numbers and cost.
    fn summary_callout(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let depth = match draft.depth {
            Depth::Shallow => words.shallow_depth,
            Depth::Deep => words.deep_depth,
        };
        let (sources, independent) = (draft.source_count(), draft.publisher_count());
        let mut facts = vec![
            fill_placeholder(words.researched_on, draft.run_date),
            depth.to_owned(),
            singular_or_plural(draft.answered_topic_count(), words.one_topic, words.many_topics),
            singular_or_plural(sources, words.one_source, words.many_sources),
        ];
        if independent < sources {
            facts.push(fill_placeholder(words.independent_sources, independent));
        }
        facts.push(self.cost_text());
        if draft.unsupported_sentence_count > 0 {
            let phrase = if draft.has_unverified_statements() {
                words.unverified_sentences
            } else {
                words.dropped_sentences
            };
            facts.push(fill_placeholder(phrase, draft.unsupported_sentence_count));
        }
        format!("> [!info]- {}\n> {}", facts.join(" · "), self.author_and_sources_text())
    }

    fn cost_text(&self) -> String {
        let Spending { money, tokens, unknown_price_calls, .. } = self.draft.spent;
        match () {
            () if unknown_price_calls > 0 => fill_placeholder(self.words.many_tokens, tokens),
            () if money == Default::default() => self.words.free_of_cost.to_owned(),
            () => money.to_string(),
        }
    }

    /// Returns the sentences that say who wrote the report, which sources were searched, and
    /// whether whole pages or only search results were read.
    fn author_and_sources_text(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let services = draft.service_names.join(", ");
        let from = match (draft.model_name, draft.service_names) {
            (None, []) if draft.requests_sent == RequestsSent::Nothing => {
                words.by_built_in_from_notes.to_owned()
            }
            // Requests were sent but not answered, so the sentence that nothing left the device is
            // left out.
            (None, []) => first_sentence(words.by_built_in_from_notes),
            (None, _) => fill_placeholder(words.by_built_in_from_web, services),
            (Some(model), []) => {
                fill_placeholder(words.by_model_from_notes, sanitize::escape_text(model))
            }
            (Some(model), _) => fill_placeholder(
                &fill_placeholder(words.by_model_from_web, sanitize::escape_text(model)),
                services,
            ),
        };
        let cites_web = |content: WebTextSource| {
            draft.cited_evidence().any(
                |piece| matches!(&piece.origin, Origin::Web(place) if place.text_source == content),
            )
        };
        match cites_web(WebTextSource::Snippet) && !cites_web(WebTextSource::Page) {
            true => format!("{from} {}", words.only_snippets_read),
            false => from,
        }
    }

    fn heading_line(&self, text: &str) -> String {
        format!("{} {text}", "#".repeat(usize::from(self.draft.section_heading_level) + 1))
    }

    /// Renders the heading, the statements and the known notes of one topic.
    fn topic_section(&self, part: &TopicReport<'_>) -> String {
        let topic = &part.agenda_topic.topic;
        let mut blocks = vec![self.heading_line(&sanitize::escape_text(topic.title()))];
        if topic.kind == TopicKind::Claim {
            blocks.push(format!(
                "*{}* {}",
                self.words.your_note_label,
                sanitize::escape_text(&topic.context_sentence)
            ));
        }
        let said: Vec<String> =
            part.statements.iter().map(|said| self.statement_markdown(said, part.author)).collect();
        if !said.is_empty() {
            blocks.push(match part.author {
                ReportAuthor::BuiltIn => format!("- {}", said.join("\n- ")),
                ReportAuthor::Model => said.join(" "),
            });
        }
        let against = part.contradictions.iter().map(|said| {
            let title = self.words.contradiction_label;
            format!("> [!warning] {title}\n> {}", self.statement_markdown(said, part.author))
        });
        blocks.extend(against);
        blocks.extend(self.already_in_vault_line(&part.already_in_vault));
        blocks.join("\n\n")
    }

    fn statement_markdown(&self, statement: &Statement, written_by: ReportAuthor) -> String {
        let text = match written_by {
            ReportAuthor::BuiltIn => sanitize::escape_text(&statement.text),
            ReportAuthor::Model => sanitize::sanitize_sentence(&statement.text),
        };
        let mark = match statement.support_status {
            SupportStatus::Verified => None,
            SupportStatus::Unverified => Some(self.words.unverified_label.to_owned()),
        };
        let pieces: Vec<&Evidence> =
            statement.cited_evidence.iter().filter_map(|id| self.draft.find_evidence(id)).collect();
        let links = (!pieces.is_empty()).then(|| self.citation_links(&pieces));
        match self.draft.citation_style {
            // There is no space between the last word and the number of the footnote.
            CitationStyle::Footnotes => {
                let words = std::iter::once(text).chain(mark).collect::<Vec<_>>().join(" ");
                format!("{words}{}", links.unwrap_or_default())
            }
            CitationStyle::Links => {
                let links = links.map(|links| format!("({links})"));
                std::iter::once(text).chain(links).chain(mark).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Returns links to the cited sources, or footnote references, as the user chose.
    fn citation_links(&self, pieces: &[&Evidence]) -> String {
        let links = without_duplicates(pieces.iter().map(|piece| citation_link(piece, self.vault)));
        match self.draft.citation_style {
            CitationStyle::Links => links.join(", "),
            CitationStyle::Footnotes => {
                links.into_iter().map(|link| self.footnote_reference(link)).collect::<String>()
            }
        }
    }

    /// Returns the reference to the footnote of a source. The label of the footnote contains the id
    /// of the run, so that it differs from all other footnotes of the note.
    fn footnote_reference(&self, link: String) -> String {
        let mut notes = self.footnotes.borrow_mut();
        let number = match notes.iter().position(|known| *known == link) {
            Some(at) => at + 1,
            None => {
                notes.push(link);
                notes.len()
            }
        };
        format!("[^{}-{number}]", self.draft.run_id)
    }

    /// Renders the definitions of all footnotes; `None` if there are none.
    fn footnote_list(&self) -> Option<String> {
        let notes = self.footnotes.borrow();
        let note =
            |(at, link): (usize, &String)| format!("[^{}-{}]: {link}", self.draft.run_id, at + 1);
        let notes: Vec<String> = notes.iter().enumerate().map(note).collect();
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// Renders links to the notes that already say what was found; `None` if there are none.
    fn already_in_vault_line(&self, evidence_ids: &[EvidenceId]) -> Option<String> {
        let pieces = evidence_ids.iter().filter_map(|id| self.draft.find_evidence(id));
        let links = without_duplicates(pieces.map(|piece| citation_link(piece, self.vault)));
        (!links.is_empty()).then(|| format!("{} {}", self.words.already_in_vault, links.join(", ")))
    }

    fn related_notes_section(&self) -> Option<String> {
        if self.draft.related_notes.is_empty() {
            return None;
        }
        let line = |note: &RelatedNote| {
            let topics: Vec<String> =
                note.topic_labels.iter().map(|topic| sanitize::escape_text(topic)).collect();
            format!("- {}: {}", wikilink(&note.path, "", self.vault), topics.join(", "))
        };
        let lines: Vec<String> = self.draft.related_notes.iter().map(line).collect();
        Some(format!(
            "{}\n\n{}",
            self.heading_line(self.words.related_notes_heading),
            lines.join("\n")
        ))
    }

    fn skipped_items_section(&self) -> Option<String> {
        let empty = self.draft.topic_reports.iter().filter(|part| part.is_empty());
        let without_finding: Vec<String> =
            empty.map(|part| sanitize::escape_text(part.agenda_topic.topic.title())).collect();
        let mut lines = Vec::new();
        if !without_finding.is_empty() {
            lines.push(format!(
                "- {}",
                fill_placeholder(self.words.nothing_found_for_topics, without_finding.join("; "))
            ));
        }
        let warnings = self.draft.warnings.iter();
        lines.extend(warnings.map(|warning| format!("- {}", sanitize::escape_text(warning))));
        let heading = self.heading_line(self.words.skipped_heading);
        (!lines.is_empty()).then(|| format!("{heading}\n\n{}", lines.join("\n")))
    }
}

/// Returns the first sentence of a text.
fn first_sentence(text: &str) -> String {
    prose::sentences(text).first().copied().unwrap_or_default().to_owned()
}

/// Drops repeated texts and keeps the order.
fn without_duplicates(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

fn citation_link(piece: &Evidence, vault: &dyn Vault) -> String {
    match &piece.origin {
        Origin::Note(place) => wikilink(&place.path, &place.heading, vault),
        Origin::Web(place) => web_link(place),
    }
}

/// Returns a link to a page. The address was checked before; characters with a meaning in Markdown
/// or for a plugin are percent-encoded here.
fn web_link(location: &WebLocation) -> String {
    let title = sanitize::escape_text(&location.title);
    match sanitize::encode_link_target(&location.url) {
        Some(target) => format!("[{title}]({target})"),
        None => title,
    }
}

/// Returns a wikilink to a note, or only its title if the path can't be written in a link.
fn wikilink(path: &NotePath, heading: &str, vault: &dyn Vault) -> String {
    let target = vault.wikilink_target(path);
    let Some(link) = NoteLink::new_wikilink(&target) else {
        return sanitize::escape_text(path.title());
    };
    let title = sanitize::wikilink_text(path.title());
    let place = Some(sanitize::wikilink_text(heading)).filter(|place| !place.is_empty());
    let alias = (place.is_some() || target != title).then_some(title);
    NoteLink { subpath: place.map(Subpath::Heading), display_text: alias, ..link }.to_markdown()
}
