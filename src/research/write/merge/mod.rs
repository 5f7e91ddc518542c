//! A report that a person edited and a new one become one: the new report, in which everything
//! the person wrote stands word for word and nothing comes back that they deleted.
//!
//! Works on the Markdown of the section without Ibid's comments. The result has `\n` line ends
//! wherever two texts are mixed.

mod block;

use std::collections::{BTreeMap, BTreeSet};

use crate::index::language::Language;
use crate::research::report::phrases::phrases;
use crate::text::line_ends::all_to_lf;
use block::{BlockKind, ReportBlock, blocks};

/// Puts a person's edits into a new report. `base` is what was written last time, `edited` what
/// the person made of it.
pub fn merge(base: &str, edited: &str, new: &str) -> String {
    let [old, theirs, ours] = [base, edited, new].map(all_to_lf);
    let content = |text: &'_ str| text.trim_matches('\n').to_owned();
    if content(&old) == content(&theirs) {
        return new.to_owned();
    }
    if content(&old) == content(&ours) {
        return edited.to_owned();
    }
    let edits = Edits::between(&topics(&old), topics(&theirs));
    compose(&topics(&ours), &edits)
}

/// A topic's title, none before the first heading, and how many of that title stand before it.
type Name = (Option<String>, usize);

/// A topic of a report: its heading and what stands below.
struct Topic<'t> {
    name: Name,
    heading: Option<ReportBlock<'t>>,
    blocks: Vec<ReportBlock<'t>>,
}

/// The topics of a text; the first is what stands before all headings.
fn topics(text: &str) -> Vec<Topic<'_>> {
    let mut topics = vec![Topic { name: (None, 0), heading: None, blocks: Vec::new() }];
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for block in blocks(text) {
        if block.kind == BlockKind::Topic {
            let title = title(block.text);
            let count = known.entry(title).or_insert(0);
            let name = (Some(title.to_owned()), *count);
            *count += 1;
            topics.push(Topic { name, heading: Some(block), blocks: Vec::new() });
        } else if let Some(topic) = topics.last_mut() {
            topic.blocks.push(block);
        }
    }
    topics
}

fn title(heading: &str) -> &str {
    heading.trim().trim_matches('#').trim()
}

/// What a person did to a report.
struct Edits<'t> {
    /// By the name the topic had before they renamed it, in their order.
    topics: Vec<(Name, Kept<'t>)>,
    /// What they deleted: of each topic, the text of blocks.
    deleted: BTreeMap<Name, BTreeSet<String>>,
}

/// What is theirs in a topic.
struct Kept<'t> {
    /// The heading as it stands in their text.
    heading: Option<ReportBlock<'t>>,
    /// Whether they wrote it.
    is_own_heading: bool,
    /// What they added or changed.
    own: Vec<ReportBlock<'t>>,
}

impl<'t> Edits<'t> {
    fn between(base: &[Topic<'_>], edited: Vec<Topic<'t>>) -> Self {
        let names = names_before(base, &edited);
        let of = |topic: &Topic<'_>| -> BTreeSet<String> {
            topic.blocks.iter().map(|block| block.text.to_owned()).collect()
        };
        let mut written: BTreeMap<Name, BTreeSet<String>> =
            base.iter().map(|topic| (topic.name.clone(), of(topic))).collect();
        let headings: BTreeSet<&str> =
            base.iter().filter_map(|topic| Some(topic.heading.as_ref()?.text)).collect();
        let mut topics = Vec::new();
        for (name, topic) in names.into_iter().zip(edited) {
            let left = of(&topic);
            let mut own = topic.blocks;
            if let Some(before) = written.get_mut(&name) {
                own.retain(|block| !before.contains(block.text));
                before.retain(|text| !left.contains(text));
            }
            let is_own_heading =
                topic.heading.as_ref().is_some_and(|heading| !headings.contains(heading.text));
            topics.push((name, Kept { heading: topic.heading, is_own_heading, own }));
        }
        Self { topics, deleted: written }
    }
}

