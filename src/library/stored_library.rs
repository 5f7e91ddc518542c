//! The stored form of the library: the index, then the aliases of notes, then the link targets of
//! each note. All three are stored as one value, so that they always match.

use std::collections::BTreeMap;

use crate::notes::graph::{LinkGraph, LinkTargets};
use crate::notes::index::{VaultIndex, index_encoding};
use crate::notes::note::NotePath;
use crate::values::{read_text, read_varint, take_bytes, write_text, write_varint};

/// The aliases of each note that has any.
pub type AliasesByNote = BTreeMap<NotePath, Vec<String>>;

/// Encodes the index, the aliases and the link targets of the library for storage.
pub fn encode(index: &VaultIndex, graph: &LinkGraph, aliases: &AliasesByNote) -> Vec<u8> {
    let stored = index_encoding::encode(index);
    let mut bytes = Vec::with_capacity(stored.len() + stored.len() / 8);
    write_varint(&mut bytes, stored.len() as u64);
    bytes.extend_from_slice(&stored);
    write_varint(&mut bytes, aliases.len() as u64);
    for (path, names) in aliases {
        write_text(&mut bytes, path.as_str());
        write_varint(&mut bytes, names.len() as u64);
        names.iter().for_each(|name| write_text(&mut bytes, name));
    }
    for (path, targets) in graph.notes_with_targets() {
        write_text(&mut bytes, path.as_str());
        write_text(&mut bytes, targets.as_text());
    }
    bytes
}

/// Decodes a stored library; `None` if the bytes are damaged.
pub fn decode(bytes: &[u8]) -> Option<(VaultIndex, LinkGraph, AliasesByNote)> {
    let mut rest = bytes;
    let length = usize::try_from(read_varint(&mut rest)?).ok()?;
    let index = index_encoding::decode(take_bytes(&mut rest, length)?)?;
    let aliases = read_aliases(&mut rest)?;
    let mut notes = Vec::with_capacity(index.note_count());
    while !rest.is_empty() {
        let path = NotePath::parse(read_text(&mut rest)?).ok()?;
        notes.push((path, LinkTargets::from_text(read_text(&mut rest)?)));
    }
    Some((index, notes.into_iter().collect(), aliases))
}

fn read_aliases(rest: &mut &[u8]) -> Option<AliasesByNote> {
    let mut aliases = AliasesByNote::new();
    for _ in 0..read_varint(rest)? {
        let path = NotePath::parse(read_text(rest)?).ok()?;
        let names: Option<Vec<String>> =
            (0..read_varint(rest)?).map(|_| read_text(rest).map(str::to_owned)).collect();
        aliases.insert(path, names?);
    }
    Some(aliases)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    #[test]
    fn decoding_returns_the_encoded_index_links_and_aliases() {
        let (mut index, mut graph) = (VaultIndex::default(), LinkGraph::default());
        for (name, text) in [("a.md", "one [[b]] [[c]]"), ("b.md", "two")] {
            index.upsert(&path(name), text, 3);
            graph.upsert(&path(name), text);
        }
        let aliases =
            AliasesByNote::from([(path("b.md"), vec!["Two".to_owned(), "Zwei".to_owned()])]);
        let bytes = encode(&index, &graph, &aliases);
        let (index, graph, stored) = decode(&bytes).unwrap();
        assert_eq!(stored, aliases);
        assert_eq!((index.note_count(), index.modified_millis(&path("b.md"))), (2, Some(3)));
        assert_eq!(graph.unresolved_targets(&path("a.md")), ["c"]);
        assert_eq!(graph.backlinks(&path("b.md")).len(), 1);
        for end in 0..bytes.len() {
            let cut = decode(bytes.get(..end).unwrap());
            assert!(
                cut.is_none_or(|(_, graph, _)| graph.notes_with_targets().count() < 2),
                "cut at {end}"
            );
        }
    }
}
