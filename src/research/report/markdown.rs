//! Renders the Research section as Markdown. Every text from a source or a model goes through
//! `sanitize`. Links are made only here, from evidence.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId, Origin, WebContent, WebLocation};
use crate::library::Vault;
use crate::llm::budget::Spending;
use crate::local::TopicKind;
use crate::note::link::{NoteLink, Subpath};
use crate::note::{NotePath, prose};
use crate::research::report::phrases::{ReportPhrases, counted, fill};
use crate::research::report::related::RelatedNote;
use crate::research::report::statement::{Statement, SupportStatus, TopicReport, WrittenBy};
use crate::sanitize;
use crate::settings::{CitationStyle, Depth};
use crate::time::Date;

/// Everything that the Research section shows.
pub struct SectionDraft<'a> {
    pub run: &'a str,
    pub date: Date,
    pub depth: Depth,
    /// The level of the section's own heading.
    pub level: u8,
    pub parts: &'a [TopicReport<'a>],
    pub evidence: Vec<&'a Evidence>,
    pub related: &'a [RelatedNote],
    pub unverified: usize,
    /// The name of the model that wrote the report; `None` for the built-in engine.
    pub model: Option<&'a str>,
    pub spent: Spending,
    pub sent: SentStatus,
    /// Names of the search services that responded.
    pub services: &'a [String],
    pub citations: CitationStyle,
    pub warnings: &'a [String],
}

/// Whether a run sent anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentStatus {
    /// No request was sent.
    Nothing,
    /// At least one request was sent, with or without a response.
    Something,
}

