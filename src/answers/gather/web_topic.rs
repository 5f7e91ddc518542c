//! A topic for which the web is searched.

use crate::answers::run::AgendaTopic;

/// A topic for which the web is searched, with its position on the agenda.
#[derive(Clone, Copy)]
pub struct WebTopic<'a> {
    /// The index of the topic among the topics of the run, from 0.
    pub topic_index: usize,
    /// The topic itself, with its planned searches.
    pub agenda_topic: &'a AgendaTopic,
}
