//! Footnotes: `[^1]` in the text and what they say at its end.
//!
//! Pages write them in many ways. What all have in common is looked for: a short raised label
//! that points to a later place ([`reference`]), and what stands at that place ([`definition`]).
//! Pages without links count their notes instead ([`loose`]). A note is written only if the text
//! refers to it, and is looked for in the whole page, as it is often left out of the main text.

mod definition;
mod loose;
mod place;
mod reference;

use std::collections::{BTreeMap, BTreeSet};

use crate::page::dom::NodeId;
use crate::page::markdown::Draft;
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::source::Source;
use crate::page::markdown::style::Style;
use definition::Definition;
use place::Places;

/// The footnotes of a page.
#[derive(Default)]
pub(super) struct Notes {
    /// Nodes in whose stead the number of a note is written.
    references: BTreeMap<NodeId, usize>,
    definitions: Vec<Definition>,
    /// Nodes that are written as a note, or would be empty without the notes in them.
    moved: BTreeSet<NodeId>,
    /// Labels and links back to the text.
    dropped: BTreeSet<NodeId>,
}

impl Notes {
    pub fn find(draft: &Draft<'_>) -> Self {
        let places = Places::read(draft);
        let found = reference::find(draft, &places);
        let mut notes = Self::default();
        let mut numbers: BTreeMap<NodeId, usize> = BTreeMap::new();
        let starts: BTreeSet<NodeId> = found.iter().map(|reference| reference.place).collect();
        for reference in &found {
            let number = match numbers.get(&reference.place) {
                Some(number) => *number,
                None => {
                    let Some(definition) = Definition::at(draft, reference, &starts) else {
                        continue;
                    };
                    notes.definitions.push(definition);
                    numbers.insert(reference.place, notes.definitions.len());
                    notes.definitions.len()
                }
            };
            notes.references.insert(reference.node, number);
        }
        notes.moved = definition::moved(draft, &notes.definitions);
        let dropped = notes.definitions.iter().flat_map(|note| note.dropped(draft, &notes.moved));
        notes.dropped = dropped.collect();
        notes
    }

    /// Whether a node is written as a note and not where it stands.
    pub fn is_moved(&self, id: NodeId) -> bool {
        self.moved.contains(&id)
    }

    /// Whether a node only leads back to the text.
    pub fn is_dropped(&self, id: NodeId) -> bool {
        self.dropped.contains(&id)
    }

    /// The number that is written in the stead of a node.
    pub fn reference(&self, id: NodeId) -> Option<usize> {
        self.references.get(&id).copied()
    }
}

/// What the notes say.
pub(super) fn definitions(source: &Source<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (at, definition) in source.notes.definitions.iter().enumerate() {
        let mut composer = Composer::new(source);
        source.in_note(|| {
            for node in definition.nodes.iter().filter(|node| !source.is_hidden(**node)) {
                composer.moved_node(*node, &Style::default());
            }
        });
        let mut said = composer.finish();
        if let Some(Block::Paragraph(text)) = said.first_mut() {
            *text = definition.without_label(text).to_owned();
        }
        said.retain(|block| *block != Block::Paragraph(String::new()) && *block != Block::Rule);
        if said.is_empty() {
            said.push(Block::Paragraph(definition.label.clone()));
        }
        blocks.push(Block::Note { number: at + 1, blocks: said });
    }
    blocks
}
