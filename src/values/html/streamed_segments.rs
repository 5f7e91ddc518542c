//! Puts the parts of a page that React sends late where its script puts them. The server sends a
//! `template` as a placeholder, and later the part itself, called a segment, in a hidden `div`, with an
//! inline script that names both: `$RC("B:1","S:2")` or, for a part of a segment, `$RS("S:3","P:3")`. What the
//! page shows meanwhile (“Loading…”) stays.

use std::collections::{BTreeMap, BTreeSet};

use crate::values::html::dom::{Dom, NodeId};
use crate::values::html::tag::Tag;

/// How a segment's id begins.
const SEGMENT_PREFIX: &str = "S:";
/// Pages have a few dozen segments. The limit keeps hostile pages from taking long.
const MAX_SEGMENTS: usize = 500;

/// The segments of a page, the placeholders, and which belong together, by their ids.
#[derive(Default)]
struct StreamedSegments {
    segments: Vec<(String, NodeId)>,
    /// The number of segments that were looked at.
    examined: usize,
    placeholders: BTreeMap<String, NodeId>,
    placeholder_of_segment: BTreeMap<String, String>,
}

impl StreamedSegments {
    fn find(dom: &Dom) -> Self {
        let mut found = Self::default();
        for id in dom.walk(dom.root()) {
            match dom.tag(id) {
                Tag::Template => found.add_placeholder(dom, id),
                Tag::Div => found.add_segment(dom, id),
                Tag::Script => found.read_script(&dom.text_content(id)),
                _ => {}
            }
        }
        found
    }

    fn add_placeholder(&mut self, dom: &Dom, id: NodeId) {
        if let Some(name) = dom.attribute(id, "id") {
            self.placeholders.entry(name.to_owned()).or_insert(id);
        }
    }

    /// Segments inside others are ignored: React sends none.
    fn add_segment(&mut self, dom: &Dom, id: NodeId) {
        let name = dom.attribute(id, "id").filter(|name| name.starts_with(SEGMENT_PREFIX));
        let Some(name) = name.filter(|_| dom.attribute(id, "hidden").is_some()) else { return };
        let is_segment = |id: NodeId| self.segments.iter().any(|(_, known)| *known == id);
        self.examined += 1;
        if self.examined <= MAX_SEGMENTS && !dom.ancestors(id).any(is_segment) {
            self.segments.push((name.to_owned(), id));
        }
    }

    fn read_script(&mut self, script: &str) {
        for call in script.split("$R").skip(1) {
            let mut parts = call.split('"');
            let (function, first, between, second) =
                (parts.next(), parts.next(), parts.next(), parts.next());
            let (Some(first), Some(","), Some(second)) = (first, between, second) else { continue };
            let (segment, placeholder) = match function {
                Some("C(") => (second, first),
                Some("S(") => (first, second),
                _ => continue,
            };
            self.placeholder_of_segment
                .entry(segment.to_owned())
                .or_insert_with(|| placeholder.to_owned());
        }
    }
}

/// Moves all segments that have a placeholder. The caller computes the depths of the nodes afterwards.
pub(super) fn place_segments(dom: &mut Dom, max_depth: usize) {
    let found = StreamedSegments::find(dom);
    if found.segments.is_empty() {
        return;
    }
    dom.update_depths();
    // A segment is sent after the one with its placeholder. So a placeholder in a segment that has not been moved
    // is ignored, which also keeps hostile pages from building circles or ever deeper trees.
    let mut waiting: BTreeSet<NodeId> = found.segments.iter().map(|(_, id)| *id).collect();
    for (name, segment) in &found.segments {
        let placeholder =
            found.placeholder_of_segment.get(name).and_then(|it| found.placeholders.get(it));
        let Some(placeholder) = placeholder else { continue };
        let around: Vec<NodeId> = dom.ancestors(*placeholder).collect();
        let deepest = dom.walk(*segment).map(|id| dom.depth(id)).max().unwrap_or_default();
        let height = deepest.saturating_sub(dom.depth(*segment));
        if around.iter().any(|id| waiting.contains(id)) || around.len() + height > max_depth {
            continue;
        }
        let children: Vec<NodeId> = dom.children(*segment).collect();
        for child in children {
            dom.detach(child);
            dom.insert_before(*placeholder, child);
        }
        waiting.remove(segment);
    }
}

#[cfg(test)]
mod tests {
    use crate::values::html::dom::Dom;
    use crate::values::html::parse;

    /// The texts of a page outside scripts.
    fn texts(dom: &Dom) -> String {
        let is_read =
            |id: &_| dom.parent(*id).is_none_or(|parent| dom.tag_name(parent) != "script");
        let texts = dom.walk(dom.root()).filter(is_read).filter_map(|id| dom.text(id));
        texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    fn check(html: &str, expected: &str) {
        assert_eq!(texts(&parse::parse(html)), expected, "{html}");
    }

    #[test]
    fn a_segment_stands_at_its_placeholder() {
        check(
            "<main>one <template id=B:0></template> three</main> four\
             <div hidden id=S:0>two</div><script>$RC=function(){};$RC(\"B:0\",\"S:0\")</script>",
            "one two three four",
        );
        check(
            "<main>one <template id=B:1></template> four <template id=B:2></template></main> six\
             <div hidden id=S:2>two <template id=P:3></template></div><script>$RC(\"B:1\",\"S:2\")</script>\
             <div hidden id=S:3>three</div><script>$RS(\"S:3\",\"P:3\")</script>\
             <div hidden id=S:4>five</div><script>$RC(\"B:2\",\"S:4\")</script>",
            "one two three four five six",
        );
    }

    #[test]
    fn other_segments_stay() {
        let script = "<script>$RC(\"B:0\",\"S:0\");$RC(\"B:1\",\"S:1\")</script>";
        let check = |html: &str, expected: &str| check(&format!("{html}{script}"), expected);
        check("one <div hidden id=S:0>two</div> three", "one two three");
        check("one <template id=B:0></template> two <div id=S:0>three</div>", "one two three");
        check(
            "one <div hidden id=S:0>two <template id=B:0></template> three</div> four",
            "one two three four",
        );
        check(
            "<div hidden id=S:0>one <template id=B:1></template></div> two \
             <div hidden id=S:1>three <template id=B:0></template></div>",
            "one two three",
        );
        check(
            "<template id=B:0></template><template id=B:1></template>one \
             <div hidden id=S:0>two <div hidden id=S:1>three</div> four</div>",
            "two three four one",
        );
    }

    #[test]
    fn segments_do_not_make_a_tree_too_deep() {
        let (open, close) = ("<div>".repeat(150), "</div>".repeat(150));
        let html = format!(
            "{open}<template id=B:0></template>{close} one<div hidden id=S:0>{open}two{close}</div>\
             <script>$RC(\"B:0\",\"S:0\")</script>"
        );
        check(&html, "one two");
    }
}
