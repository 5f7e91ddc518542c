//! Merges the user's edits of a report into a new report. Everything that the user wrote stays word
//! for word, and nothing that they deleted comes back.
//!
//! It merges the Markdown of the section without Ibid's comments. A merged text has `\n` line
//! breaks.

mod block;

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::writing::phrases;
use crate::language::Language;
use crate::values::text::all_line_ends_to_lf;
use block::{BlockKind, ReportBlock, split_into_blocks};

/// Merges the user's edits into a new report. `base` is the previous report as Ibid wrote it,
/// `edited` is the same report with the user's edits.
pub(super) fn merge_reports(base: &str, edited: &str, new: &str) -> String {
    let [old, theirs, ours] = [base, edited, new].map(all_line_ends_to_lf);
    let content = |text: &'_ str| text.trim_matches('\n').to_owned();
    if content(&old) == content(&theirs) {
        return new.to_owned();
    }
    if content(&old) == content(&ours) {
        return edited.to_owned();
    }
    let new_topics = split_into_topics(&ours);
    let mut edits =
        UserEdits::from_comparison(&split_into_topics(&old), split_into_topics(&theirs));
    edits.keep_answers_with_one_place(&new_topics);
    apply_user_edits(&new_topics, &edits)
}

/// Identifies a topic of a report: its title (`None` for the text before the first heading), and
/// the number of earlier topics with the same title.
type TopicKey = (Option<String>, usize);

/// A topic of a report: its heading and the blocks below.
struct ReportTopic<'t> {
    name: TopicKey,
    heading: Option<ReportBlock<'t>>,
    blocks: Vec<ReportBlock<'t>>,
}

/// Splits a report into topics. The first topic is the text before the first heading.
fn split_into_topics(text: &str) -> Vec<ReportTopic<'_>> {
    let mut topics = vec![ReportTopic { name: (None, 0), heading: None, blocks: Vec::new() }];
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for block in split_into_blocks(text) {
        if block.kind == BlockKind::Topic {
            let title = heading_title(block.text);
            let count = known.entry(title).or_insert(0);
            let name = (Some(title.to_owned()), *count);
            *count += 1;
            topics.push(ReportTopic { name, heading: Some(block), blocks: Vec::new() });
        } else if let Some(topic) = topics.last_mut() {
            topic.blocks.push(block);
        }
    }
    topics
}

fn heading_title(heading: &str) -> &str {
    heading.trim().trim_matches('#').trim()
}

/// What the user added, changed and deleted in a report.
struct UserEdits<'t> {
    /// The topics of the edited report in the user's order, each with its key before the edit.
    topics: Vec<(TopicKey, UserEditedTopic<'t>)>,
    /// The texts of the deleted blocks of each topic.
    deleted: BTreeMap<TopicKey, BTreeSet<String>>,
}

/// A topic of the edited report: its heading, and the blocks that the user added or changed in it.
struct UserEditedTopic<'t> {
    /// The heading of the topic in the edited report.
    heading: Option<ReportBlock<'t>>,
    /// Whether the user wrote or changed the heading.
    is_own_heading: bool,
    /// Blocks that the user added or changed.
    own: Vec<ReportBlock<'t>>,
}

impl<'t> UserEdits<'t> {
    /// Finds the edits by comparing the report as Ibid wrote it with the report as the user left
    /// it.
    fn from_comparison(base: &[ReportTopic<'_>], edited: Vec<ReportTopic<'t>>) -> Self {
        let names = topic_keys_before_edit(base, &edited);
        let of = |topic: &ReportTopic<'_>| -> BTreeSet<String> {
            topic.blocks.iter().map(|block| block.text.to_owned()).collect()
        };
        let mut written: BTreeMap<TopicKey, BTreeSet<String>> =
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
            topics.push((name, UserEditedTopic { heading: topic.heading, is_own_heading, own }));
        }
        Self { topics, deleted: written }
    }

    /// Keeps the short answers that the user deleted above the topics but left in their topic, if the new report has
    /// them only above the topics.
    fn keep_answers_with_one_place(&mut self, new: &[ReportTopic<'_>]) {
        let above_topics = (None, 0);
        let Some(mut deleted) = self.deleted.remove(&above_topics) else { return };
        let is_kept = |item: &str| {
            let Some((title, answer)) = title_and_answer(item) else { return false };
            let key = (Some(title.to_owned()), 0);
            let mut found = new.iter().filter(|topic| topic.name == key).flat_map(|it| &it.blocks);
            self.topics.iter().any(|(name, _)| *name == key)
                && self.deleted.get(&key).is_none_or(BTreeSet::is_empty)
                && !found.any(|block| block.text.trim_start_matches("- ") == answer)
        };
        deleted.retain(|item| !is_kept(item));
        self.deleted.insert(above_topics, deleted);
    }
}

/// The title of a topic and the answer in an item of the short answers: `- **Title** Answer.`
fn title_and_answer(item: &str) -> Option<(&str, &str)> {
    item.strip_prefix("- **")?.split_once("** ")
}

