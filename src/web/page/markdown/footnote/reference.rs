//! Finds references to footnotes: short labels in the text that point to a later element.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::language::{WordList, word_list};
use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::footnote::page_anchors::PageAnchors;
use crate::web::page::markdown::footnote::text_reference;
use crate::web::page::markdown::input::MarkdownInput;
use crate::web::page::markdown::whitespace::collapse_whitespace;

/// A reference to a footnote in the text, such as a raised 1.
pub struct FootnoteReference {
    /// The node that is replaced by a Markdown reference such as `[^1]`.
    pub replaced_node: NodeId,
    /// The text of the reference, such as `1`, without brackets.
    pub label: String,
    /// The element that the reference points to.
    pub target: NodeId,
    /// A second copy of the footnote on the page, which is not written; only sidenotes may have
    /// one.
    pub duplicate_definition: Option<NodeId>,
    /// The bytes of the reference, if it is a part of a text node.
    pub text_range: Option<Range<usize>>,
}

/// Returns the references in the main text, in document order.
pub fn find_references(
    input: &MarkdownInput<'_>,
    targets: &PageAnchors<'_>,
) -> Vec<FootnoteReference> {
    let dom = input.dom;
    let mut found: Vec<FootnoteReference> = Vec::new();
    let mut found_targets = BTreeSet::new();
    let mut walk = dom.walk(input.content_root);
    while let Some(id) = walk.next() {
        if input.removals.is_removed(id) || dom.tag(id).has_no_readable_text() {
            walk.skip_subtree(id);
            continue;
        }
        let reference = match dom.tag(id) {
            Tag::A => reference_from_link(input, targets, id),
            // A number in the text of a footnote is its own label.
            Tag::Sup => reference_from_number(dom, targets, id)
                .filter(|_| !dom.ancestors(id).any(|around| found_targets.contains(&around)))
                .or_else(|| reference_to_next_note(dom, id)),
            Tag::Label => reference_from_sidenote(dom, targets, id),
            Tag::Span => reference_from_attribute(dom, targets, id)
                .or_else(|| reference_from_note_in_text(dom, id))
                .filter(|_| !found_targets.contains(&id)),
            Tag::None => {
                found.extend(references_in_text(dom, targets, id));
                None
            }
            _ => None,
        };
        if let Some(reference) = reference {
            found_targets.insert(reference.target);
            found.push(reference);
            walk.skip_subtree(id);
        }
    }
    found
}

/// Reads a link as a footnote reference; `None` if it does not point to a footnote further down on
/// the page.
fn reference_from_link(
    input: &MarkdownInput<'_>,
    targets: &PageAnchors<'_>,
    id: NodeId,
) -> Option<FootnoteReference> {
    let dom = input.dom;
    let href = dom.attribute(id, "href")?;
    let target = targets.target_of_link(input, href)?;
    let label = footnote_label(dom, id)?;
    let name = href.rsplit_once('#').map_or("", |(_, name)| name).to_ascii_lowercase();
    let is_note = is_superscript(dom, id)
        || is_marked_as_reference(dom, id)
        || is_footnote_id(&name)
        || starts_with_label(dom, target, &label)
        || is_numbered_like(targets, target, &label);
    (is_note && target > id).then(|| FootnoteReference {
        replaced_node: outermost_reference_wrapper(dom, id),
        label,
        target,
        duplicate_definition: None,
        text_range: None,
    })
}

/// Whether `target` is the footnote with the number `label` below a heading such as “References”.
fn is_numbered_like(targets: &PageAnchors<'_>, target: NodeId, label: &str) -> bool {
    label.parse().is_ok_and(|number| targets.numbered_definitions.get(number) == Some(target))
}

/// Reads the numbers in a text that no link points from, such as `¹` or `[1]`, as references to the
/// numbered footnotes of the page.
fn references_in_text(dom: &Dom, targets: &PageAnchors<'_>, id: NodeId) -> Vec<FootnoteReference> {
    if targets.numbered_definitions.is_empty() {
        return Vec::new();
    }
    let numbers = text_reference::text_references(dom, id).into_iter();
    let references = numbers.filter_map(|found| {
        let target = targets.numbered_definitions.get(found.number)?;
        (target > id).then(|| FootnoteReference {
            replaced_node: id,
            label: found.number.to_string(),
            target,
            duplicate_definition: None,
            text_range: Some(found.range),
        })
    });
    references.collect()
}

/// Returns the brackets directly before and after a reference, if both are there: the text nodes
/// and the bytes of the brackets.
pub fn brackets_around(dom: &Dom, reference: NodeId) -> Option<[(NodeId, Range<usize>); 2]> {
    let before = dom.previous_sibling(reference)?;
    let after = dom.following_siblings(reference).next()?;
    let [opening, closing] = [dom.text(before)?, dom.text(after)?];
    let is_bracketed = opening.ends_with('[') && closing.starts_with(']');
    is_bracketed.then(|| [(before, opening.len() - 1..opening.len()), (after, 0..1)])
}

