//! Callouts: boxes with a kind and a title, as Obsidian, GitHub and the makers of documentation
//! write them.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::style::Style;
use crate::page::tag::Tag;

/// Words by which a box says its kind, and the kind of Obsidian.
const KINDS: [(&str, &str); 34] = [
    ("note", "note"),
    ("info", "info"),
    ("tip", "tip"),
    ("hint", "tip"),
    ("important", "important"),
    ("warning", "warning"),
    ("caution", "caution"),
    ("danger", "danger"),
    ("error", "error"),
    ("success", "success"),
    ("check", "success"),
    ("question", "question"),
    ("help", "question"),
    ("faq", "faq"),
    ("example", "example"),
    ("quote", "quote"),
    ("cite", "quote"),
    ("abstract", "abstract"),
    ("summary", "summary"),
    ("tldr", "tldr"),
    ("todo", "todo"),
    ("bug", "bug"),
    ("failure", "failure"),
    ("fail", "failure"),
    ("missing", "failure"),
    ("attention", "warning"),
    ("seealso", "info"),
    ("primary", "info"),
    ("secondary", "note"),
    ("light", "note"),
    ("dark", "note"),
    ("details", "note"),
    ("alert", "warning"),
    ("definition", "note"),
];

/// How a box of a family begins its class, before the kind.
const PREFIXES: [&str; 6] =
    ["markdown-alert-", "theme-admonition-", "alert-", "callout-", "admonition-", "hint-"];

/// Classes that make a box a callout, if it also says its kind.
const FAMILIES: [&str; 7] = [
    "callout",
    "markdown-alert",
    "alert",
    "admonition",
    "theme-admonition",
    "custom-block",
    "hint",
];

/// Parts of the class of a title.
const TITLES: [&str; 9] = [
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

/// How many nodes of a box are looked at for its title, which stands at its begin.
const TITLE_WITHIN: usize = 24;

/// Writes a callout, if the element is one.
pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) -> bool {
    let dom = composer.source.dom;
    if composer.is_line() || !composer.may_nest() {
        return false;
    }
    let Some(kind) = kind(dom, id) else { return false };
    composer.flush();
    let title = title(dom, id).filter(|title| !composer.source.is_out(*title));
    let words =
        title.map(|title| composer.one_line(dom.children(title), style)).unwrap_or_default();
    if let Some(title) = title {
        composer.source.is_written(title);
    }
    let blocks = composer.inner(dom.children(id), style);
    let fold = match dom.attribute(id, "data-callout-fold") {
        Some("-") => "-",
        Some("+") => "+",
        _ => "",
    };
    if blocks.is_empty() && words.is_empty() {
        return true;
    }
    let title = if words.is_empty() { capital(&kind) } else { words };
    composer.block(Block::Callout { kind, fold, title, blocks });
    true
}

fn kind(dom: &Dom, id: NodeId) -> Option<String> {
    if !matches!(
        dom.tag(id),
        Tag::Div | Tag::Aside | Tag::Section | Tag::Details | Tag::Blockquote | Tag::P
    ) {
        return None;
    }
    if let Some(kind) = dom.attribute(id, "data-callout") {
        let is_word = !kind.is_empty() && kind.len() <= 30;
        let is_plain = kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        return Some(if is_word && is_plain {
            kind.to_ascii_lowercase()
        } else {
            "note".to_owned()
        });
    }
    let class = dom.attribute(id, "class")?.to_ascii_lowercase();
    let names: Vec<&str> = class.split_whitespace().collect();
    if !names.iter().any(|name| FAMILIES.contains(name)) {
        return None;
    }
    let prefixed = names
        .iter()
        .find_map(|name| PREFIXES.iter().find_map(|start| known(name.strip_prefix(start)?)));
    let family = |name: &&&str| !FAMILIES.contains(name);
    prefixed.or_else(|| names.iter().filter(family).find_map(|name| known(name))).map(str::to_owned)
}

fn known(word: &str) -> Option<&'static str> {
    KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
}

fn title(dom: &Dom, id: NodeId) -> Option<NodeId> {
    let is_title = |node: &NodeId| {
        let class = dom.attribute(*node, "class").unwrap_or_default().to_ascii_lowercase();
        let named = |name: &str| TITLES.iter().any(|title| name.starts_with(title));
        class.split_whitespace().any(named) || dom.tag(*node) == Tag::Summary
    };
    dom.walk(id).skip(1).take(TITLE_WITHIN).find(is_title)
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
