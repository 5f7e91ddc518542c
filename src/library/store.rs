//! The library as bytes: the index and, behind it, what each note links to. Both stand in one
//! file, so that they are always of the same moment.

use crate::graph::{Graph, Targets};
use crate::index::Index;
use crate::index::bytes::{read_number, read_text, take, write_number, write_text};
use crate::index::store;
use crate::note::NotePath;

/// Index and links as bytes.
pub fn encode(index: &Index, graph: &Graph) -> Vec<u8> {
    let stored = store::encode(index);
    let mut bytes = Vec::with_capacity(stored.len() + stored.len() / 8);
    write_number(&mut bytes, stored.len() as u64);
    bytes.extend_from_slice(&stored);
    for (path, targets) in graph.targets() {
        write_text(&mut bytes, path.as_str());
        write_text(&mut bytes, targets.as_text());
    }
    bytes
}

/// What was stored, or `None` when it cannot be trusted.
pub fn decode(bytes: &[u8]) -> Option<(Index, Graph)> {
    let mut rest = bytes;
    let length = usize::try_from(read_number(&mut rest)?).ok()?;
    let index = store::decode(take(&mut rest, length)?)?;
    let mut notes = Vec::with_capacity(index.notes());
    while !rest.is_empty() {
        let path = NotePath::parse(read_text(&mut rest)?).ok()?;
        notes.push((path, Targets::from_text(read_text(&mut rest)?)));
    }
    Some((index, notes.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    #[test]
    fn index_and_links_come_back_together() {
        let (mut index, mut graph) = (Index::default(), Graph::default());
        for (name, text) in [("a.md", "one [[b]] [[c]]"), ("b.md", "two")] {
            index.upsert(&path(name), text, 3);
            graph.upsert(&path(name), text);
        }
        let bytes = encode(&index, &graph);
        let (index, graph) = decode(&bytes).unwrap();
        assert_eq!((index.notes(), index.modified_at(&path("b.md"))), (2, Some(3)));
        assert_eq!(graph.unresolved(&path("a.md")), ["c"]);
        assert_eq!(graph.backlinks(&path("b.md")).len(), 1);
        for end in 0..bytes.len() {
            let cut = decode(bytes.get(..end).unwrap());
            assert!(cut.is_none_or(|(_, graph)| graph.targets().count() < 2), "cut at {end}");
        }
    }
}
