//! What stands in and around every element of a page, counted once for all blocks.

use std::collections::BTreeMap;

use crate::page::block::{Block, Count};
use crate::page::dom::{Dom, NodeId};
use crate::page::names::{Group, Names};
use crate::page::tag::Tag;

/// The counts of every element.
pub struct Surroundings {
    top: NodeId,
    counts: Vec<Count>,
    names: Vec<Names>,
    /// How many siblings of the same name and class an element has, itself included.
    alike: Vec<f32>,
    /// Where an element stands among its siblings, from 0 to 1.
    places: Vec<f32>,
    elements: BTreeMap<Tag, f32>,
    /// Whether an element stands in something that is named after comments.
    in_comments: Vec<bool>,
}

impl Surroundings {
    /// Counts a page.
    pub fn of(dom: &Dom, top: NodeId, blocks: &[Block]) -> Self {
        let order: Vec<NodeId> = dom.walk(top).filter(|id| dom.tag(*id) != Tag::None).collect();
        let mut around = Self {
            top,
            counts: vec![Count::default(); dom.len()],
            names: vec![Names::default(); dom.len()],
            alike: vec![0.0; dom.len()],
            places: vec![0.0; dom.len()],
            elements: BTreeMap::new(),
            in_comments: vec![false; dom.len()],
        };
        for block in blocks {
            if let Some(count) = around.counts.get_mut(block.parent.index()) {
                count.add(&block.count);
            }
        }
        for id in order.iter().rev() {
            around.pass_up(dom, *id);
        }
        for id in order {
            let names = Names::of(dom, id);
            if let Some(slot) = around.names.get_mut(id.index()) {
                *slot = names;
            }
            let above = dom.parent(id).is_some_and(|parent| around.is_in_comments(parent));
            if let Some(slot) = around.in_comments.get_mut(id.index()) {
                *slot = above || names.are_about(Group::Comment);
            }
            *around.elements.entry(dom.tag(id)).or_default() += 1.0;
            around.compare_children(dom, id);
        }
        around
    }

    fn pass_up(&mut self, dom: &Dom, id: NodeId) {
        if id == self.top {
            return;
        }
        let count = self.count(id);
        if let Some(around) = dom.parent(id).and_then(|id| self.counts.get_mut(id.index())) {
            around.add(&count);
        }
    }

    fn compare_children(&mut self, dom: &Dom, parent: NodeId) {
        let look = |id: NodeId| (dom.tag(id), dom.first_class(id));
        let mut looks: Vec<_> =
            dom.elements(parent).enumerate().map(|(place, id)| (look(id), place, id)).collect();
        let last = looks.len().saturating_sub(1).max(1) as f32;
        looks.sort_unstable();
        for same in looks.chunk_by(|one, other| one.0 == other.0) {
            for (_, place, id) in same {
                let slots = self.alike.get_mut(id.index()).zip(self.places.get_mut(id.index()));
                if let Some((alike, at)) = slots {
                    (*alike, *at) = (same.len() as f32, *place as f32 / last);
                }
            }
        }
    }

    /// What stands in an element.
    pub fn count(&self, id: NodeId) -> Count {
        self.counts.get(id.index()).copied().unwrap_or_default()
    }

    /// What stands on the page.
    pub fn total(&self) -> Count {
        self.count(self.top)
    }

    /// What its names are about.
    pub fn names(&self, id: NodeId) -> Names {
        self.names.get(id.index()).copied().unwrap_or_default()
    }

    /// Whether it stands in something that is named after comments.
    pub fn is_in_comments(&self, id: NodeId) -> bool {
        self.in_comments.get(id.index()) == Some(&true)
    }

    /// How many of its kind stand side by side.
    pub fn alike(&self, id: NodeId) -> f32 {
        self.alike.get(id.index()).copied().unwrap_or_default()
    }

    /// Where it stands among its siblings, from 0 to 1.
    pub fn place_among(&self, id: NodeId) -> f32 {
        self.places.get(id.index()).copied().unwrap_or_default()
    }

    /// How many elements of a name there are.
    pub fn elements(&self, tag: Tag) -> f32 {
        self.elements.get(&tag).copied().unwrap_or_default()
    }
}
