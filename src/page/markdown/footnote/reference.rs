//! References to footnotes: short labels in the text that point to a later place of the page.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::Draft;
use crate::page::markdown::footnote::place::Places;
use crate::page::markdown::visible::squeeze;
use crate::page::tag::Tag;

/// A reference in the text.
pub(super) struct Reference {
    /// The node in whose stead the number is written.
    pub node: NodeId,
    /// What it says, without brackets.
    pub label: String,
    /// Where it points.
    pub place: NodeId,
    /// Where the same note stands once more.
    pub twin: Option<NodeId>,
}

/// The references in the kept text, in the order in which they stand.
pub(super) fn find(draft: &Draft<'_>, places: &Places<'_>) -> Vec<Reference> {
    let dom = draft.dom;
    let mut found = Vec::new();
    let mut walk = dom.walk(draft.top);
    while let Some(id) = walk.next() {
        if draft.marks.is_out(id) || dom.tag(id).is_silent() {
            walk.skip_inside(id);
            continue;
        }
        let reference = match dom.tag(id) {
            Tag::A => linked(draft, places, id),
            Tag::Sup => numbered(dom, places, id),
            Tag::Label => sidenote(dom, places, id),
            Tag::Span => defined(dom, places, id),
            _ => None,
        };
        if let Some(reference) = reference {
            found.push(reference);
            walk.skip_inside(id);
        }
    }
    found
}

/// A link to the note.
fn linked(draft: &Draft<'_>, places: &Places<'_>, id: NodeId) -> Option<Reference> {
    let dom = draft.dom;
    let href = dom.attribute(id, "href")?;
    let place = places.of_link(draft, href)?;
    let label = label(dom, id)?;
    let name = href.rsplit_once('#').map_or("", |(_, name)| name).to_ascii_lowercase();
    let is_note = is_raised(dom, id)
        || says_note(dom, id)
        || names_note(&name)
        || begins_with(dom, place, &label);
    (is_note && place > id).then(|| Reference { node: whole(dom, id), label, place, twin: None })
}

/// Whether a place is named as notes are.
fn names_note(name: &str) -> bool {
    const STARTS: [&str; 12] = [
        "fn",
        "_ftn",
        "ftn",
        "footnote",
        "cite_note",
        "note-",
        "note_",
        "endnote",
        "_edn",
        "sdfootnote",
        "easy-footnote",
        "user-content-fn",
    ];
    const BACKS: [&str; 5] = ["fnref", "ftnref", "_ftnref", "footnoteref", "footnote-ref"];
    STARTS.iter().any(|start| name.starts_with(start))
        && !BACKS.iter().any(|start| name.starts_with(start))
}

/// Whether a block begins with the number that refers to it.
fn begins_with(dom: &Dom, place: NodeId, label: &str) -> bool {
    let is_block =
        matches!(dom.tag(place), Tag::P | Tag::Li | Tag::Div | Tag::Td | Tag::Dd | Tag::Aside);
    let mut texts = dom.walk(place).filter_map(|node| dom.text(node)).map(str::trim_start);
    let first = texts.find(|text| !text.is_empty()).unwrap_or_default();
    let behind = first.trim_start_matches(['[', '(']).strip_prefix(label);
    is_block
        && label.chars().all(|c| c.is_ascii_digit())
        && behind.is_some_and(|rest| rest.starts_with([']', ')', '.', ' ', ':']))
}

/// Whether the element is marked up as a reference.
fn says_note(dom: &Dom, id: NodeId) -> bool {
    const CLASSES: [&str; 6] =
        ["footnote-ref", "footnote-reference", "footnoteref", "noteref", "footref", "fn-ref"];
    let class = dom.attribute(id, "class").unwrap_or_default().to_ascii_lowercase();
    dom.attribute(id, "role") == Some("doc-noteref")
        || dom.attribute(id, "epub:type") == Some("noteref")
        || class.split_whitespace().any(|name| CLASSES.contains(&name))
}

