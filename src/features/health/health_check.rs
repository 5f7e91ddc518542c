//! Checks the vault: reads the notes that changed since the last check, and collects the rows. Nothing
//! leaves the device.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;
use futures_util::lock::Mutex;

use crate::features::health::broken_links::{
    broken_link_rows, broken_links, missing_note_rows, update_guesses,
};
use crate::features::health::duplicate_rows::{ComparedPairs, pair_row, similar_pairs};
use crate::features::health::heading_links::heading_link_rows;
use crate::features::health::health_row::{
    Health, HealthKind, HealthRequest, HealthRow, HealthTotal, renamed_row_id,
};
use crate::features::health::mentioned_names::mentioned_name_rows;
use crate::features::health::name_rows::{alias_rows, tag_rows};
use crate::features::health::note_clusters::note_clusters;
use crate::features::health::note_rows::{open_question_rows, orphan_rows, stub_rows};
use crate::features::health::note_scan::NoteScan;
use crate::features::health::same_subject_notes::SameSubjectNotes;
use crate::features::health::stale_rows::stale_rows;
use crate::features::health::vault_scan::VaultScan;
use crate::features::health::vault_view::VaultView;
use crate::host::{CachedValue, Host, PeriodicYield, run_until_stopped};
use crate::library::Library;
use crate::notes::note::NotePath;
use crate::settings::Settings;
use crate::values::{Progress, Result, Stage};

/// Maximum number of rows of each kind if the request does not set one.
const DEFAULT_MAX_ROWS: usize = 1_000;

/// Number of notes that are read at the same time, because each read needs the app's main thread.
const CONCURRENT_NOTE_READS: usize = 16;

/// The name under which the ids of ignored rows are stored.
const IGNORED_ROWS_NAME: &str = "ignored-health-rows";

/// What is kept between checks of one vault.
pub struct HealthCheck {
    vault: RefCell<VaultScan>,
    /// Locked by the call that is checking; other calls wait for it.
    lock: Mutex<()>,
    compared_pairs: ComparedPairs,
    ignored_rows: CachedValue<BTreeSet<String>>,
    /// The private folders and tags by which the notes were judged.
    privacy_settings: RefCell<(Vec<String>, Vec<String>)>,
}

impl Default for HealthCheck {
    fn default() -> Self {
        Self {
            vault: RefCell::default(),
            lock: Mutex::default(),
            compared_pairs: ComparedPairs::default(),
            ignored_rows: CachedValue::new(IGNORED_ROWS_NAME),
            privacy_settings: RefCell::default(),
        }
    }
}

/// What a check works with.
pub struct HealthContext<'a> {
    /// The outside world.
    pub host: &'a dyn Host,
    /// The indexed notes.
    pub library: &'a Library,
    /// The settings of the user.
    pub settings: &'a Settings,
}

impl HealthCheck {
    /// Checks all indexed notes. A note that cannot be read is left out.
    pub async fn check(
        &self,
        context: &HealthContext<'_>,
        request: &HealthRequest,
    ) -> Result<Health> {
        let guard = run_until_stopped(context.host, self.lock.lock()).await?;
        context.library.sync_once(context.host, context.settings).await?;
        self.drop_if_settings_changed(context.settings);
        // The scan is taken out while the call may wait. If the call is dropped, notes are read again.
        let mut vault = self.vault.take();
        let result = self.check_vault(context, request, &mut vault).await;
        *self.vault.borrow_mut() = vault;
        drop(guard);
        result
    }

    /// Leaves a row out of all later checks.
    pub async fn ignore_row(&self, host: &dyn Host, id: &str) {
        self.ignored_rows
            .change(host, |ids| {
                ids.insert(id.to_owned());
            })
            .await;
    }

    /// Shows a row again that was ignored.
    pub async fn restore_row(&self, host: &dyn Host, id: &str) {
        self.ignored_rows
            .change(host, |ids| {
                ids.remove(id);
            })
            .await;
    }

    /// The ids of the ignored rows.
    pub async fn ignored_rows(&self, host: &dyn Host) -> BTreeSet<String> {
        self.ignored_rows.get(host).await
    }

    /// Lets ignored rows follow the notes that were renamed.
    pub async fn update_renamed_paths(
        &self,
        host: &dyn Host,
        renamed: &BTreeMap<NotePath, NotePath>,
    ) {
        let renamed_id = |id: &String| {
            renamed
                .iter()
                .fold(id.clone(), |id, (from, to)| renamed_row_id(&id, from.as_str(), to.as_str()))
        };
        let ids = self.ignored_rows.get(host).await;
        let new: BTreeSet<String> = ids.iter().map(renamed_id).collect();
        if new != ids {
            self.ignored_rows.change(host, |ids| *ids = new).await;
        }
    }

    /// Forgets all notes if the settings judge privacy differently now.
    fn drop_if_settings_changed(&self, settings: &Settings) {
        let current = (settings.private_folders.clone(), settings.private_tags.clone());
        if *self.privacy_settings.borrow() != current {
            *self.vault.borrow_mut() = VaultScan::default();
            *self.privacy_settings.borrow_mut() = current;
        }
    }

