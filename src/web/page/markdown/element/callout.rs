//! Writes callouts: boxes with a type and a title, as Obsidian, GitHub and documentation
//! generators create them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list;
use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

/// Maps words in class names, such as those after `alert-`, to the Obsidian callout types that they
/// stand for.
static CALLOUT_TYPE_BY_WORD: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(include_str!("callout_types.txt")).into_iter();
    let types = sections
        .flat_map(|section| section.words.into_iter().map(move |word| (word, section.name)));
    types.collect()
});

/// Beginnings of class names that are followed by the callout type.
const CALLOUT_TYPE_CLASS_PREFIXES: [&str; 6] =
    ["markdown-alert-", "theme-admonition-", "alert-", "callout-", "admonition-", "hint-"];

/// Classes of callouts. An element is a callout if it has one of these classes and also a class
/// that names a callout type.
const CALLOUT_CLASSES: [&str; 9] = [
    "callout",
    "markdown-alert",
    "alert",
    "admonition",
    "admonitionblock",
    "theme-admonition",
    "custom-block",
    "hint",
    "notecard",
];

/// Classes that make an `aside` or `details` element a callout. On other elements they have many
/// meanings.
const ASIDE_CALLOUT_CLASSES: [&str; 7] =
    ["note", "tip", "info", "important", "warning", "caution", "danger"];

/// Beginnings of the class names of callout titles.
const CALLOUT_TITLE_CLASS_PREFIXES: [&str; 9] = [
    "callout-title-inner",
    "callout-title",
    "markdown-alert-title",
    "admonition-title",
    "alert-heading",
    "alert-title",
    "custom-block-title",
    "admonitionheading",
    "admonition-heading",
];

/// Number of nodes at the beginning of a callout that are searched for its title. Later titles
/// belong to inner elements.
const MAX_TITLE_SEARCH_NODES: usize = 24;

impl MarkdownBuilder<'_, '_> {
    /// If the element is a callout, adds it to the Markdown and returns true; otherwise returns
    /// false.
    pub fn add_if_callout(&mut self, id: NodeId, style: &TextStyle) -> bool {
        let dom = self.context.dom;
        if self.is_single_line() || !self.can_nest_deeper() {
            return false;
        }
        let Some(kind) = callout_type(dom, id) else { return false };
        self.end_paragraph();
        let title_element = callout_title_element(dom, id)
            .filter(|title| !self.context.is_excluded_from_output(*title));
        let title =
            title_element.map(|title| self.convert_to_single_line(dom.children(title), style));
        let title = title.unwrap_or_default();
        if let Some(element) = title_element {
            self.context.mark_node_written(element);
        }
        let blocks = self.convert_to_nested_blocks(dom.children(id), style);
        let fold = match dom.attribute(id, "data-callout-fold") {
            Some("-") => "-",
            Some("+") => "+",
            _ if dom.tag(id) != Tag::Details => "",
            _ if dom.attribute(id, "open").is_some() => "+",
            _ => "-",
        };
        if blocks.is_empty() && title.is_empty() {
            return true;
        }
        let title = if title.is_empty() { capitalized(&kind) } else { title };
        self.add_block(MarkdownBlock::Callout { kind, fold, title, blocks });
        true
    }
}

/// Returns the Obsidian callout type of an element; `None` if it is no callout.
fn callout_type(dom: &Dom, id: NodeId) -> Option<String> {
    if !matches!(
        dom.tag(id),
        Tag::Div | Tag::Aside | Tag::Section | Tag::Details | Tag::Blockquote | Tag::P
    ) {
        return None;
    }
    if let Some(kind) = dom.attribute(id, "data-callout") {
        let has_length = !kind.is_empty() && kind.len() <= 30;
        let is_plain = kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        return Some(if has_length && is_plain {
            kind.to_ascii_lowercase()
        } else {
            "note".to_owned()
        });
    }
    let class = dom.attribute(id, "class")?.to_ascii_lowercase();
    let names: Vec<&str> = class.split_whitespace().collect();
    let is_aside = matches!(dom.tag(id), Tag::Aside | Tag::Details);
    let is_callout = |name: &&str| {
        CALLOUT_CLASSES.contains(name) || (is_aside && ASIDE_CALLOUT_CLASSES.contains(name))
    };
    if !names.iter().any(is_callout) {
        return None;
    }
    let with_prefix = |name: &&str| {
        CALLOUT_TYPE_CLASS_PREFIXES
            .iter()
            .find_map(|prefix| callout_type_of_word(name.strip_prefix(prefix)?))
    };
    let mut others = names.iter().filter(|name| !CALLOUT_CLASSES.contains(name));
    let found = names.iter().find_map(with_prefix);
    found.or_else(|| others.find_map(|name| callout_type_of_word(name))).map(str::to_owned)
}

/// Returns the Obsidian callout type that a word of a class name stands for; `None` if it stands
/// for none.
fn callout_type_of_word(word: &str) -> Option<&'static str> {
    CALLOUT_TYPE_BY_WORD.get(word).copied()
}

fn callout_title_element(dom: &Dom, id: NodeId) -> Option<NodeId> {
    let is_title = |node: &NodeId| {
        let class = dom.attribute(*node, "class").unwrap_or_default().to_ascii_lowercase();
        let is_title_class =
            |name: &str| CALLOUT_TITLE_CLASS_PREFIXES.iter().any(|title| name.starts_with(title));
        let is_icon_cell = dom.tag(*node) == Tag::Td && class == "icon";
        class.split_whitespace().any(is_title_class)
            || dom.tag(*node) == Tag::Summary
            || is_icon_cell
    };
    dom.walk(id).skip(1).take(MAX_TITLE_SEARCH_NODES).find(is_title)
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
