//! The section as Markdown. Everything quoted goes through `sanitize`; links are made here, from
//! evidence, and nowhere else.

use std::collections::BTreeSet;

use super::phrases::{Phrases, counted, fill};
use super::{Vault, sanitize};
use crate::evidence::{Evidence, Origin, WebPlace, WebRead};
use crate::local::answer::Finding;
use crate::local::{Topic, TopicKind};
use crate::note::NotePath;
use crate::note::link::{Link, Place};
use crate::settings::Depth;
use crate::time::Date;

/// What the report is made of.
pub struct Draft<'a> {
    pub date: Date,
    pub depth: Depth,
    /// Each topic with the findings that held.
    pub topics: Vec<(&'a Topic, Vec<Finding>)>,
    pub evidence: &'a [Evidence],
    pub related: &'a [(NotePath, Vec<String>)],
    pub unverified: usize,
    /// Services of the web that answered.
    pub services: &'a [String],
    pub warnings: &'a [String],
}

impl Draft<'_> {
    /// Topics with at least one finding.
    pub fn answered(&self) -> usize {
        self.topics.iter().filter(|(_, findings)| !findings.is_empty()).count()
    }

    /// Different notes and pages that are cited.
    pub fn sources(&self) -> usize {
        self.cited().map(Evidence::source).collect::<BTreeSet<_>>().len()
    }

    /// The Markdown of the section, without its heading.
    pub fn markdown(&self, vault: &dyn Vault, words: &Phrases) -> String {
        let mut parts = vec![self.summary(words)];
        let answered = self.topics.iter().filter(|(_, findings)| !findings.is_empty());
        parts.extend(answered.map(|(topic, findings)| self.topic(topic, findings, vault, words)));
        parts.extend(self.related(vault, words));
        parts.extend(self.leftovers(words));
        parts.join("\n\n")
    }

    /// One folded line: when, how far, how much.
    fn summary(&self, words: &Phrases) -> String {
        let depth = match self.depth {
            Depth::Shallow => "shallow",
            Depth::Deep => "deep",
        };
        let mut facts = vec![
            fill(words.researched, self.date),
            depth.to_owned(),
            counted(self.answered(), words.one_topic, words.topics),
            counted(self.sources(), words.one_source, words.sources),
            words.free.to_owned(),
        ];
        if self.unverified > 0 {
            facts.push(fill(words.unverified, self.unverified));
        }
        let from = match self.services {
            [] => words.vault_only.to_owned(),
            services => self.web_sources(services, words),
        };
        format!("> [!info]- {}\n> {from}", facts.join(" · "))
    }

    /// Where it was looked, and whether pages were read or only what services show of them.
    fn web_sources(&self, services: &[String], words: &Phrases) -> String {
        let snippets = self.cited().any(
            |piece| matches!(&piece.origin, Origin::Web(place) if place.read == WebRead::Snippet),
        );
        let asked = fill(words.with_web, services.join(", "));
        if snippets { format!("{asked} {}", words.snippets) } else { asked }
    }

    fn cited(&self) -> impl Iterator<Item = &Evidence> {
        let findings = self.topics.iter().flat_map(|(_, findings)| findings);
        findings.filter_map(|finding| self.source(finding))
    }

    fn topic(
        &self,
        topic: &Topic,
        findings: &[Finding],
        vault: &dyn Vault,
        words: &Phrases,
    ) -> String {
        let mut lines = vec![format!("### {}", sanitize::text(topic.name())), String::new()];
        if topic.kind == TopicKind::Claim {
            lines.push(format!("*{}* {}", words.your_note, sanitize::text(&topic.context)));
            lines.push(String::new());
        }
        for finding in findings {
            if let Some(piece) = self.source(finding) {
                lines.push(format!(
                    "- {} ({})",
                    sanitize::text(&finding.sentence),
                    citation(piece, vault)
                ));
            }
        }
        lines.join("\n")
    }

    fn related(&self, vault: &dyn Vault, words: &Phrases) -> Option<String> {
        if self.related.is_empty() {
            return None;
        }
        let line = |(path, shared): &(NotePath, Vec<String>)| {
            let topics: Vec<String> = shared.iter().map(|topic| sanitize::text(topic)).collect();
            format!("- {}: {}", wikilink(path, "", vault), topics.join(", "))
        };
        let lines: Vec<String> = self.related.iter().map(line).collect();
        Some(format!("### {}\n\n{}", words.related, lines.join("\n")))
    }

    fn leftovers(&self, words: &Phrases) -> Option<String> {
        let silent = self.topics.iter().filter(|(_, findings)| findings.is_empty());
        let silent: Vec<String> = silent.map(|(topic, _)| sanitize::text(topic.name())).collect();
        let mut lines = Vec::new();
        if !silent.is_empty() {
            lines.push(format!("- {}", fill(words.nothing_found, silent.join("; "))));
        }
        lines.extend(self.warnings.iter().map(|warning| format!("- {}", sanitize::text(warning))));
        (!lines.is_empty()).then(|| format!("### {}\n\n{}", words.skipped, lines.join("\n")))
    }

    fn source(&self, finding: &Finding) -> Option<&Evidence> {
        self.evidence.iter().find(|piece| piece.id == finding.evidence)
    }
}

fn citation(piece: &Evidence, vault: &dyn Vault) -> String {
    match &piece.origin {
        Origin::Note(place) => wikilink(&place.path, &place.heading, vault),
        Origin::Web(place) => weblink(place),
    }
}

/// A link to a page. The address is one that was found and checked; what could end the link in it
/// is escaped as addresses escape it.
fn weblink(place: &WebPlace) -> String {
    let title = sanitize::text(&place.title);
    let url =
        place.url.replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E");
    format!("[{title}]({url})")
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