    async fn check_vault(
        &self,
        context: &HealthContext<'_>,
        request: &HealthRequest,
        vault: &mut VaultScan,
    ) -> Result<Health> {
        let listed = context.library.indexed_notes();
        read_changed_notes(context, vault, &listed).await?;
        let library = context.library;
        let pace = PeriodicYield::new(context.host);
        vault.update_links(library.unindexed_paths(), &|target, source| {
            library.find_link_target(target, source)
        });
        pace.yield_if_due().await?;
        vault.update_sketches();
        let mut guesses = std::mem::take(&mut vault.guesses);
        let mut clusters = std::mem::take(&mut vault.clusters);
        let view = VaultView::new(vault);
        let broken = broken_links(&view);
        update_guesses(&view, &broken, &mut guesses);
        pace.yield_if_due().await?;
        let limit = request.limit.unwrap_or(DEFAULT_MAX_ROWS);
        let mut collector =
            RowCollector::new(limit, self.ignored_rows.get(context.host).await, view.notes.len());
        let mut broken_rows = broken_link_rows(&view, &broken, &guesses);
        broken_rows.extend(heading_link_rows(&view));
        collector.add(HealthKind::BrokenLink, broken_rows);
        let mentions = |name: &str| library.mentioning_note_count(name);
        let mut missing_rows = missing_note_rows(&view, &broken, &guesses, &mentions);
        missing_rows.extend(mentioned_name_rows(&view));
        collector.add(HealthKind::MissingNote, missing_rows);
        pace.yield_if_due().await?;
        let similar = SameSubjectNotes::new(&view);
        collector.add(HealthKind::Orphan, orphan_rows(&view, &similar));
        pace.yield_if_due().await?;
        collector.health.clusters = note_clusters(&view, &similar, &mut clusters);
        pace.yield_if_due().await?;
        let pairs = similar_pairs(&view);
        collector.add(HealthKind::NearDuplicate, pairs.iter().map(pair_row).collect());
        collector.add(HealthKind::Stub, stub_rows(&view));
        collector.add(HealthKind::Stale, stale_rows(&view, context.host.now()));
        collector.add(HealthKind::OpenQuestion, open_question_rows(&view));
        collector.add(HealthKind::Tag, tag_rows(&view));
        collector.add(HealthKind::Alias, alias_rows(&view));
        drop(view);
        vault.guesses = guesses;
        vault.clusters = clusters;
        self.compare_pairs(context, &listed, &mut collector.health).await?;
        Ok(collector.health)
    }

    /// Says what differs in the pairs of similar notes.
    async fn compare_pairs(
        &self,
        context: &HealthContext<'_>,
        listed: &[(NotePath, i64)],
        health: &mut Health,
    ) -> Result<()> {
        let modified = |path: &NotePath| {
            let at = listed.binary_search_by(|(other, _)| other.cmp(path)).ok();
            at.and_then(|at| listed.get(at)).map_or(0, |(_, modified)| *modified)
        };
        let mut rows = std::mem::take(&mut health.near_duplicate);
        let before = rows.len();
        self.compared_pairs.add_differences(context.host, modified, &mut rows).await?;
        let dropped = before - rows.len();
        let total = health.totals.iter_mut().find(|it| it.kind == HealthKind::NearDuplicate);
        if let Some(total) = total {
            total.rows -= dropped;
        }
        health.near_duplicate = rows;
        Ok(())
    }
}

/// Brings the scan up to date with the indexed notes.
async fn read_changed_notes(
    context: &HealthContext<'_>,
    vault: &mut VaultScan,
    listed: &[(NotePath, i64)],
) -> Result<()> {
    vault.retain(listed);
    let changed = vault.notes_to_read(listed);
    let pace = PeriodicYield::new(context.host);
    for (at, batch) in changed.chunks(CONCURRENT_NOTE_READS).enumerate() {
        let done = at * CONCURRENT_NOTE_READS;
        context.host.report(&Progress::from_counts(Stage::Health, done, changed.len()));
        pace.yield_if_due().await?;
        let texts = join_all(batch.iter().map(|(path, _)| context.host.read(path))).await;
        for ((path, modified), text) in batch.iter().zip(texts) {
            match text {
                Ok(text) => {
                    let mut scan = NoteScan::new(path, &text);
                    scan.is_private = context.settings.is_private(path, &text);
                    vault.insert(path, *modified, scan);
                }
                // The next check tries again.
                Err(_) => vault.remove(path),
            }
        }
    }
    Ok(())
}

/// Collects rows up to the limit, without those that the user ignores.
struct RowCollector {
    limit: usize,
    ignored: BTreeSet<String>,
    health: Health,
}

impl RowCollector {
    fn new(limit: usize, ignored: BTreeSet<String>, notes: usize) -> Self {
        Self { limit, ignored, health: Health { notes, ..Health::default() } }
    }

    fn add(&mut self, kind: HealthKind, mut rows: Vec<HealthRow>) {
        // The same task may be in a note twice; one row stands for both.
        let mut seen = BTreeSet::new();
        let kept =
            rows.iter().map(|row| !self.ignored.contains(&row.id) && seen.insert(row.id.as_str()));
        let mut kept = kept.collect::<Vec<bool>>().into_iter();
        rows.retain(|_| kept.next().unwrap_or(true));
        self.health.totals.push(HealthTotal { kind, rows: rows.len() });
        rows.truncate(self.limit);
        self.health.set_rows(kind, rows);
    }
}
