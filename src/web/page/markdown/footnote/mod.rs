//! Finds the footnotes of a page: references in the text and the definitions they point to.
//!
//! Sites mark up footnotes in many ways. All have a short raised label that points to a later
//! element (`reference`), and the text of that element ([`definition`]). Pages without links number
//! their footnotes ([`numbered_definitions`], [`text_reference`]). A footnote is written only if the
//! text refers to it. The whole page is searched for definitions, because they are often outside the main text.

mod definition;
mod footnote_heading;
mod numbered_definitions;
mod page_anchors;
mod reference;
mod text_reference;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::values::StableSort;
use crate::values::html::NodeId;
use crate::web::page::markdown::footnote::definition::FootnoteDefinition;
use crate::web::page::markdown::footnote::page_anchors::PageAnchors;
use crate::web::page::markdown::footnote::reference::FootnoteReference;
use crate::web::page::markdown::input::MarkdownInput;

/// The footnotes of a page, and which nodes are moved or left out because they belong to footnotes.
#[derive(Default)]
pub(super) struct Footnotes {
    /// For each node that is replaced by a footnote reference, the number of the footnote.
    references: BTreeMap<NodeId, usize>,
    /// For each text node with references inside or brackets around a reference, the bytes that are
    /// not written, each with the number of the footnote that replaces them.
    cuts: BTreeMap<NodeId, Vec<TextCut>>,
    definitions: Vec<FootnoteDefinition>,
    /// Nodes that are not written at their own position: the texts of footnotes, elements that
    /// contain nothing else, and headings above footnotes.
    moved: BTreeSet<NodeId>,
    /// Nodes inside footnotes that are not written: the label, such as `1.`, and the link back to
    /// the text.
    dropped: BTreeSet<NodeId>,
}

/// Bytes of a text node that are not written, and the footnote whose reference replaces them.
pub(super) struct TextCut {
    pub range: Range<usize>,
    pub footnote_number: Option<usize>,
}

impl Footnotes {
    /// Finds all footnotes that the text refers to.
    pub(super) fn find(input: &MarkdownInput<'_>) -> Self {
        let targets = PageAnchors::read(input);
        let found = reference::find_references(input, &targets);
        let mut footnotes = Self::default();
        let mut numbers: BTreeMap<NodeId, usize> = BTreeMap::new();
        let starts: BTreeSet<NodeId> = found.iter().map(|reference| reference.target).collect();
        for reference in &found {
            let number = match numbers.get(&reference.target) {
                Some(number) => *number,
                None => {
                    let Some(definition) = FootnoteDefinition::find(input, reference, &starts)
                    else {
                        continue;
                    };
                    footnotes.definitions.push(definition);
                    numbers.insert(reference.target, footnotes.definitions.len());
                    footnotes.definitions.len()
                }
            };
            footnotes.record_reference(input, reference, number);
        }
        footnotes.moved = definition::all_footnote_nodes(input, &footnotes.definitions);
        let dropped = footnotes
            .definitions
            .iter()
            .flat_map(|definition| definition.label_and_backlink_nodes(input, &footnotes.moved));
        footnotes.dropped = dropped.collect();
        footnotes
    }

    fn record_reference(
        &mut self,
        input: &MarkdownInput<'_>,
        reference: &FootnoteReference,
        number: usize,
    ) {
        let node = reference.replaced_node;
        if let Some(range) = reference.text_range.clone() {
            let cut = TextCut { range, footnote_number: Some(number) };
            return self.cuts.entry(node).or_default().push(cut);
        }
        self.references.insert(node, number);
        for (text, range) in reference::brackets_around(input.dom, node).into_iter().flatten() {
            let cuts = self.cuts.entry(text).or_default();
            cuts.push(TextCut { range, footnote_number: None });
            cuts.stable_sort_by_key(|cut| cut.range.start);
        }
    }

    /// Returns the bytes of a text node that are not written as text, in their order.
    pub(super) fn text_cuts(&self, id: NodeId) -> &[TextCut] {
        self.cuts.get(&id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a node is not written at its own position, because it is the text of a footnote,
    /// contains only footnotes, or is the heading above them.
    pub(super) fn is_part_of_footnotes(&self, id: NodeId) -> bool {
        self.moved.contains(&id)
    }

    /// Whether a node is the label of a footnote, such as `1.`, or its link back to the text.
    pub(super) fn is_label_or_backlink(&self, id: NodeId) -> bool {
        self.dropped.contains(&id)
    }

    /// Returns the number of the footnote, if the node is a reference to one.
    pub(super) fn referenced_footnote_number(&self, id: NodeId) -> Option<usize> {
        self.references.get(&id).copied()
    }

    /// Returns the definitions of all footnotes, in the order of their numbers.
    pub(super) fn definitions(&self) -> &[FootnoteDefinition] {
        &self.definitions
    }
}
