//! Decides what a code block of HTML, SVG or XML may do if a plugin renders it. The tags are read by
//! the tokenizer of a browser, so that no way of writing them makes a difference. Nothing in the block
//! acts if each of its elements and attributes is known to be harmless.

use std::cell::Cell;
use std::sync::LazyLock;

use html5ever::Attribute;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};

use crate::language::{WordSet, word_list};
use crate::safety::sanitize::html;
use crate::values::html::{NodeId, exceeds_attribute_limit, tokenize};

const KNOWN_NAMES: &str = include_str!("known_names.txt");

static INERT_ELEMENTS: WordSet =
    LazyLock::new(|| word_list::word_set(KNOWN_NAMES, "inert_elements"));

/// Attributes with words for people, or with names.
static TEXT_ATTRIBUTES: WordSet =
    LazyLock::new(|| word_list::word_set(KNOWN_NAMES, "inert_text_attributes"));

/// Attributes with numbers, colours and names of files, whose values might also hold an address.
static VALUE_ATTRIBUTES: WordSet =
    LazyLock::new(|| word_list::word_set(KNOWN_NAMES, "inert_value_attributes"));

/// The namespaces of HTML and SVG, which look like addresses but load nothing.
const NAMESPACES: [&str; 2] = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"];

/// What a block could do if it was rendered, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkupEffect {
    /// It shows text and shapes.
    None,
    /// It has elements of another language than HTML and SVG.
    Foreign,
    /// It might run, load or send something, or change the page.
    Active,
}

/// Reads the tags of a block, with and without the marks of a quote around it.
pub fn markup_effect(markup: &str) -> MarkupEffect {
    let lines = markup.lines().map(|line| line.trim_start_matches([' ', '\t', '>']));
    effect_of_tags(markup).max(effect_of_tags(&lines.collect::<Vec<_>>().join("\n")))
}

fn effect_of_tags(markup: &str) -> MarkupEffect {
    if exceeds_attribute_limit(markup) {
        return MarkupEffect::Active;
    }
    let effect = EffectOfTags(Cell::new(MarkupEffect::None));
    // A tag that is still open at the end might go on in the text after the block.
    tokenize(&format!("{markup}\n>"), &effect);
    effect.0.get()
}

/// The strongest effect of the tags so far.
struct EffectOfTags(Cell<MarkupEffect>);

impl TokenSink for EffectOfTags {
    type Handle = NodeId;

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<NodeId> {
        let effect = match token {
            Token::TagToken(tag) => tag_effect(&tag),
            Token::DoctypeToken(doctype) => doctype_effect(&doctype),
            Token::CommentToken(comment) => comment_effect(&comment),
            _ => MarkupEffect::None,
        };
        self.0.set(self.0.get().max(effect));
        TokenSinkResult::Continue
    }
}

fn tag_effect(tag: &Tag) -> MarkupEffect {
    let name = tag.name.as_ref();
    match () {
        () if html::is_element_name(name) && !INERT_ELEMENTS.contains(name) => MarkupEffect::Active,
        () if !html::is_element_name(name) => MarkupEffect::Foreign,
        () if tag.kind == TagKind::EndTag && !tag.attrs.is_empty() => MarkupEffect::Active,
        () if tag.attrs.iter().all(is_inert_attribute) => MarkupEffect::None,
        () => MarkupEffect::Active,
    }
}

fn is_inert_attribute(attribute: &Attribute) -> bool {
    let name = attribute.name.local.as_ref();
    let value = attribute.value.as_ref();
    match name {
        "xmlns" => NAMESPACES.contains(&value),
        _ if VALUE_ATTRIBUTES.contains(name) => value.chars().all(is_value_character),
        _ => TEXT_ATTRIBUTES.contains(name) || name.starts_with("aria-"),
    }
}

/// A character of numbers, colours and names of files. An address needs others.
fn is_value_character(c: char) -> bool {
    c.is_alphanumeric() || c.is_ascii_whitespace() || "#%+-_.,".contains(c)
}

/// A document type may name a file that is loaded.
fn doctype_effect(doctype: &Doctype) -> MarkupEffect {
    match (&doctype.name, &doctype.public_id, &doctype.system_id) {
        (Some(name), None, None) if name.as_ref() == "html" && !doctype.force_quirks => {
            MarkupEffect::None
        }
        _ => MarkupEffect::Active,
    }
}

/// Instructions and sections of XML, which a browser reads as comments, may load a file or hide tags.
fn comment_effect(comment: &str) -> MarkupEffect {
    match () {
        () if comment.starts_with("?xml ") => MarkupEffect::None,
        () if comment.starts_with(['?', '[', '!']) => MarkupEffect::Active,
        () => MarkupEffect::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markup: &str, expected: MarkupEffect) {
        assert_eq!(markup_effect(markup), expected, "{markup}");
    }

    #[test]
    fn texts_tables_and_shapes_have_no_effect() {
        for markup in [
            "",
            "a < b && c > d",
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>a</title></head>",
            "<p class=\"a b\">b <em>c</em></p><!-- d --><br/>",
            "<a href=\"about.html#top\" title=\"Who: we\">x</a>",
            "<table><tr><td colspan=2>a</td></tr></table>",
            "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">",
            "<circle cx=\"4\" r=\"2.5\" fill=\"#ffcc00\" stroke-width=\"1\"/>",
        ] {
            check(markup, MarkupEffect::None);
        }
        check("<project><dependency scope=\"test\"/></project>", MarkupEffect::Foreign);
    }

    #[test]
    fn what_runs_loads_or_sends_is_found_however_it_is_written() {
        for markup in [
            "<script>x</script>",
            "<SCRIPT\n>x",
            "<img src=x>",
            "<img\tsrc='//e.example'>",
            "<meta http-equiv=refresh content=\"0;url=x\">",
            "<form action=x>",
            "<link rel=icon href=x>",
            "<p onclick=x>",
            "<p\u{c}onclick=x>",
            "<p/onclick=x>",
            "<p style=x>",
            "<style>p{}</style>",
            "<a href=\"java&#115;cript:x\">",
            "<a href=java&Tab;script&colon;x>",
            "<a href='//e.example'>",
            "<a href=\\\\e.example>",
            "<svg><image href=x>",
            "<svg><use href=x>",
            "<rect fill='url(#a)'>",
            "<rect fill=\"url&lpar;//e\">",
            "<svg xmlns=\"http://e.example\">",
            "<svg xmlns:xlink=x>",
            "<?xml-stylesheet href=x?>",
            "<![CDATA[<p>]]>",
            "<!DOCTYPE svg SYSTEM \"x\">",
            "<!DOCTYPE html [<!ENTITY a SYSTEM \"x\">]>",
            "<input autofocus>",
            "<p class=a onclick",
            "<video poster=x>",
            "<base href=x>",
            "<animate attributeName=href>",
            "<foreignObject>",
        ] {
            check(markup, MarkupEffect::Active);
        }
    }
}
