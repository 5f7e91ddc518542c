//! Finds hidden elements that users can open, such as the answers of questions, the sections of an
//! accordion and tabs. Their text belongs to the page, although it is hidden when the page is loaded.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::{WordList, word_list};
use crate::values::html::{Dom, NodeId, Tag};

/// Parts of the class or id of elements that users can open.
static OPENABLE_NAME_PARTS: WordList =
    LazyLock::new(|| word_list::words(include_str!("hiding_classes.txt"), "openable name parts"));

/// Parts of the class or id of menus and dialogs, whose parts are opened too, but are no part of the
/// text.
static MENU_NAME_PARTS: WordList =
    LazyLock::new(|| word_list::words(include_str!("hiding_classes.txt"), "menu name parts"));

/// Number of elements around a hidden element whose names are searched for those of menus. The names
/// of outer elements are often those of the whole page.
const MAX_MENU_SEARCH_LEVELS: usize = 6;

/// Attributes with the ids of the elements that a control opens and closes. The last one is that of
/// references to footnotes.
const CONTROL_ATTRIBUTES: [&str; 4] =
    ["aria-controls", "data-target", "data-bs-target", "data-definition"];

/// Roles of menus and dialogs.
const MENU_ROLES: [&str; 7] =
    ["dialog", "alertdialog", "menu", "menubar", "listbox", "navigation", "tooltip"];

/// The elements of a page that a control, such as a button, opens and closes.
pub struct OpenableElements<'d> {
    dom: &'d Dom,
    controlled_ids: BTreeSet<&'d str>,
}

impl<'d> OpenableElements<'d> {
    /// Collects the ids that the controls inside `top` name.
    pub fn find(dom: &'d Dom, top: NodeId) -> Self {
        let mut controlled_ids = BTreeSet::new();
        for id in dom.walk(top) {
            let controls = dom.attributes(id).filter(|(name, _)| CONTROL_ATTRIBUTES.contains(name));
            for (_, value) in controls {
                controlled_ids
                    .extend(value.split_whitespace().map(|id| id.trim_start_matches('#')));
            }
        }
        Self { dom, controlled_ids }
    }

    /// Whether users see a hidden element later: they can open it, or a script moves it to its
    /// position. React sends pages in such segments, with the ids `S:0`, `S:1a` ….
    pub fn contains(&self, id: NodeId) -> bool {
        let dom = self.dom;
        let is_segment = dom.attribute(id, "id").is_some_and(|id| id.starts_with("S:"));
        is_segment
            || matches!(dom.attribute(id, "role"), Some("region" | "tabpanel"))
            || (self.is_named_or_controlled(id) && !is_in_menu_or_dialog(dom, id))
    }

    fn is_named_or_controlled(&self, id: NodeId) -> bool {
        let dom = self.dom;
        dom.attribute(id, "id").is_some_and(|id| self.controlled_ids.contains(id))
            || has_name_part(dom, id, &OPENABLE_NAME_PARTS)
            || (!dom.tag(id).is_inline() && follows_control(dom, id))
    }
}

/// Whether the class or id of an element contains one of these parts.
fn has_name_part(dom: &Dom, id: NodeId, parts: &[&str]) -> bool {
    let names = ["class", "id"].iter().filter_map(|attribute| dom.attribute(id, attribute));
    names.map(str::to_ascii_lowercase).any(|name| parts.iter().any(|part| name.contains(part)))
}

/// Whether the element before this one is a control, or is one inside a heading or a line.
fn follows_control(dom: &Dom, id: NodeId) -> bool {
    /// Only this many nodes of the element before are searched for a control.
    const MAX_SEARCHED_NODES: usize = 6;
    let Some(before) = dom.preceding_siblings(id).find(|id| dom.tag(*id) != Tag::None) else {
        return false;
    };
    let is_control = |id: NodeId| {
        matches!(dom.tag(id), Tag::Button | Tag::Summary)
            || dom.attribute(id, "aria-expanded").is_some()
            || dom.attribute(id, "role") == Some("button")
    };
    dom.walk(before).take(MAX_SEARCHED_NODES).any(is_control)
}

/// Whether an element is in the navigation, a form or a dialog, whose parts are opened too, but are
/// no part of the text.
fn is_in_menu_or_dialog(dom: &Dom, id: NodeId) -> bool {
    let is_part_of_page = |id: NodeId| {
        let tag = dom.tag(id);
        matches!(tag, Tag::Nav | Tag::Menu | Tag::Header | Tag::Footer | Tag::Form | Tag::Dialog)
            || dom.attribute(id, "role").is_some_and(|role| MENU_ROLES.contains(&role))
    };
    let mut around = dom.self_and_ancestors(id).take(MAX_MENU_SEARCH_LEVELS);
    around.any(|id| has_name_part(dom, id, &MENU_NAME_PARTS))
        || dom.self_and_ancestors(id).any(is_part_of_page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;

    fn check(html: &str, expected: bool) {
        let dom = parse::parse(html);
        let element = dom.find_tag(dom.root(), Tag::Section).expect("a section");
        let openable = OpenableElements::find(&dom, dom.root());
        assert_eq!(openable.contains(element), expected, "{html}");
    }

    #[test]
    fn parts_that_a_control_opens_are_openable() {
        check("<button aria-controls='a b'>Q</button><p></p><section id=b hidden>A", true);
        check("<a data-bs-target='#b'>Q</a><p></p><section id=b hidden>A", true);
        check("<h3><button>Q</button></h3><section hidden>A", true);
        check("<section class='FaqAnswer-x' hidden>A", true);
        check("<section role=tabpanel hidden>A", true);
        check("<section id='S:1f' hidden>A", true);
    }

    #[test]
    fn other_hidden_parts_are_not() {
        check("<p>Q</p><section hidden>A", false);
        check("<nav><button aria-controls=b>Q</button><section id=b hidden>A", false);
        check("<div class=MegaMenu><button>Q</button><section hidden>A", false);
        check("<button aria-controls=b>Q</button><div role=dialog><section id=b hidden>A", false);
    }
}
