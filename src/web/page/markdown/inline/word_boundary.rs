//! Finds words of neighbouring elements that touch in the HTML, but not on the page. A style sheet,
//! which Ibid does not read, puts a space or a line break between them: the brand and the name of a
//! product, or the buttons of a menu.

use crate::values::html::{Dom, NodeId, Tag};

/// Minimum number of letters of an element whose text is a word of its own. Some titles have an
/// element for each letter, and some counters one for each digit.
const MIN_WORD_LETTERS: usize = 2;

/// Maximum number of nodes and characters in which letters are searched for: on odd pages each of
/// many nested elements begins with thousands of empty ones.
const MAX_SEARCHED_NODES: usize = 50;
const MAX_SEARCHED_CHARS: usize = 200;

/// Whether the text of a text node begins a new word, although no space is before it; `last_char`
/// is the last character before the text. This is so where a capital letter or a digit begins the
/// second of two elements.
pub fn begins_new_word(dom: &Dom, id: NodeId, last_char: Option<char>) -> bool {
    let first_char = dom.text(id).and_then(|text| text.chars().next());
    let (Some(last), Some(first)) = (last_char, first_char) else { return false };
    if !has_case_or_is_digit(last) || !(first.is_uppercase() || first.is_ascii_digit()) {
        return false;
    }
    let Some((before, node)) = neighbours_at_boundary(dom, id) else { return false };
    [before, node].iter().all(|id| is_element_with_word(dom, *id))
}

fn has_case_or_is_digit(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit()
}

/// Returns the two siblings between which a text begins: the one that ends before it, and the one
/// that it is at the beginning of, or the text itself. Nodes without words do not count: a word
/// goes on after a comment or `wbr`, and separators that screen readers skip are not written.
fn neighbours_at_boundary(dom: &Dom, id: NodeId) -> Option<(NodeId, NodeId)> {
    dom.self_and_ancestors(id).find_map(|node| {
        let before = dom.preceding_siblings(node).find(|id| has_letters(dom, *id, 1));
        before.map(|before| (before, node))
    })
}

/// Whether an element may be displayed apart from its neighbours and has more than one letter.
/// Other elements, such as `b` and `sup`, format parts of words.
fn is_element_with_word(dom: &Dom, id: NodeId) -> bool {
    matches!(dom.tag(id), Tag::Span | Tag::A | Tag::Button | Tag::Label | Tag::Time | Tag::Other)
        && has_letters(dom, id, MIN_WORD_LETTERS)
}

/// Whether at least this many letters or digits are near the beginning of a node's text.
fn has_letters(dom: &Dom, id: NodeId, minimum: usize) -> bool {
    let nodes = dom.walk(id).take(MAX_SEARCHED_NODES);
    let chars = nodes.filter_map(|node| dom.text(node)).flat_map(str::chars);
    let letters = chars.take(MAX_SEARCHED_CHARS).filter(|c| c.is_alphanumeric());
    letters.take(minimum).count() == minimum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;

    /// Checks whether the text that ends with the paragraph begins a new word after `last_char`.
    fn check(html: &str, last_char: char, expected: bool) {
        let dom = parse::parse(&format!("<p>{html}</p>"));
        let text = dom.walk(dom.root()).filter(|id| dom.text(*id).is_some()).last();
        let begins = begins_new_word(&dom, text.expect("a text"), Some(last_char));
        assert_eq!(begins, expected, "{html}");
    }

    #[test]
    fn words_of_neighbouring_elements_are_separate() {
        check("<span>Acme</span><span>Chair</span>", 'e', true);
        check("<a>2019</a><a>2020</a>", '9', true);
        check(
            "<span>1d ago</span><span aria-hidden=true>·</span><span><i>3 min</i></span>",
            'o',
            true,
        );
    }

    #[test]
    fn parts_of_a_word_are_not_separated() {
        check("<span>T</span>here", 'T', false);
        check("get<wbr>Element", 't', false);
        check("get<!-- -->Element", 't', false);
        check("<span>H</span><span>I</span>", 'H', false);
        check("<span>1</span><span>2</span>", '1', false);
        check("H<sub>2</sub>", 'H', false);
        check("log<sub>Base</sub>", 'g', false);
        check("i<b>Phone</b>", 'i', false);
        check("Mc<span>Donald</span>", 'c', false);
        check("get<code>Element</code>", 't', false);
        check("May 1<sup>st</sup>", '1', false);
        check("<span>机</span><span>10</span>", '机', false);
    }
}
