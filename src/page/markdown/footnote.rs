//! Footnotes.
use super::super::dom::NodeId;
use super::Draft;
use super::block::Block;
use super::compose::Source;

#[derive(Default)]
pub(super) struct Notes {}
impl Notes {
    pub fn find(_draft: &Draft<'_>) -> Self {
        Self::default()
    }
    pub fn is_definition(&self, _id: NodeId) -> bool {
        false
    }
    pub fn reference(&self, _id: NodeId) -> Option<usize> {
        None
    }
}
pub(super) fn definitions(_source: &Source<'_>) -> Vec<Block> {
    Vec::new()
}
