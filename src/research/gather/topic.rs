//! A topic that the web is searched for.

use crate::research::agenda::AgendaTopic;

/// A topic that the web is searched for.
#[derive(Clone, Copy)]
pub struct WebTopic<'a> {
    /// Its position on the agenda.
    pub number: usize,
    pub item: &'a AgendaTopic,
}
