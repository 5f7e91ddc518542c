//! The section as Markdown. Everything quoted or written by others goes through `sanitize`; links
//! are made here, from evidence, and nowhere else.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::evidence::{Evidence, EvidenceId, Origin, WebContent, WebLocation};
use crate::library::Vault;
use crate::llm::budget::Spent;
use crate::local::TopicKind;
use crate::note::link::{Link, Place};
use crate::note::{NotePath, prose};
use crate::research::report::phrases::{ReportPhrases, counted, fill};
use crate::research::report::related::RelatedNote;
use crate::research::report::statement::{Statement, SupportStatus, TopicReport, WrittenBy};
use crate::sanitize;
use crate::settings::{CitationStyle, Depth};
use crate::time::Date;

/// What the report is made of.
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
    /// Who wrote it; nobody for the built-in engine.
    pub model: Option<&'a str>,
    pub spent: Spent,
    /// Whether anything left the device for it.
    pub sent: SentStatus,
    /// Services of the web that answered.
    pub services: &'a [String],
    pub citations: CitationStyle,
    pub warnings: &'a [String],
}

/// Whether anything left the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentStatus {
    /// Nobody was asked anything.
    Nothing,
    /// Somebody was, whether they answered or not.
    Something,
}

impl SectionDraft<'_> {
    /// Topics on which something was found.
    pub fn answered(&self) -> usize {
        self.parts.iter().filter(|part| !part.is_empty()).count()
    }

    /// Different notes and pages that are cited.
    pub fn sources(&self) -> usize {
        self.cited().map(Evidence::source).collect::<BTreeSet<_>>().len()
    }

    /// Those of them that speak independently of each other.
    fn independent(&self) -> usize {
        self.cited().map(Evidence::publisher).collect::<BTreeSet<_>>().len()
    }

    /// Whether the vault knew all that was found elsewhere.
    fn is_nothing_new(&self) -> bool {
        let is_known = self.parts.iter().any(|part| !part.known.is_empty());
        let mut said = self.parts.iter().flat_map(TopicReport::all).flat_map(|said| &said.cites);
        let is_elsewhere = |piece: &Evidence| piece.note().is_none();
        is_known && !said.any(|id| self.piece(id).is_some_and(is_elsewhere))
    }

    /// Whether unsupported sentences are marked in the report instead of left out.
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
        parts.extend(page.leftovers());
        parts.extend(page.notes());
        parts.join("\n\n")
    }
}

/// A report while it is written.
struct SectionWriter<'a> {
    draft: &'a SectionDraft<'a>,
    vault: &'a dyn Vault,
    words: &'a ReportPhrases,
    /// The sources that have a footnote, each once.
    footnotes: RefCell<Vec<String>>,
}

impl SectionWriter<'_> {
    /// One folded line: when, how far, how much.
    fn summary(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let depth = match draft.depth {
            Depth::Shallow => words.shallow,
            Depth::Deep => words.deep,
        };
        let (sources, independent) = (draft.sources(), draft.independent());
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
        let Spent { money, tokens, unknown_price_calls, .. } = self.draft.spent;
        match () {
            () if unknown_price_calls > 0 => fill(self.words.tokens, tokens),
            () if money == Default::default() => self.words.free.to_owned(),
            () => money.to_string(),
        }
    }

    /// Who wrote it, where it was looked, and whether pages were read or only what services show
    /// of them.
    fn origin(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let services = draft.services.join(", ");
        let from = match (draft.model, draft.services) {
            (None, []) if draft.sent == SentStatus::Nothing => words.vault_only.to_owned(),
            // Somebody was asked, in vain.
            (None, []) => first_sentence(words.vault_only),
            (None, _) => fill(words.with_web, services),
            (Some(model), []) => fill(words.model_vault, sanitize::text(model)),
            (Some(model), _) => fill(&fill(words.model_web, sanitize::text(model)), services),
        };
        let snippets = draft.cited().any(
            |piece| matches!(&piece.origin, Origin::Web(place) if place.read == WebContent::Snippet),
        );
        if snippets { format!("{from} {}", words.snippets) } else { from }
    }

    fn heading(&self, text: &str) -> String {
        format!("{} {text}", "#".repeat(usize::from(self.draft.level) + 1))
    }

    fn part(&self, part: &TopicReport<'_>) -> String {
        let topic = &part.item.topic;
        let mut blocks = vec![self.heading(&sanitize::text(topic.name()))];
        if topic.kind == TopicKind::Claim {
            blocks.push(format!("*{}* {}", self.words.your_note, sanitize::text(&topic.context)));
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
            WrittenBy::BuiltIn => sanitize::text(&statement.text),
            WrittenBy::Model => sanitize::sentence(&statement.text),
        };
        let mark = match statement.status {
            SupportStatus::Verified => None,
            SupportStatus::Unverified => Some(self.words.unverified_mark.to_owned()),
        };
        let pieces: Vec<&Evidence> =
            statement.cites.iter().filter_map(|id| self.draft.piece(id)).collect();
        let links = (!pieces.is_empty()).then(|| self.citations(&pieces));
        match self.draft.citations {
            // A footnote's number belongs to the last word.
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

    /// The reference to a source's footnote. Its name holds the run, so that it can be no other's.
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
                note.topics.iter().map(|topic| sanitize::text(topic)).collect();
            format!("- {}: {}", wikilink(&note.path, "", self.vault), topics.join(", "))
        };
        let lines: Vec<String> = self.draft.related.iter().map(line).collect();
        Some(format!("{}\n\n{}", self.heading(self.words.related), lines.join("\n")))
    }

    fn leftovers(&self) -> Option<String> {
        let empty = self.draft.parts.iter().filter(|part| part.is_empty());
        let silent: Vec<String> =
            empty.map(|part| sanitize::text(part.item.topic.name())).collect();
        let mut lines = Vec::new();
        if !silent.is_empty() {
            lines.push(format!("- {}", fill(self.words.nothing_found, silent.join("; "))));
        }
        let warnings = self.draft.warnings.iter();
        lines.extend(warnings.map(|warning| format!("- {}", sanitize::text(warning))));
        let heading = self.heading(self.words.skipped);
        (!lines.is_empty()).then(|| format!("{heading}\n\n{}", lines.join("\n")))
    }
}

/// Who wrote it, without what follows.
fn first_sentence(text: &str) -> String {
    prose::sentences(text).first().copied().unwrap_or_default().to_owned()
}

/// In the order in which they come first.
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

/// A link to a page. The address is one that was found and checked; what a reader of Markdown or
/// a plugin would take for something else in it is escaped as addresses escape it.
fn weblink(place: &WebLocation) -> String {
    let title = sanitize::text(&place.title);
    match sanitize::link_target(&place.url) {
        Some(target) => format!("[{title}]({target})"),
        None => title,
    }
}

/// A link to a note; its bare title where the name cannot stand in a link.
fn wikilink(path: &NotePath, heading: &str, vault: &dyn Vault) -> String {
    let target = vault.linktext(path);
    let Some(link) = Link::to(&target) else { return sanitize::text(path.title()) };
    let title = sanitize::link_part(path.title());
    let place = Some(sanitize::link_part(heading)).filter(|place| !place.is_empty());
    let alias = (place.is_some() || target != title).then_some(title);
    Link { place: place.map(Place::Heading), alias, ..link }.render()
}