/// Returns the key that each topic of the edited report had before the edit. A topic with a new
/// title counts as renamed if it contains a block of a topic whose title is gone.
fn topic_keys_before_edit(base: &[ReportTopic<'_>], edited: &[ReportTopic<'_>]) -> Vec<TopicKey> {
    let known: BTreeSet<&TopicKey> = base.iter().map(|topic| &topic.name).collect();
    let left: BTreeSet<&TopicKey> = edited.iter().map(|topic| &topic.name).collect();
    let mut places: BTreeMap<&str, &TopicKey> = BTreeMap::new();
    for topic in base.iter().filter(|topic| !left.contains(&topic.name)) {
        places.extend(topic.blocks.iter().map(|block| (block.text, &topic.name)));
    }
    let mut taken = BTreeSet::new();
    let mut before = |topic: &ReportTopic<'_>| {
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

/// Returns the new report with the user's edits. Topics that only the edited report has are placed
/// before the appendices.
fn apply_user_edits(new: &[ReportTopic<'_>], edits: &UserEdits<'_>) -> String {
    let kept: BTreeMap<&TopicKey, &UserEditedTopic<'_>> =
        edits.topics.iter().map(|(name, kept)| (name, kept)).collect();
    let known: BTreeSet<&TopicKey> = new.iter().map(|topic| &topic.name).collect();
    let gone = edits.topics.iter().filter(|(name, _)| !known.contains(name));
    let closing = new.iter().rev().take_while(|topic| is_appendix(topic)).count();
    let (first, last) = new.split_at(new.len().saturating_sub(closing));
    let mut sheet = MergedReport::default();
    for topic in first {
        sheet.push_topic(topic, kept.get(&topic.name).copied(), edits.deleted.get(&topic.name));
    }
    for (_, kept) in gone {
        sheet.push_user_blocks(kept);
    }
    for topic in last {
        sheet.push_topic(topic, kept.get(&topic.name).copied(), edits.deleted.get(&topic.name));
    }
    sheet.text
}

/// Whether a topic is one of the appendices of a report (related notes, skipped sources), in any
/// language.
fn is_appendix(topic: &ReportTopic<'_>) -> bool {
    let Some(title) = &topic.name.0 else { return false };
    let mut all = (0..).map_while(Language::from_storage_id).map(phrases::report_phrases);
    all.any(|words| title == words.related_notes_heading || title == words.skipped_heading)
}

/// Whether a block comes from the new report or from the one that the user edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockOrigin {
    New,
    Edited,
}

/// Builds the text of the merged report block by block.
#[derive(Default)]
struct MergedReport {
    text: String,
    last: Option<(BlockOrigin, usize, BlockKind)>,
}

impl MergedReport {
    /// Adds a topic of the new report, followed by the user's own blocks of that topic.
    fn push_topic(
        &mut self,
        topic: &ReportTopic<'_>,
        kept: Option<&UserEditedTopic<'_>>,
        deleted: Option<&BTreeSet<String>>,
    ) {
        let is_deleted = |block: &&ReportBlock<'_>| deleted.is_some_and(|d| d.contains(block.text));
        let blocks: Vec<&ReportBlock<'_>> =
            topic.blocks.iter().filter(|block| !is_deleted(block)).collect();
        // Skips a topic that the user deleted, if the new report has nothing new in it.
        if kept.is_none() && deleted.is_some() && blocks.is_empty() {
            return;
        }
        match kept.filter(|kept| kept.is_own_heading).and_then(|kept| kept.heading.as_ref()) {
            Some(own) => self.push_block(BlockOrigin::Edited, own),
            None => {
                topic.heading.iter().for_each(|heading| self.push_block(BlockOrigin::New, heading))
            }
        }
        let present: BTreeSet<&str> = blocks.iter().map(|block| block.text).collect();
        blocks.iter().for_each(|block| self.push_block(BlockOrigin::New, block));
        let own = kept.map_or(&[][..], |kept| &kept.own);
        let missing = own.iter().filter(|block| !present.contains(block.text));
        missing.for_each(|block| self.push_block(BlockOrigin::Edited, block));
    }

    /// Adds the user's own blocks of a topic that the new report doesn't have, with the topic's
    /// heading.
    fn push_user_blocks(&mut self, kept: &UserEditedTopic<'_>) {
        if kept.is_own_heading || !kept.own.is_empty() {
            kept.heading
                .iter()
                .chain(&kept.own)
                .for_each(|block| self.push_block(BlockOrigin::Edited, block));
        }
    }

    fn push_block(&mut self, origin: BlockOrigin, block: &ReportBlock<'_>) {
        if let Some(last) = self.last {
            self.text.push_str(if follows_without_empty_line(last, origin, block) {
                "\n"
            } else {
                "\n\n"
            });
        }
        self.text.push_str(block.text);
        if let Some(closing) = &block.missing_closing_mark {
            self.text.push('\n');
            self.text.push_str(closing);
        }
        self.last = Some((origin, block.index, block.kind));
    }
}

/// Whether a block follows the last one without an empty line: they did so in the report they come
/// from, or both are items of one list.
fn follows_without_empty_line(
    last: (BlockOrigin, usize, BlockKind),
    from: BlockOrigin,
    block: &ReportBlock<'_>,
) -> bool {
    if (last.0, last.1 + 1) == (from, block.index) {
        return block.has_no_empty_line_before;
    }
    matches!(block.kind, BlockKind::Item(_)) && last.2 == block.kind
}

#[cfg(test)]
mod tests;
