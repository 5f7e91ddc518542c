//! The links of any text can be parsed, and a rendered link is parsed as the same link.
#![no_main]

use ibid::notes::graph::LinkGraph;
use ibid::notes::note::{LinkStyle, NotePath, parse_links};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for link in parse_links(text) {
        let written = link.to_markdown();
        // The display text may contain markup, which the parser reads differently.
        let marked = ['\\', '\n', '\r', '`', '<', '[', ']'];
        let plain = link.display_text.as_ref().is_none_or(|text| !text.contains(marked));
        if link.style == LinkStyle::Wiki && plain && !written.contains(['\\', '\n', '\r', '`', '<'])
        {
            let again = parse_links(&written);
            assert!(again.is_empty() || again == [link], "{written:?}");
        }
    }
    let mut graph = LinkGraph::default();
    let path = NotePath::parse("a.md").expect("a path");
    graph.upsert(&path, text);
    let _ = (graph.outlinks(&path).len(), graph.unresolved_targets(&path).len());
    graph.remove(&path);
    assert_eq!(graph.linking_note_count("a"), 0);
});