fn is_raised(dom: &Dom, id: NodeId) -> bool {
    dom.ancestors(id).take(2).any(|around| dom.tag(around) == Tag::Sup)
        || dom.walk(id).take(4).any(|inside| dom.tag(inside) == Tag::Sup)
}

/// A number without a link, on a page whose notes are counted.
fn numbered(dom: &Dom, places: &Places<'_>, id: NodeId) -> Option<Reference> {
    let label = label(dom, id).filter(|label| label.chars().all(|c| c.is_ascii_digit()))?;
    if dom.find(id, Tag::A).is_some_and(|link| dom.attribute(link, "href").is_some()) {
        return None;
    }
    const NAMES: [&str; 8] =
        ["fn", "fn-", "fn:", "fn_", "footnote-", "footnote", "note-", "endnote-"];
    let named = NAMES.iter().find_map(|name| places.get(&format!("{name}{label}")));
    let place = named.or_else(|| places.loose.get(label.parse().ok()?))?;
    (place > id && !is_power(dom, id)).then(|| Reference {
        node: whole(dom, id),
        label,
        place,
        twin: None,
    })
}

/// Whether a raised number belongs to a unit or a quantity, as in m².
fn is_power(dom: &Dom, id: NodeId) -> bool {
    let Some(before) = dom.before(id).and_then(|before| dom.text(before)) else { return false };
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let letters = word.chars().take(4).count();
    letters > 0 && (letters < 3 || word.ends_with(|c: char| c.is_ascii_digit()))
}

/// A label whose note follows it in the same line, to be shown in the margin.
fn sidenote(dom: &Dom, places: &Places<'_>, id: NodeId) -> Option<Reference> {
    const NEAR: usize = 4;
    let name = dom.attribute(id, "for")?;
    let behind = std::iter::successors(dom.after(id), |node| dom.after(*node)).take(NEAR);
    let is_note = |node: &NodeId| {
        let class = dom.attribute(*node, "class").unwrap_or_default();
        class.contains("sidenote") || class.contains("marginnote")
    };
    let place = behind.filter(|node| dom.tag(*node) != Tag::Input).find(is_note)?;
    let label = label(dom, id).unwrap_or_default();
    Some(Reference { node: id, label, place, twin: places.get(name) })
}

/// An element that names its note without a link.
fn defined(dom: &Dom, places: &Places<'_>, id: NodeId) -> Option<Reference> {
    let place = places.get(dom.attribute(id, "data-definition")?)?;
    Some(Reference { node: id, label: label(dom, id)?, place, twin: None })
}

/// The longest label is like `note 12`.
const MOST_LABEL: usize = 8;

/// What a reference says, without brackets, if it can be one.
fn label(dom: &Dom, id: NodeId) -> Option<String> {
    let mut text = String::new();
    for node in dom.walk(id) {
        text.push_str(dom.text(node).unwrap_or_default());
        if text.len() > 10 * MOST_LABEL {
            return None;
        }
    }
    let text = squeeze(&text);
    let label = text.trim_matches(['[', ']', '(', ')', ' ', '.']);
    let signs = label.chars().count();
    let has_number = label.chars().any(|c| c.is_ascii_digit());
    let is_label = signs > 0 && signs <= MOST_LABEL && (has_number || signs <= 2);
    is_label.then(|| label.to_owned())
}

/// The outermost element around a reference that holds nothing else.
fn whole(dom: &Dom, id: NodeId) -> NodeId {
    let is_wrapper = |around: &NodeId| matches!(dom.tag(*around), Tag::Sup | Tag::Span | Tag::A);
    let is_alone = |id: NodeId| {
        let is_other =
            |node: NodeId| node != id && (dom.tag(node) != Tag::None || is_text(dom, node));
        dom.parent(id).is_some_and(|parent| !dom.children(parent).take(8).any(is_other))
    };
    let mut whole = id;
    for around in dom.ancestors(id).take_while(is_wrapper) {
        if !is_alone(whole) {
            break;
        }
        whole = around;
    }
    whole
}

fn is_text(dom: &Dom, id: NodeId) -> bool {
    dom.text(id).is_some_and(|text| !text.trim_matches(['[', ']', ' ', '\n']).is_empty())
}