/// Beginnings of ids that sites give to the texts of footnotes, such as `fn`.
static FOOTNOTE_ID_PREFIXES: WordList =
    LazyLock::new(|| word_list::words(include_str!("footnote_words.txt"), "definition_prefixes"));

/// Whether the id of an element is typical for the text of a footnote, such as `fn1`, and not for a
/// reference to it, such as `fnref1`.
fn is_footnote_id(element_id: &str) -> bool {
    const REFERENCE_ID_PREFIXES: [&str; 5] =
        ["fnref", "ftnref", "_ftnref", "footnoteref", "footnote-ref"];
    FOOTNOTE_ID_PREFIXES.iter().any(|start| element_id.starts_with(start))
        && !REFERENCE_ID_PREFIXES.iter().any(|start| element_id.starts_with(start))
}

/// Whether `target` is a block that begins with the number `label`, as the text of a footnote does.
fn starts_with_label(dom: &Dom, target: NodeId, label: &str) -> bool {
    let is_block =
        matches!(dom.tag(target), Tag::P | Tag::Li | Tag::Div | Tag::Td | Tag::Dd | Tag::Aside);
    let mut texts = dom.walk(target).filter_map(|node| dom.text(node)).map(str::trim_start);
    let first = texts.find(|text| !text.is_empty()).unwrap_or_default();
    let rest = first.trim_start_matches(['[', '(']).strip_prefix(label);
    is_block
        && label.chars().all(|c| c.is_ascii_digit())
        && rest.is_some_and(|rest| rest.starts_with([']', ')', '.', ' ', ':']))
}

/// Whether the role, class or `epub:type` of an element marks it as a footnote reference.
fn is_marked_as_reference(dom: &Dom, id: NodeId) -> bool {
    /// Classes that sites give to footnote references in the text.
    const REFERENCE_CLASSES: [&str; 6] =
        ["footnote-ref", "footnote-reference", "footnoteref", "noteref", "footref", "fn-ref"];
    let class = dom.attribute(id, "class").unwrap_or_default().to_ascii_lowercase();
    dom.attribute(id, "role") == Some("doc-noteref")
        || dom.attribute(id, "epub:type") == Some("noteref")
        || class.split_whitespace().any(|name| REFERENCE_CLASSES.contains(&name))
}

fn is_superscript(dom: &Dom, id: NodeId) -> bool {
    dom.ancestors(id).take(2).any(|ancestor| dom.tag(ancestor) == Tag::Sup)
        || dom.walk(id).take(4).any(|inside| dom.tag(inside) == Tag::Sup)
}

/// Reads a raised number or sign without a link as a footnote reference; `None` if the page has no
/// such footnote or the number is an exponent.
fn reference_from_number(
    dom: &Dom,
    targets: &PageAnchors<'_>,
    id: NodeId,
) -> Option<FootnoteReference> {
    let label = footnote_label(dom, id)?;
    let number = text_reference::label_number(&label)?;
    if dom.find_tag(id, Tag::A).is_some_and(|link| dom.attribute(link, "href").is_some()) {
        return None;
    }
    /// Beginnings of the ids of footnote texts. The number of the footnote follows, as in `fn-1`.
    const DEFINITION_ID_PREFIXES: [&str; 8] =
        ["fn", "fn-", "fn:", "fn_", "footnote-", "footnote", "note-", "endnote-"];
    let named = DEFINITION_ID_PREFIXES
        .iter()
        .find_map(|name| targets.element_by_id_or_name(&format!("{name}{label}")));
    let target = named.or_else(|| targets.numbered_definitions.get(number))?;
    (target > id && !is_exponent(dom, id)).then(|| FootnoteReference {
        replaced_node: outermost_reference_wrapper(dom, id),
        label,
        target,
        duplicate_definition: None,
        text_range: None,
    })
}

/// Whether a raised number is probably an exponent, as in m²: it directly follows a digit, or a
/// word of at most two characters.
fn is_exponent(dom: &Dom, id: NodeId) -> bool {
    let Some(before) = dom.previous_sibling(id).and_then(|before| dom.text(before)) else {
        return false;
    };
    text_reference::is_base(before)
}

