//! What the user changed in the agenda of a note: remembered, so that the next agenda of the note
//! has the same changes.

use serde::{Deserialize, Serialize};

use crate::answers::run::agenda::{Agenda, AgendaTopic};
use crate::answers::run::agenda_update::{new_topic_from_user, replace_if_renamed};

/// The changes of the user to the agenda of a note. Topics are named as they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgendaEdits {
    /// Topics that the user unticked.
    unticked: Vec<String>,
    /// Topics that the user renamed, with their new names.
    renamed: Vec<(String, String)>,
    /// Topics that the user added.
    added: Vec<String>,
}

impl AgendaEdits {
    /// Returns what the user changed in an agenda.
    pub fn from_agenda(agenda: &Agenda) -> Self {
        let mut edits = Self::default();
        for item in &agenda.topics {
            let (found, name) = (item.found_name.clone(), item.topic.title().to_owned());
            if found.is_empty() {
                edits.added.push(name);
                continue;
            }
            if name != found {
                edits.renamed.push((found.clone(), name));
            }
            if !item.is_ticked {
                edits.unticked.push(found);
            }
        }
        edits
    }

    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Makes the same changes to the topics of a new agenda.
    pub fn apply(&self, topics: &mut Vec<AgendaTopic>) {
        for item in topics.iter_mut() {
            item.is_ticked = !self.unticked.iter().any(|name| is_same(name, &item.found_name));
            let renamed = self.renamed.iter().find(|(found, _)| is_same(found, &item.found_name));
            if let Some((_, name)) = renamed {
                item.name.clone_from(name);
                *item = replace_if_renamed(item.clone());
            }
        }
        for name in &self.added {
            if !topics.iter().any(|item| is_same(item.topic.title(), name)) {
                topics.push(new_topic_from_user(name));
            }
        }
        // If all topics are unticked now, ticks all of them, because a run needs at least one.
        if topics.iter().all(|topic| !topic.is_ticked) {
            topics.iter_mut().for_each(|topic| topic.is_ticked = true);
        }
    }
}

fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::built_in::{Topic, TopicKind};

    fn found(names: &[&str]) -> Vec<AgendaTopic> {
        let topic = |name: &&str| Topic {
            label: (*name).to_owned(),
            context_sentence: format!("The note says something about {name}."),
            kind: TopicKind::Concept,
            selection_reason: "Key term in this note".into(),
            preceding_text: Default::default(),
        };
        let item = |name: &&str| AgendaTopic {
            found_name: (*name).to_owned(),
            ..AgendaTopic::new(topic(name))
        };
        names.iter().map(item).collect()
    }

    fn shown(topics: &[AgendaTopic]) -> String {
        let shown = |item: &AgendaTopic| {
            let sign = if item.is_ticked { "+" } else { "-" };
            format!("{sign}{} ({})", item.name, item.topic.selection_reason)
        };
        topics.iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_same_changes_are_made_again() {
        let edits = AgendaEdits {
            unticked: vec!["Steam".into()],
            renamed: vec![("rails".into(), "Gauge of the rails".into())],
            added: vec!["Who built the line?".into(), "Signals".into()],
        };
        let mut topics = found(&["Steam", "Rails", "signals"]);
        edits.apply(&mut topics);
        assert_eq!(
            shown(&topics),
            "-Steam (Key term in this note), +Gauge of the rails (Edited by you), \
             +signals (Key term in this note), +Who built the line? (Added by you)"
        );
        assert_eq!(topics[1].found_name, "Rails");
    }

    #[test]
    fn an_agenda_is_never_empty() {
        let edits = AgendaEdits { unticked: vec!["Steam".into()], ..AgendaEdits::default() };
        let mut topics = found(&["Steam"]);
        edits.apply(&mut topics);
        assert!(topics[0].is_ticked);
    }
}
