//! Evidence for each topic from the vault's own notes. A note that cannot be read is skipped
//! and listed, never fatal.

use std::collections::BTreeMap;

use super::Vault;
use crate::error::Result;
use crate::evidence::{Evidence, EvidenceId};
use crate::host::{Host, Pace};
use crate::index::{Hit, Mode, Query};
use crate::local::Topic;
use crate::local::answer;
use crate::note::{Lines, NotePath, prose};
use crate::progress::{Progress, Stage};

/// Passages looked at for each topic.
const PASSAGES: usize = 5;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One list for each topic, in the topics' order.
    pub evidence: Vec<Vec<Evidence>>,
    /// Notes that could not be read, and why.
    pub skipped: Vec<String>,
}

/// Looks for evidence on every topic; the note itself is never evidence.
pub async fn gather(
    host: &dyn Host,
    vault: &dyn Vault,
    run: &str,
    note: &NotePath,
    topics: &[Topic],
) -> Result<Gathered> {
    let pace = Pace::new(host);
    let mut reader = Reader { host, texts: BTreeMap::new(), skipped: Vec::new() };
    let mut gathered = Gathered::default();
    let mut number = 0;
    for (done, topic) in topics.iter().enumerate() {
        host.report(&Progress::counted(Stage::Gather, done, topics.len()));
        let mut found = Vec::new();
        for hit in hits(vault, note, topic) {
            pace.step().await?;
            number += 1;
            found.extend(reader.evidence(EvidenceId::new(run, number), hit).await);
        }
        gathered.evidence.push(found);
    }
    gathered.skipped = reader.skipped;
    Ok(gathered)
}

fn hits(vault: &dyn Vault, note: &NotePath, topic: &Topic) -> Vec<Hit> {
    // One more than needed: the note itself is usually the best match for its own words.
    let query = Query {
        text: answer::query(topic),
        mode: Mode::Hybrid,
        limit: Some(PASSAGES + 1),
        ..Query::default()
    };
    let others = vault.search(&query).into_iter().filter(|hit| hit.path != *note);
    others.take(PASSAGES).collect()
}

struct Reader<'a> {
    host: &'a dyn Host,
    texts: BTreeMap<NotePath, Option<String>>,
    skipped: Vec<String>,
}

impl Reader<'_> {
    async fn evidence(&mut self, id: EvidenceId, hit: Hit) -> Option<Evidence> {
        if !self.texts.contains_key(&hit.path) {
            let text = match self.host.read(&hit.path).await {
                Ok(text) => Some(text),
                Err(why) => {
                    self.skipped.push(format!("{}: {}", hit.path.title(), why.message));
                    None
                }
            };
            self.texts.insert(hit.path.clone(), text);
        }
        let text = self.texts.get(&hit.path)?.as_deref()?;
        let passage = prose::plain(
            text.get(Lines::of(text).range(hit.first_line, hit.last_line)).unwrap_or_default(),
        );
        let heading = hit.heading.rsplit(" > ").next().unwrap_or_default().to_owned();
        Some(Evidence {
            id,
            heading,
            first_line: hit.first_line,
            last_line: hit.last_line,
            text: passage,
            score: hit.score,
            path: hit.path,
        })
    }
}