/// Returns the reference to a sidenote, if a `label` element belongs to one. The text of a sidenote
/// directly follows its label in the HTML, but browsers show it in the margin.
fn reference_from_sidenote(
    dom: &Dom,
    targets: &PageAnchors<'_>,
    id: NodeId,
) -> Option<FootnoteReference> {
    /// Maximum number of siblings after the label that are searched for the text of the sidenote.
    const MAX_SIDENOTE_SEARCH_SIBLINGS: usize = 4;
    let name = dom.attribute(id, "for")?;
    let following = dom.following_siblings(id).take(MAX_SIDENOTE_SEARCH_SIBLINGS);
    let mut following = following.filter(|node| dom.tag(*node) != Tag::Input);
    let target = following.find(|node| is_note_in_text(dom, *node))?;
    let label = footnote_label(dom, id).unwrap_or_default();
    Some(FootnoteReference {
        replaced_node: id,
        label,
        target,
        duplicate_definition: targets.element_by_id_or_name(name),
        text_range: None,
    })
}

/// Whether an element in the middle of a text is a note: browsers show it in the margin or when the
/// user points to its number.
pub fn is_note_in_text(dom: &Dom, id: NodeId) -> bool {
    let class = dom.attribute(id, "class").unwrap_or_default();
    let is_in_margin = class.contains("sidenote") || class.contains("marginnote");
    is_in_margin
        || (dom.tag(id) == Tag::Span
            && class.contains("footnote")
            && dom.text_content(id).trim().chars().count() > MAX_LABEL_CHARS
            && dom.find_tag(id, Tag::A).is_none_or(|link| footnote_label(dom, link).is_none()))
}

/// Returns the reference to the note in the text that directly follows a raised label.
fn reference_to_next_note(dom: &Dom, id: NodeId) -> Option<FootnoteReference> {
    let label = footnote_label(dom, id)?;
    let target = dom.following_siblings(id).next().filter(|next| is_note_in_text(dom, *next))?;
    Some(FootnoteReference {
        replaced_node: id,
        label,
        target,
        duplicate_definition: None,
        text_range: None,
    })
}

/// Reads a note in the text that has no label as its own reference.
fn reference_from_note_in_text(dom: &Dom, id: NodeId) -> Option<FootnoteReference> {
    let before = dom.previous_sibling(id).and_then(|before| dom.text(before))?;
    (!before.trim().is_empty() && is_note_in_text(dom, id)).then(|| FootnoteReference {
        replaced_node: id,
        label: String::new(),
        target: id,
        duplicate_definition: None,
        text_range: None,
    })
}

/// Reads an element as a footnote reference, if its attribute `data-definition` is the id of a
/// footnote.
fn reference_from_attribute(
    dom: &Dom,
    targets: &PageAnchors<'_>,
    id: NodeId,
) -> Option<FootnoteReference> {
    let target = targets.element_by_id_or_name(dom.attribute(id, "data-definition")?)?;
    Some(FootnoteReference {
        replaced_node: id,
        label: footnote_label(dom, id)?,
        target,
        duplicate_definition: None,
        text_range: None,
    })
}

/// Maximum length in characters of the label of a footnote, such as `note 12`. Links with a longer
/// text are not footnote references.
const MAX_LABEL_CHARS: usize = 8;

/// Returns the text of an element without brackets, if it can be the label of a footnote.
fn footnote_label(dom: &Dom, id: NodeId) -> Option<String> {
    let mut text = String::new();
    for node in dom.walk(id) {
        text.push_str(dom.text(node).unwrap_or_default());
        if text.len() > 10 * MAX_LABEL_CHARS {
            return None;
        }
    }
    let text = collapse_whitespace(&text);
    let label = text.trim_matches(['[', ']', '(', ')', ' ', '.']);
    let length = label.chars().count();
    let has_number = label.chars().any(|c| c.is_ascii_digit());
    let is_label = length > 0 && length <= MAX_LABEL_CHARS && (has_number || length <= 2);
    is_label.then(|| label.to_owned())
}

/// Returns the outermost `sup`, `span` or `a` element that contains only this footnote reference
/// and brackets around it.
fn outermost_reference_wrapper(dom: &Dom, id: NodeId) -> NodeId {
    let is_wrapper =
        |ancestor: &NodeId| matches!(dom.tag(*ancestor), Tag::Sup | Tag::Span | Tag::A);
    let is_alone = |id: NodeId| {
        let is_other = |node: NodeId| {
            node != id && (dom.tag(node) != Tag::None || has_text_beyond_brackets(dom, node))
        };
        dom.parent(id).is_some_and(|parent| !dom.children(parent).take(8).any(is_other))
    };
    let mut wrapper = id;
    for ancestor in dom.ancestors(id).take_while(is_wrapper) {
        if !is_alone(wrapper) {
            break;
        }
        wrapper = ancestor;
    }
    wrapper
}

/// Whether a text node contains anything except brackets and spaces.
fn has_text_beyond_brackets(dom: &Dom, id: NodeId) -> bool {
    dom.text(id).is_some_and(|text| !text.trim_matches(['[', ']', ' ', '\n']).is_empty())
}