/// The name that each topic of the edited text had before. One with a new name was renamed if it
/// holds a block of a topic whose name is gone.
fn names_before(base: &[Topic<'_>], edited: &[Topic<'_>]) -> Vec<Name> {
    let known: BTreeSet<&Name> = base.iter().map(|topic| &topic.name).collect();
    let left: BTreeSet<&Name> = edited.iter().map(|topic| &topic.name).collect();
    let mut places: BTreeMap<&str, &Name> = BTreeMap::new();
    for topic in base.iter().filter(|topic| !left.contains(&topic.name)) {
        places.extend(topic.blocks.iter().map(|block| (block.text, &topic.name)));
    }
    let mut taken = BTreeSet::new();
    let mut before = |topic: &Topic<'_>| {
        if known.contains(&topic.name) {
            return topic.name.clone();
        }
        let mut found = topic.blocks.iter().filter_map(|block| places.get(block.text));
        match found.find(|name| !taken.contains(*name)) {
            Some(name) => {
                taken.insert(*name);
                (*name).clone()
            }
            None => topic.name.clone(),
        }
    };
    edited.iter().map(&mut before).collect()
}

/// The new report with the edits in it.
fn compose(new: &[Topic<'_>], edits: &Edits<'_>) -> String {
    let kept: BTreeMap<&Name, &Kept<'_>> =
        edits.topics.iter().map(|(name, kept)| (name, kept)).collect();
    let known: BTreeSet<&Name> = new.iter().map(|topic| &topic.name).collect();
    let gone = edits.topics.iter().filter(|(name, _)| !known.contains(name));
    let closing = new.iter().rev().take_while(|topic| is_closing(topic)).count();
    let (first, last) = new.split_at(new.len().saturating_sub(closing));
    let mut sheet = Sheet::default();
    for topic in first {
        sheet.topic(topic, kept.get(&topic.name).copied(), edits.deleted.get(&topic.name));
    }
    for (_, kept) in gone {
        sheet.gone(kept);
    }
    for topic in last {
        sheet.topic(topic, kept.get(&topic.name).copied(), edits.deleted.get(&topic.name));
    }
    sheet.text
}

/// Whether a topic is one with which reports end, in any language: the person may have changed it.
fn is_closing(topic: &Topic<'_>) -> bool {
    let Some(title) = &topic.name.0 else { return false };
    let mut all = (0..).map_while(Language::from_number).map(phrases);
    all.any(|words| title == words.related || title == words.skipped)
}

/// From which text a block comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    New,
    Edited,
}

/// The result while it is written.
#[derive(Default)]
struct Sheet {
    text: String,
    last: Option<(From, usize, BlockKind)>,
}

impl Sheet {
    /// A topic of the new report, and behind it what is theirs.
    fn topic(
        &mut self,
        topic: &Topic<'_>,
        kept: Option<&Kept<'_>>,
        deleted: Option<&BTreeSet<String>>,
    ) {
        let is_deleted = |block: &&ReportBlock<'_>| deleted.is_some_and(|d| d.contains(block.text));
        let blocks: Vec<&ReportBlock<'_>> =
            topic.blocks.iter().filter(|block| !is_deleted(block)).collect();
        // They deleted all of it, heading and blocks, and nothing is new.
        if kept.is_none() && deleted.is_some() && blocks.is_empty() {
            return;
        }
        match kept.filter(|kept| kept.is_own_heading).and_then(|kept| kept.heading.as_ref()) {
            Some(own) => self.push(From::Edited, own),
            None => topic.heading.iter().for_each(|heading| self.push(From::New, heading)),
        }
        let present: BTreeSet<&str> = blocks.iter().map(|block| block.text).collect();
        blocks.iter().for_each(|block| self.push(From::New, block));
        let own = kept.map_or(&[][..], |kept| &kept.own);
        let missing = own.iter().filter(|block| !present.contains(block.text));
        missing.for_each(|block| self.push(From::Edited, block));
    }

    /// A topic that the new report does not have, if anything in it is theirs.
    fn gone(&mut self, kept: &Kept<'_>) {
        if kept.is_own_heading || !kept.own.is_empty() {
            kept.heading.iter().chain(&kept.own).for_each(|block| self.push(From::Edited, block));
        }
    }

    fn push(&mut self, from: From, block: &ReportBlock<'_>) {
        if let Some(last) = self.last {
            self.text.push_str(if is_tight(last, from, block) { "\n" } else { "\n\n" });
        }
        self.text.push_str(block.text);
        if let Some(closing) = &block.closing {
            self.text.push('\n');
            self.text.push_str(closing);
        }
        self.last = Some((from, block.number, block.kind));
    }
}

/// Whether no empty line is to stand before a block: as it was where both stood in one text, and
/// between items of one list.
fn is_tight(last: (From, usize, BlockKind), from: From, block: &ReportBlock<'_>) -> bool {
    if (last.0, last.1 + 1) == (from, block.number) {
        return block.is_tight;
    }
    matches!(block.kind, BlockKind::Item(_)) && last.2 == block.kind
}

#[cfg(test)]
mod tests;
