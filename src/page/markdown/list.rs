//! Lists of items and of terms.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::{Block, List};
use crate::page::markdown::compose::Composer;
use crate::page::markdown::style::{Mark, Style};
use crate::page::tag::Tag;

pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    if composer.is_line() {
        return in_line(composer, id, style);
    }
    if !composer.may_nest() {
        return composer.section(id, style);
    }
    composer.flush();
    let dom = composer.source.dom;
    let mut list = List { start: start(dom, id), items: Vec::new() };
    for child in dom.children(id).filter(|child| !composer.source.is_left_out(*child)) {
        match dom.tag(child) {
            Tag::Li => list.push(item(composer, child, style)),
            tag => {
                let blocks = composer.inner([child], style);
                let is_list = matches!(tag, Tag::Ul | Tag::Ol);
                match list.items.last_mut() {
                    Some(last) if is_list => last.extend(blocks),
                    _ => list.push(blocks),
                }
            }
        }
    }
    if !list.items.is_empty() {
        composer.block(Block::List(list));
    }
}

/// The number that a list begins with, if it has numbers.
fn start(dom: &Dom, id: NodeId) -> Option<usize> {
    if dom.tag(id) != Tag::Ol {
        return None;
    }
    let first = dom.elements(id).find(|child| dom.tag(*child) == Tag::Li);
    let value = first.and_then(|first| dom.attribute(first, "value"));
    let number = value.or(dom.attribute(id, "start")).and_then(|text| text.trim().parse().ok());
    // Markdown knows no numbers of more digits.
    Some(number.filter(|number| *number < 1_000_000_000).unwrap_or(1))
}

fn item(composer: &Composer<'_, '_>, id: NodeId, style: &Style) -> Vec<Block> {
    let mut blocks = composer.inner(composer.source.dom.children(id), style);
    if let Some(sign) = task_sign(composer, id)
        && let Some(Block::Paragraph(text)) = blocks.first_mut()
    {
        text.insert_str(0, sign);
    }
    blocks
}

/// How a task begins: its box stands before anything else.
fn task_sign(composer: &Composer<'_, '_>, id: NodeId) -> Option<&'static str> {
    let dom = composer.source.dom;
    let first = dom.walk(id).skip(1).find(|node| match dom.text(*node) {
        Some(text) => !text.trim().is_empty(),
        None => dom.tag(*node) == Tag::Input,
    })?;
    (dom.attribute(first, "type") == Some("checkbox"))
        .then(|| if dom.attribute(first, "checked").is_some() { "[x] " } else { "[ ] " })
}

/// A list where there is room for one line only.
fn in_line(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    let dom = composer.source.dom;
    for child in dom.children(id) {
        if dom.tag(child) == Tag::Li && !composer.source.is_out(child) {
            composer.line.text(" • ", style);
        }
        composer.node(child, style);
    }
    composer.flush();
}

/// Terms and what they mean: a bold line for the term, and a list below it for its meanings.
/// Markdown has no such list; this keeps them together and reads as one.
pub(super) fn write_terms(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    composer.flush();
    terms(composer, id, style);
    composer.flush();
}

fn terms(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    let dom = composer.source.dom;
    for child in dom.children(id) {
        match dom.tag(child) {
            Tag::Dt if !composer.source.is_out(child) => {
                composer.section(child, &style.with(Mark::Strong));
            }
            Tag::Dd if !composer.source.is_out(child) => meaning(composer, child, style),
            Tag::Div => terms(composer, child, style),
            _ => composer.node(child, style),
        }
    }
}

fn meaning(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    if composer.is_line() || !composer.may_nest() {
        return composer.section(id, style);
    }
    composer.flush();
    let blocks = composer.inner(composer.source.dom.children(id), style);
    if blocks.is_empty() {
        return;
    }
    match composer.blocks.last_mut() {
        Some(Block::List(list)) if list.start.is_none() => list.push(blocks),
        _ => {
            let mut list = List::default();
            list.push(blocks);
            composer.block(Block::List(list));
        }
    }
}