impl SectionDraft<'_> {
    /// Number of topics for which something was found.
    pub fn answered(&self) -> usize {
        self.parts.iter().filter(|part| !part.is_empty()).count()
    }

    /// Number of different notes and pages that the report cites.
    pub fn sources(&self) -> usize {
        self.cited().map(Evidence::path_or_url).collect::<BTreeSet<_>>().len()
    }

    /// Number of different publishers among the cited sources.
    fn independent_sources(&self) -> usize {
        self.cited().map(Evidence::publisher).collect::<BTreeSet<_>>().len()
    }

    /// Whether the vault already contains everything that was found on the web.
    fn is_nothing_new(&self) -> bool {
        let is_known = self.parts.iter().any(|part| !part.known.is_empty());
        let mut said = self.parts.iter().flat_map(TopicReport::all).flat_map(|said| &said.cites);
        let is_elsewhere = |piece: &Evidence| piece.note_path().is_none();
        is_known && !said.any(|id| self.piece(id).is_some_and(is_elsewhere))
    }

    /// Whether the report contains unsupported sentences, which are marked.
    fn marks_unverified(&self) -> bool {
        let mut statements = self.parts.iter().flat_map(TopicReport::all);
        statements.any(|statement| statement.status == SupportStatus::Unverified)
    }

    fn cited(&self) -> impl Iterator<Item = &Evidence> {
        let ids = self.parts.iter().flat_map(|part| {
            let said = part.all().flat_map(|statement| &statement.cites);
            said.chain(&part.known)
        });
        ids.filter_map(|id| self.piece(id))
    }

    fn piece(&self, id: &EvidenceId) -> Option<&Evidence> {
        self.evidence.iter().find(|piece| piece.id == *id).copied()
    }

    /// The Markdown of the section, without its heading.
    pub fn markdown(&self, vault: &dyn Vault, words: &ReportPhrases) -> String {
        let page = SectionWriter { draft: self, vault, words, footnotes: RefCell::default() };
        let mut parts = vec![page.summary()];
        let found = self.parts.iter().filter(|part| !part.is_empty());
        parts.extend(self.is_nothing_new().then(|| words.nothing_new.to_owned()));
        parts.extend(found.map(|part| page.part(part)));
        parts.extend(page.related());
        parts.extend(page.skipped());
        parts.extend(page.notes());
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
    fn summary(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let depth = match draft.depth {
            Depth::Shallow => words.shallow,
            Depth::Deep => words.deep,
        };
        let (sources, independent) = (draft.sources(), draft.independent_sources());
        let mut facts = vec![
            fill(words.researched, draft.date),
            depth.to_owned(),
            counted(draft.answered(), words.one_topic, words.topics),
            counted(sources, words.one_source, words.sources),
        ];
        if independent < sources {
            facts.push(fill(words.independent, independent));
        }
        facts.push(self.cost());
        if draft.unverified > 0 {
            let phrase = if draft.marks_unverified() { words.unverified } else { words.left_out };
            facts.push(fill(phrase, draft.unverified));
        }
        format!("> [!info]- {}\n> {}", facts.join(" · "), self.origin())
    }

    fn cost(&self) -> String {
        let Spending { money, tokens, unknown_price_calls, .. } = self.draft.spent;
        match () {
            () if unknown_price_calls > 0 => fill(self.words.tokens, tokens),
            () if money == Default::default() => self.words.free.to_owned(),
            () => money.to_string(),
        }
    }

    /// Returns the sentences that say who wrote the report, which sources were searched, and
    /// whether whole pages or only search results were read.
    fn origin(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let services = draft.services.join(", ");
        let from = match (draft.model, draft.services) {
            (None, []) if draft.sent == SentStatus::Nothing => words.vault_only.to_owned(),
            // Requests were sent but not answered, so the sentence that nothing left the device is
            // left out.
            (None, []) => first_sentence(words.vault_only),
            (None, _) => fill(words.with_web, services),
            (Some(model), []) => fill(words.model_vault, sanitize::escape_text(model)),
            (Some(model), _) => {
                fill(&fill(words.model_web, sanitize::escape_text(model)), services)
            }
        };
        let snippets = draft.cited().any(
            |piece| matches!(&piece.origin, Origin::Web(place) if place.content == WebContent::Snippet),
        );
        if snippets { format!("{from} {}", words.snippets) } else { from }
    }

    fn heading(&self, text: &str) -> String {
        format!("{} {text}", "#".repeat(usize::from(self.draft.level) + 1))
    }

    fn part(&self, part: &TopicReport<'_>) -> String {
        let topic = &part.item.topic;
        let mut blocks = vec![self.heading(&sanitize::escape_text(topic.title()))];
        if topic.kind == TopicKind::Claim {
            blocks.push(format!(
                "*{}* {}",
                self.words.your_note,
                sanitize::escape_text(&topic.context)
            ));
        }
        let said: Vec<String> =
            part.statements.iter().map(|said| self.statement(said, part.written_by)).collect();
        if !said.is_empty() {
            blocks.push(match part.written_by {
                WrittenBy::BuiltIn => format!("- {}", said.join("\n- ")),
                WrittenBy::Model => said.join(" "),
            });
        }
        let against = part.contradictions.iter().map(|said| {
            let title = self.words.contradiction;
            format!("> [!warning] {title}\n> {}", self.statement(said, part.written_by))
        });
        blocks.extend(against);
        blocks.extend(self.known(&part.known));
        blocks.join("\n\n")
    }

    fn statement(&self, statement: &Statement, written_by: WrittenBy) -> String {
        let text = match written_by {
            WrittenBy::BuiltIn => sanitize::escape_text(&statement.text),
            WrittenBy::Model => sanitize::sanitize_sentence(&statement.text),
        };
        let mark = match statement.status {
            SupportStatus::Verified => None,
            SupportStatus::Unverified => Some(self.words.unverified_mark.to_owned()),
        };
        let pieces: Vec<&Evidence> =
            statement.cites.iter().filter_map(|id| self.draft.piece(id)).collect();
        let links = (!pieces.is_empty()).then(|| self.citations(&pieces));
        match self.draft.citations {
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

    fn citations(&self, pieces: &[&Evidence]) -> String {
        let links = once_each(pieces.iter().map(|piece| citation(piece, self.vault)));
        match self.draft.citations {
            CitationStyle::Links => links.join(", "),
            CitationStyle::Footnotes => {
                links.into_iter().map(|link| self.footnote(link)).collect::<String>()
            }
        }
    }

    /// Returns the reference to the footnote of a source. The label of the footnote contains the id
    /// of the run, so that it differs from all other footnotes of the note.
    fn footnote(&self, link: String) -> String {
        let mut notes = self.footnotes.borrow_mut();
        let number = match notes.iter().position(|known| *known == link) {
            Some(at) => at + 1,
            None => {
                notes.push(link);
                notes.len()
            }
        };
        format!("[^{}-{number}]", self.draft.run)
    }

    fn notes(&self) -> Option<String> {
        let notes = self.footnotes.borrow();
        let note =
            |(at, link): (usize, &String)| format!("[^{}-{}]: {link}", self.draft.run, at + 1);
        let notes: Vec<String> = notes.iter().enumerate().map(note).collect();
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    fn known(&self, known: &[EvidenceId]) -> Option<String> {
        let pieces = known.iter().filter_map(|id| self.draft.piece(id));
        let links = once_each(pieces.map(|piece| citation(piece, self.vault)));
        (!links.is_empty()).then(|| format!("{} {}", self.words.already, links.join(", ")))
    }

    fn related(&self) -> Option<String> {
        if self.draft.related.is_empty() {
            return None;
        }
        let line = |note: &RelatedNote| {
            let topics: Vec<String> =
                note.topics.iter().map(|topic| sanitize::escape_text(topic)).collect();
            format!("- {}: {}", wikilink(&note.path, "", self.vault), topics.join(", "))
        };
        let lines: Vec<String> = self.draft.related.iter().map(line).collect();
        Some(format!("{}\n\n{}", self.heading(self.words.related), lines.join("\n")))
    }

    fn skipped(&self) -> Option<String> {
        let empty = self.draft.parts.iter().filter(|part| part.is_empty());
        let without_finding: Vec<String> =
            empty.map(|part| sanitize::escape_text(part.item.topic.title())).collect();
        let mut lines = Vec::new();
        if !without_finding.is_empty() {
            lines.push(format!("- {}", fill(self.words.nothing_found, without_finding.join("; "))));
        }
        let warnings = self.draft.warnings.iter();
        lines.extend(warnings.map(|warning| format!("- {}", sanitize::escape_text(warning))));
        let heading = self.heading(self.words.skipped);
        (!lines.is_empty()).then(|| format!("{heading}\n\n{}", lines.join("\n")))
    }
}

/// Returns the first sentence of a text.
fn first_sentence(text: &str) -> String {
    prose::sentences(text).first().copied().unwrap_or_default().to_owned()
}

/// Drops repeated texts and keeps the order.
fn once_each(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

fn citation(piece: &Evidence, vault: &dyn Vault) -> String {
    match &piece.origin {
        Origin::Note(place) => wikilink(&place.path, &place.heading, vault),
        Origin::Web(place) => weblink(place),
    }
}

/// Returns a link to a page. The address was checked before; characters with a meaning in Markdown
/// or for a plugin are percent-encoded here.
fn weblink(place: &WebLocation) -> String {
    let title = sanitize::escape_text(&place.title);
    match sanitize::encode_link_target(&place.url) {
        Some(target) => format!("[{title}]({target})"),
        None => title,
    }
}

/// Returns a wikilink to a note, or only its title if the path can't be written in a link.
fn wikilink(path: &NotePath, heading: &str, vault: &dyn Vault) -> String {
    let target = vault.link_text(path);
    let Some(link) = NoteLink::new_wikilink(&target) else {
        return sanitize::escape_text(path.title());
    };
    let title = sanitize::wikilink_text(path.title());
    let place = Some(sanitize::wikilink_text(heading)).filter(|place| !place.is_empty());
    let alias = (place.is_some() || target != title).then_some(title);
    NoteLink { subpath: place.map(Subpath::Heading), display_text: alias, ..link }.to_markdown()
}
