//! Puts the parts of a page that React sends late where its script would put them: a server sends a
//! `template` with the id `B:1` or `P:1` in their place, and the part itself in a hidden `div` with the
//! id `S:1` at the end of the page.

use std::collections::{BTreeMap, BTreeSet};

use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;

const SEGMENT_PREFIX: &str = "S:";
const PLACEHOLDER_PREFIXES: [&str; 2] = ["B:", "P:"];

/// The segments of a page and their places, in document order.
#[derive(Default)]
struct StreamedSegments {
    /// The number of each segment, with its hidden element.
    segments: Vec<(String, NodeId)>,
    placeholders: BTreeMap<String, NodeId>,
}

impl StreamedSegments {
    fn find(dom: &Dom) -> Self {
        let mut found = Self::default();
        for id in dom.walk(dom.root()) {
            let tag = dom.tag(id);
            if tag != Tag::Template && tag != Tag::Div {
                continue;
            }
            let Some(name) = dom.attribute(id, "id") else { continue };
            if tag == Tag::Template {
                let number = PLACEHOLDER_PREFIXES.iter().find_map(|it| name.strip_prefix(it));
                if let Some(number) = number {
                    found.placeholders.entry(number.to_owned()).or_insert(id);
                }
            } else if let Some(number) = name.strip_prefix(SEGMENT_PREFIX)
                && dom.attribute(id, "hidden").is_some()
            {
                found.segments.push((number.to_owned(), id));
            }
        }
        found
    }
}

/// Moves all segments that have a place. Needs correct depths, and leaves those of moved nodes to be computed again.
pub(super) fn place_segments(dom: &mut Dom, max_depth: usize) {
    let StreamedSegments { segments, placeholders } = StreamedSegments::find(dom);
    // A segment is sent after the one that has its place. So a place in a segment that has not been moved is no
    // place, which also keeps hostile pages from building circles or ever deeper trees.
    let mut waiting: BTreeSet<NodeId> = segments.iter().map(|(_, id)| *id).collect();
    for (number, segment) in segments {
        let Some(placeholder) = placeholders.get(&number) else { continue };
        let around: Vec<NodeId> = dom.ancestors(*placeholder).collect();
        let is_nested = dom.ancestors(segment).any(|id| waiting.contains(&id));
        if is_nested || around.iter().any(|id| waiting.contains(id)) {
            continue;
        }
        let deepest = dom.walk(segment).map(|id| dom.depth(id)).max().unwrap_or_default();
        if around.len() + deepest.saturating_sub(dom.depth(segment)) > max_depth {
            continue;
        }
        let children: Vec<NodeId> = dom.children(segment).collect();
        for child in children {
            dom.detach(child);
            dom.insert_before(*placeholder, child);
        }
        waiting.remove(&segment);
    }
}

#[cfg(test)]
mod tests {
    use crate::page::html::parse;

    fn check(html: &str, expected: &str) {
        let dom = parse::parse(html);
        let text = dom.text_content(dom.root());
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{html}");
    }

    #[test]
    fn a_segment_stands_at_its_place() {
        check(
            "<main>one <template id=B:0></template> three</main> <p>four<div hidden id=S:0>two</div>",
            "one two three four",
        );
        check(
            "<main>one <template id=B:a></template></main> end \
             <div hidden id=S:a>two <template id=P:b></template> four</div>\
             <div hidden id=S:b>three</div>",
            "one two three four end",
        );
    }

    #[test]
    fn other_segments_stay() {
        check("<p>one</p> two <div hidden id=S:0>three</div>", "one two three");
        check(
            "<p>one <template id=B:0></template></p> two <div id=S:0>three</div>",
            "one two three",
        );
        check(
            "one <div hidden id=S:0>two <template id=B:0></template></div> three",
            "one two three",
        );
        check(
            "<div hidden id=S:0>one <template id=B:1></template></div>\
             <div hidden id=S:1>two <template id=B:0></template></div>",
            "one two",
        );
    }

    #[test]
    fn segments_do_not_make_a_tree_too_deep() {
        let deep = |inside: &str| format!("{}{inside}", "<div>".repeat(150));
        let html = format!(
            "{}<template id=B:0></template>{} one<div hidden id=S:0>{}",
            "<div>".repeat(150),
            "</div>".repeat(150),
            deep("two")
        );
        check(&html, "onetwo");
    }
}
