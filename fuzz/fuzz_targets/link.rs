//! Links of any text are read, and what a link writes is read as the same link again.
#![no_main]

use ibid::graph::LinkGraph;
use ibid::note::NotePath;
use ibid::note::link::{LinkStyle, links};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for link in links(text) {
        let written = link.render();
        // Words shown in a link's stead may hold markup of their own, which is the parser's to read.
        let marked = ['\\', '\n', '\r', '`', '<', '[', ']'];
        let plain = link.alias.as_ref().is_none_or(|words| !words.contains(marked));
        if link.style == LinkStyle::Wiki && plain && !written.contains(['\\', '\n', '\r', '`', '<'])
        {
            let again = links(&written);
            assert!(again.is_empty() || again == [link], "{written:?}");
        }
    }
    let mut graph = LinkGraph::default();
    let path = NotePath::parse("a.md").expect("a path");
    graph.upsert(&path, text);
    let _ = (graph.outlinks(&path).len(), graph.unresolved(&path).len(), graph.clusters().len());
    graph.remove(&path);
    assert_eq!(graph.mention_count("a"), 0);
});
