//! Word counts, class name hints and sibling positions of every element of a page. They are
//! computed once, because many blocks share the same ancestors.

use std::collections::BTreeMap;

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::main_text::purpose_hints::{PurposeHint, PurposeHintSet};
use crate::web::page::main_text::text_block::{TextBlock, TextStats};

/// For every element of a page: the word and link counts of its text, the hints in its class names,
/// and its position among its siblings.
pub struct ElementStats {
    top: NodeId,
    text_stats: Vec<TextStats>,
    purpose_hints: Vec<PurposeHintSet>,
    /// For each element, the number of siblings with the same tag and class, including itself.
    similar_siblings: Vec<f32>,
    /// For each element, its position among its siblings: 0 for the first, 1 for the last.
    sibling_positions: Vec<f32>,
    /// For each tag, the number of elements of the page that have it.
    tag_counts: BTreeMap<Tag, f32>,
    /// For each element, whether the class, id or role of the element or of an ancestor has a word
    /// such as `comments`, which means that the element is in the comments by visitors.
    in_comments: Vec<bool>,
}

impl ElementStats {
    /// Computes the statistics of all elements inside `top`; `blocks` are the text blocks of the
    /// page.
    pub fn new(dom: &Dom, top: NodeId, blocks: &[TextBlock]) -> Self {
        let order: Vec<NodeId> = dom.walk(top).filter(|id| dom.tag(*id) != Tag::None).collect();
        let mut stats = Self {
            top,
            text_stats: vec![TextStats::default(); dom.len()],
            purpose_hints: vec![PurposeHintSet::default(); dom.len()],
            similar_siblings: vec![0.0; dom.len()],
            sibling_positions: vec![0.0; dom.len()],
            tag_counts: BTreeMap::new(),
            in_comments: vec![false; dom.len()],
        };
        for block in blocks {
            if let Some(parent) = stats.text_stats.get_mut(block.parent.index()) {
                parent.add(&block.stats);
            }
        }
        for id in order.iter().rev() {
            stats.add_stats_to_parent(dom, *id);
        }
        for id in order {
            let names = PurposeHintSet::from_element(dom, id);
            if let Some(slot) = stats.purpose_hints.get_mut(id.index()) {
                *slot = names;
            }
            let parent_is =
                dom.parent(id).is_some_and(|parent| stats.is_in_visitor_comments(parent));
            if let Some(slot) = stats.in_comments.get_mut(id.index()) {
                *slot = parent_is || names.contains(PurposeHint::Comment);
            }
            *stats.tag_counts.entry(dom.tag(id)).or_default() += 1.0;
            stats.record_sibling_stats(dom, id);
        }
        stats
    }

    /// Adds the word, link and punctuation counts of an element to those of its parent.
    fn add_stats_to_parent(&mut self, dom: &Dom, id: NodeId) {
        if id == self.top {
            return;
        }
        let stats = self.text_stats(id);
        if let Some(parent) = dom.parent(id).and_then(|id| self.text_stats.get_mut(id.index())) {
            parent.add(&stats);
        }
    }

    /// Stores for each child of `parent` its position among the children, and how many children
    /// have the same tag and first class.
    fn record_sibling_stats(&mut self, dom: &Dom, parent: NodeId) {
        let kind = |id: NodeId| (dom.tag(id), dom.first_class(id));
        let children = dom.child_elements(parent).enumerate();
        let mut children: Vec<_> = children.map(|(index, id)| (kind(id), index, id)).collect();
        let last = children.len().saturating_sub(1).max(1) as f32;
        children.sort_unstable();
        for similar in children.chunk_by(|one, other| one.0 == other.0) {
            for (_, index, id) in similar {
                if let Some(slot) = self.similar_siblings.get_mut(id.index()) {
                    *slot = similar.len() as f32;
                }
                if let Some(slot) = self.sibling_positions.get_mut(id.index()) {
                    *slot = *index as f32 / last;
                }
            }
        }
    }

    /// Returns the word, link and punctuation counts of all text in an element.
    pub fn text_stats(&self, id: NodeId) -> TextStats {
        self.text_stats.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the word, link and punctuation counts of the whole page.
    pub fn page_text_stats(&self) -> TextStats {
        self.text_stats(self.top)
    }

    /// Returns the hints about the purpose of an element that its class, id and role contain.
    pub fn purpose_hints(&self, id: NodeId) -> PurposeHintSet {
        self.purpose_hints.get(id.index()).copied().unwrap_or_default()
    }

    /// Whether an element is in the comments by visitors: the class, id or role of the element or
    /// of an ancestor has a word such as `comments`.
    pub fn is_in_visitor_comments(&self, id: NodeId) -> bool {
        self.in_comments.get(id.index()) == Some(&true)
    }

    /// Returns the number of siblings with the same tag and class, including the element itself.
    pub fn similar_sibling_count(&self, id: NodeId) -> f32 {
        self.similar_siblings.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the position of an element among its siblings: 0 for the first, 1 for the last.
    pub fn relative_sibling_position(&self, id: NodeId) -> f32 {
        self.sibling_positions.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns how many elements of the page have this tag.
    pub fn tag_count(&self, tag: Tag) -> f32 {
        self.tag_counts.get(&tag).copied().unwrap_or_default()
    }
}
