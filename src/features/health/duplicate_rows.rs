//! The rows about pairs of notes with mostly the same text. Pairs are found by samples of their texts;
//! then the texts are read and compared exactly.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::features::health::health_row::{HealthKind, HealthRow};
use crate::features::health::text_difference::{ComparedText, TextDifference};
use crate::features::health::vault_scan::ScannedNote;
use crate::features::health::vault_view::VaultView;
use crate::host::{Host, PeriodicYield};
use crate::notes::note::NotePath;
use crate::values::{Result, StableSort};

/// Minimum share of the shorter note's sequences of four words that the longer one must contain. Where
/// half of the sentences are the same, the share is lower, because each change breaks the sequences
/// around it.
const MIN_SHARE: f32 = 0.3;

/// Minimum share of the longer note's sequences that the shorter one must contain. Below that the longer
/// one quotes the other, or is a digest of many notes.
const MIN_SHARE_OF_LONGER: f32 = 0.2;

/// The modification times of two notes, and how their texts compare.
type ComparedTexts = (i64, i64, TextDifference);

/// The pairs that were compared, kept between checks.
#[derive(Debug, Default)]
pub struct ComparedPairs(RefCell<BTreeMap<(NotePath, NotePath), ComparedTexts>>);

/// The pairs of notes that probably have mostly the same text, the most similar first, without
/// templates.
pub fn similar_pairs<'v>(view: &VaultView<'v>) -> Vec<(&'v ScannedNote, &'v ScannedNote)> {
    let pairs = view.vault.sketches().similar_pairs().iter().filter_map(|pair| {
        let (a, b) = (view.slot_number(pair.a)?, view.slot_number(pair.b)?);
        Some((pair.share, a.min(b), a.max(b)))
    });
    let mut pairs: Vec<(f32, u32, u32)> = pairs.collect();
    pairs.stable_sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut groups = NoteGroups::new(view.notes.len());
    pairs.retain(|(_, a, b)| groups.join(*a, *b));
    let notes = pairs.into_iter().filter_map(|(_, a, b)| Some((view.note(a)?, view.note(b)?)));
    notes.filter(|(a, b)| !a.is_template() && !b.is_template()).collect()
}

/// Groups of notes that are similar to each other, directly or through others. Of many notes with the
/// same text, each is listed with the most similar ones, and not every pair.
struct NoteGroups(Vec<u32>);

impl NoteGroups {
    fn new(notes: usize) -> Self {
        Self((0..notes as u32).collect())
    }

    /// Joins the groups of two notes. Returns whether they were different.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.group(a), self.group(b));
        if let Some(group) = self.0.get_mut(a.max(b) as usize) {
            *group = a.min(b);
        }
        a != b
    }

    fn group(&mut self, note: u32) -> u32 {
        let mut group = note;
        while let Some(next) = self.0.get(group as usize).copied().filter(|next| *next != group) {
            group = next;
        }
        if let Some(own) = self.0.get_mut(note as usize) {
            *own = group;
        }
        group
    }
}

/// The row of a pair without what differs, which is found by `add_differences`.
pub fn pair_row(pair: &(&ScannedNote, &ScannedNote)) -> HealthRow {
    let (a, b) = pair;
    HealthRow {
        is_private: a.scan.is_private || b.scan.is_private,
        ..HealthRow::new(HealthKind::NearDuplicate, &a.path, b.path.as_str(), String::new())
    }
}

impl ComparedPairs {
    /// Reads the texts of pairs, and adds to each row how similar they are and what differs. Removes
    /// the rows of pairs that are not similar enough after all.
    pub async fn add_differences(
        &self,
        host: &dyn Host,
        modified_millis: impl Fn(&NotePath) -> i64,
        rows: &mut Vec<HealthRow>,
    ) -> Result<()> {
        let pace = PeriodicYield::new(host);
        let pair = |row: &HealthRow| {
            let other = NotePath::parse(row.target.as_deref()?).ok()?;
            Some((row.path.clone(), other))
        };
        let pairs = rows.iter().enumerate().filter_map(|(at, row)| Some((pair(row)?, at)));
        let mut pairs: Vec<((NotePath, NotePath), usize)> = pairs.collect();
        // Most similar notes are near each other, so that few texts are kept at a time.
        pairs.sort_unstable();
        let mut texts = ReadTexts::new(pairs.iter().flat_map(|((a, b), _)| [a, b]));
        let mut compared = BTreeMap::new();
        for (pair, at) in &pairs {
            pace.yield_if_due().await?;
            let times = (modified_millis(&pair.0), modified_millis(&pair.1));
            let known = self.0.borrow().get(pair).cloned();
            let known = known.filter(|(a, b, _)| (*a, *b) == times);
            let difference = match known {
                Some((_, _, difference)) => difference,
                None => texts.difference(host, &pair.0, &pair.1).await,
            };
            texts.drop_after_last_use(&pair.0);
            texts.drop_after_last_use(&pair.1);
            let is_similar =
                difference.share >= MIN_SHARE && difference.share_of_longer >= MIN_SHARE_OF_LONGER;
            if let Some(row) = rows.get_mut(*at) {
                row.score = is_similar.then_some(difference.share);
                row.why.clone_from(&difference.text);
            }
            compared.insert(pair.clone(), (times.0, times.1, difference));
        }
        *self.0.borrow_mut() = compared;
        rows.retain(|row| row.score.is_some());
        rows.stable_sort_by(|a, b| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
        Ok(())
    }
}

/// The notes that were read for one check, because a note may be part of several pairs. A text is kept
/// until its last pair was compared: all of them would take more memory than everything else.
struct ReadTexts<'p> {
    texts: BTreeMap<&'p NotePath, Option<Rc<ComparedText>>>,
    /// The number of pairs to come that each note is part of.
    uses: BTreeMap<&'p NotePath, usize>,
}

impl<'p> ReadTexts<'p> {
    /// `notes` are those of all pairs, each as often as it is part of one.
    fn new(notes: impl Iterator<Item = &'p NotePath>) -> Self {
        let mut uses = BTreeMap::new();
        for note in notes {
            *uses.entry(note).or_insert(0) += 1;
        }
        Self { texts: BTreeMap::new(), uses }
    }

    /// Compares the texts of two notes. A note that cannot be read is similar to none.
    async fn difference(
        &mut self,
        host: &dyn Host,
        a: &'p NotePath,
        b: &'p NotePath,
    ) -> TextDifference {
        match (self.text(host, a).await, self.text(host, b).await) {
            (Some(a), Some(b)) => a.difference(&b),
            _ => TextDifference { share: 0.0, share_of_longer: 0.0, text: String::new() },
        }
    }

    async fn text(&mut self, host: &dyn Host, path: &'p NotePath) -> Option<Rc<ComparedText>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = host.read(path).await.ok();
        let text = text.map(|text| Rc::new(ComparedText::new(path.title(), &text)));
        self.texts.insert(path, text.clone());
        text
    }

    fn drop_after_last_use(&mut self, path: &NotePath) {
        let Some(uses) = self.uses.get_mut(path) else { return };
        *uses = uses.saturating_sub(1);
        if *uses == 0 {
            self.texts.remove(path);
        }
    }
}
