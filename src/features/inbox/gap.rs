//! Gaps of the vault that are worth researching: questions without an answer, notes that are missing,
//! old, short or not linked.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::answers::built_in::{Topic, question_or_claim};
use crate::answers::run::{AgendaTopic, topic_from_title, topic_from_user};
use crate::features::health::{Health, HealthKind, HealthRow};
use crate::notes::note::NotePath;
use crate::values::text::{fold_case, single_line};

/// Maximum number of characters of a topic.
const MAX_TOPIC_CHARACTERS: usize = 200;

/// The kinds of gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum GapKind {
    /// A question that no note answers.
    OpenQuestion,
    /// A note that does not exist, although several notes link to it.
    MissingNote,
    /// An old note that recent notes link to.
    Stale,
    /// A note with little text.
    Stub,
    /// A note without links.
    Orphan,
    /// A topic that the user chose.
    Chosen,
}

impl GapKind {
    /// The kinds that are found in the vault, in the order in which they take turns.
    const FOUND: [Self; 5] =
        [Self::OpenQuestion, Self::MissingNote, Self::Stale, Self::Stub, Self::Orphan];

    fn rows(self, health: &Health) -> &[HealthRow] {
        match self {
            Self::OpenQuestion => health.rows(HealthKind::OpenQuestion),
            Self::MissingNote => health.rows(HealthKind::MissingNote),
            Self::Stale => health.rows(HealthKind::Stale),
            Self::Stub => health.rows(HealthKind::Stub),
            Self::Orphan => health.rows(HealthKind::Orphan),
            Self::Chosen => &[],
        }
    }
}

/// A gap of the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Gap {
    /// The kind of the gap.
    pub kind: GapKind,
    /// The note that has the gap.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub note: NotePath,
    /// What is researched.
    pub topic: String,
    /// Why, in words for the user.
    pub motivation: String,
}

impl Gap {
    /// A topic of a note that the user wants to have researched.
    pub fn chosen(note: NotePath, topic: &str) -> Self {
        let motivation = "You chose this.".to_owned();
        Self { kind: GapKind::Chosen, note, topic: short_topic(topic), motivation }
    }

    /// Whether the user chose the topic.
    pub fn is_chosen(&self) -> bool {
        self.kind == GapKind::Chosen
    }

    /// Whether the note itself has the gap: a missing note is mentioned by several notes.
    fn is_of_its_note(&self) -> bool {
        self.kind != GapKind::MissingNote
    }

    fn from_row(kind: GapKind, row: &HealthRow) -> Option<Self> {
        let topic = match kind {
            GapKind::OpenQuestion => {
                row.target.as_deref().filter(|text| question_or_claim::is_question(text))?
            }
            GapKind::MissingNote => row.target.as_deref()?,
            _ => row.path.title(),
        };
        let topic = short_topic(topic);
        let motivation = match kind {
            GapKind::OpenQuestion => "An open question.".to_owned(),
            _ => row.why.clone(),
        };
        let is_usable = !row.is_private && is_subject(&topic);
        is_usable.then(|| Self { kind, note: row.path.clone(), topic, motivation })
    }

    /// The topic as research needs it.
    pub fn agenda_topic(&self) -> AgendaTopic {
        let topic: Topic = match self.is_chosen() {
            true => topic_from_user(&self.topic, &self.motivation),
            false => topic_from_title(&self.topic, &self.motivation),
        };
        AgendaTopic { is_not_from_note: true, ..AgendaTopic::new(topic) }
    }

    /// How what is found relates to the vault. `note_link` is a link to the note of the gap.
    pub fn relation(&self, note_link: &str) -> String {
        match self.kind {
            GapKind::OpenQuestion => format!("About the question “{}” in {note_link}.", self.topic),
            GapKind::MissingNote => {
                format!("About “{}”, which has no note yet. {note_link} mentions it.", self.topic)
            }
            GapKind::Stale => format!("May bring {note_link} up to date."),
            GapKind::Stub => format!("Could fill {note_link}."),
            GapKind::Orphan => format!("About the subject of {note_link}."),
            GapKind::Chosen => format!("You chose this topic in {note_link}."),
        }
    }
}

/// Chooses gaps that the kinds take turns with, so that one kind does not fill the agenda. No two gaps
/// are of the same note, and topics that the user never wants to see again are left out.
pub fn choose_gaps(health: &Health, suppressed: &BTreeSet<String>, max_gaps: usize) -> Vec<Gap> {
    let mut candidates: Vec<_> = GapKind::FOUND
        .iter()
        .map(|kind| {
            kind.rows(health).iter().filter_map(move |row| Gap::from_row(*kind, row)).fuse()
        })
        .collect();
    let (mut gaps, mut notes, mut topics) = (Vec::new(), BTreeSet::new(), suppressed.clone());
    loop {
        let before = gaps.len();
        for kind in &mut candidates {
            let is_known = |gap: &Gap| {
                topics.contains(&suppression_key(&gap.topic))
                    || gap.is_of_its_note() && notes.contains(&gap.note)
            };
            let Some(gap) = kind.find(|gap| !is_known(gap)) else { continue };
            if gap.is_of_its_note() {
                notes.insert(gap.note.clone());
            }
            topics.insert(suppression_key(&gap.topic));
            gaps.push(gap);
            if gaps.len() >= max_gaps {
                return gaps;
            }
        }
        if gaps.len() == before {
            return gaps;
        }
    }
}

/// The form in which topics are compared.
pub fn suppression_key(topic: &str) -> String {
    fold_case(&single_line(topic))
}

fn short_topic(topic: &str) -> String {
    single_line(topic).chars().take(MAX_TOPIC_CHARACTERS).collect()
}

/// Whether a title can be looked up: dates, numbers and “Untitled” say nothing.
fn is_subject(topic: &str) -> bool {
    let letters = topic.chars().filter(|c| c.is_alphabetic()).count();
    let digits = topic.chars().filter(|c| c.is_numeric()).count();
    letters >= 2 && letters > digits && !fold_case(topic).starts_with("untitled")
}
