//! Removes the dialogs in which sites ask for consent to cookies. They come from a few services, whose
//! names are in the ids and classes, and their long legal texts look like main text.

use std::sync::LazyLock;

use crate::language::{WordList, word_list};
use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::main_text::removals::{RemovalReason, Removals};

/// Parts of the ids and classes of consent dialogs.
static CONSENT_NAME_PARTS: WordList =
    LazyLock::new(|| word_list::words(include_str!("hiding_classes.txt"), "consent name parts"));

/// Only elements with at most this many ancestors are searched, because the dialogs are added to the
/// end or the beginning of a page.
const MAX_CONSENT_DIALOG_DEPTH: usize = 5;

/// Removes the consent dialogs inside `top`.
pub fn remove_consent_dialogs(dom: &Dom, top: NodeId, removals: &mut Removals) {
    let mut walk = dom.walk(top);
    while let Some(id) = walk.next() {
        if dom.depth(id) > MAX_CONSENT_DIALOG_DEPTH || dom.tag(id).has_no_readable_text() {
            walk.skip_subtree(id);
        } else if id != top && has_consent_name(dom, id) && !contains_page_content(dom, id) {
            removals.remove(id, RemovalReason::Promotion);
            walk.skip_subtree(id);
        }
    }
}

fn has_consent_name(dom: &Dom, id: NodeId) -> bool {
    let names = ["id", "class"].iter().filter_map(|attribute| dom.attribute(id, attribute));
    names.map(str::to_ascii_lowercase).any(|name| has_consent_part(&name))
}

fn has_consent_part(name: &str) -> bool {
    CONSENT_NAME_PARTS.iter().any(|part| name.contains(part))
}

/// Whether the content of the page is in an element, so that its name says something about the page,
/// for example that consent was given.
fn contains_page_content(dom: &Dom, id: NodeId) -> bool {
    dom.walk(id).any(|id| matches!(dom.tag(id), Tag::Main | Tag::Article | Tag::H1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;

    fn check(html: &str, expected: bool) {
        let dom = parse::parse(html);
        let mut removals = Removals::new(&dom);
        remove_consent_dialogs(&dom, dom.body(), &mut removals);
        let div = dom.find_tag(dom.root(), Tag::Div).expect("a div");
        assert_eq!(removals.is_removed(div), expected, "{html}");
    }

    #[test]
    fn consent_dialogs_are_removed() {
        check("<div id=onetrust-consent-sdk><p>We value your privacy.", true);
        check("<div class='bar CookieBanner'><p>We use cookies.", true);
        check("<div class=recipe><p>Cookies need butter.", false);
        check("<div class=cookie-banner-closed><main><p>The page.", false);
    }
}
