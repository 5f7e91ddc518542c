//! The places of a page that a link can lead to.

use std::collections::BTreeMap;

use crate::page::dom::NodeId;
use crate::page::markdown::footnote::loose::{self, Loose};
use crate::page::markdown::{Draft, link};
use crate::page::tag::Tag;

/// The places of a page.
pub(super) struct Places<'d> {
    /// Elements by their name.
    named: BTreeMap<&'d str, NodeId>,
    /// Links by the place they lead to, the last one each.
    backs: BTreeMap<&'d str, NodeId>,
    /// Notes by their number, where nothing links to them.
    pub loose: Loose,
}

impl<'d> Places<'d> {
    pub fn read(draft: &Draft<'d>) -> Self {
        let dom = draft.dom;
        let mut named = BTreeMap::new();
        let mut backs = BTreeMap::new();
        for id in dom.walk(dom.root()) {
            let names = [dom.attribute(id, "id"), dom.attribute(id, "name")];
            for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
                // The box of a sidenote has the name of its note, but is none.
                if dom.tag(id) != Tag::Input && dom.tag(id) != Tag::Meta {
                    named.entry(name).or_insert(id);
                }
            }
            if dom.tag(id) == Tag::A
                && let Some((_, place)) =
                    dom.attribute(id, "href").and_then(|href| href.split_once('#'))
            {
                backs.insert(place, id);
            }
        }
        let loose = loose::find(draft);
        Self { named, backs, loose }
    }

    pub fn get(&self, name: &str) -> Option<NodeId> {
        self.named.get(name).copied()
    }

    /// Where a link leads on this page. Word names no places: there the link back is the place.
    pub fn of_link(&self, draft: &Draft<'_>, href: &str) -> Option<NodeId> {
        let name = link::fragment(draft, href)?;
        self.get(name).or_else(|| {
            let number = name.strip_prefix("_ftn").or(name.strip_prefix("_edn"))?;
            let kind = name.get(..4)?;
            self.backs.get(format!("{kind}ref{number}").as_str()).copied()
        })
    }
}
