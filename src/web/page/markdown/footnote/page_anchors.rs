//! The elements of a page that links and footnote references can point to.

use std::collections::BTreeMap;

use crate::values::html::{NodeId, Tag};
use crate::web::page::markdown::footnote::numbered_definitions::NumberedDefinitions;
use crate::web::page::markdown::input::MarkdownInput;
use crate::web::page::markdown::link_target;

/// Finds the elements of a page that a link or a footnote reference points to.
pub struct PageAnchors<'d> {
    /// Elements by their `id` or `name`.
    named: BTreeMap<&'d str, NodeId>,
    /// For each URL fragment, the last link that points to it.
    links: BTreeMap<&'d str, NodeId>,
    /// The texts of footnotes by number, for pages whose references are numbers without links.
    pub numbered_definitions: NumberedDefinitions,
}

impl<'d> PageAnchors<'d> {
    pub fn read(input: &MarkdownInput<'d>) -> Self {
        let dom = input.dom;
        let mut named = BTreeMap::new();
        let mut links = BTreeMap::new();
        for id in dom.walk(dom.root()) {
            let names = [dom.attribute(id, "id"), dom.attribute(id, "name")];
            for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
                // The hidden checkbox that opens a sidenote may have the same name as the sidenote,
                // but links do not point to it.
                if dom.tag(id) != Tag::Input && dom.tag(id) != Tag::Meta {
                    named.entry(name).or_insert(id);
                }
            }
            if dom.tag(id) == Tag::A
                && let Some((_, fragment)) =
                    dom.attribute(id, "href").and_then(|href| href.split_once('#'))
            {
                links.insert(fragment, id);
            }
        }
        Self { named, links, numbered_definitions: NumberedDefinitions::find(input) }
    }

    /// Returns the element with this `id` or `name`.
    pub fn element_by_id_or_name(&self, name: &str) -> Option<NodeId> {
        self.named.get(name).copied()
    }

    /// Returns the element that a link within the page points to. Pages exported from Word do not
    /// name their footnotes; for these, returns the link from the footnote back to the text.
    pub fn target_of_link(&self, input: &MarkdownInput<'_>, href: &str) -> Option<NodeId> {
        let name = link_target::same_page_fragment(input, href)?;
        self.element_by_id_or_name(name).or_else(|| {
            let number = name.strip_prefix("_ftn").or(name.strip_prefix("_edn"))?;
            let kind = name.get(..4)?;
            self.links.get(format!("{kind}ref{number}").as_str()).copied()
        })
    }
}
