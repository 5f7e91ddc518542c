//! The settings of the research inbox, and of research of the vault's gaps.

use serde::{Deserialize, Serialize};

/// Maximum number of findings that one run may add to the inbox.
pub(crate) const MAX_FINDINGS_PER_RUN: usize = 20;

/// Where the findings wait for the user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InboxPlace {
    /// In a note of the vault, which syncs with it.
    #[default]
    Vault,
    /// In the storage of this device.
    Device,
}

/// The day of the week on which gaps are researched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum GapSchedule {
    /// Only when the user says so.
    #[default]
    Off,
    /// Every Monday.
    Monday,
    /// Every Tuesday.
    Tuesday,
    /// Every Wednesday.
    Wednesday,
    /// Every Thursday.
    Thursday,
    /// Every Friday.
    Friday,
    /// Every Saturday.
    Saturday,
    /// Every Sunday.
    Sunday,
}

/// What happens on the day of the schedule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ScheduledApproval {
    /// An agenda is made, and waits for the user.
    #[default]
    Ask,
    /// The agenda runs without being shown, if there is a budget and the user allowed the services
    /// before.
    Run,
}
