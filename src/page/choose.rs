//! The main text of a page: puts down in the marks what is left out of it, and why.

use crate::page::block::{self, Block};
use crate::page::body::Body;
use crate::page::candidate::Candidate;
use crate::page::dom::{Dom, NodeId};
use crate::page::feature::View;
use crate::page::marks::{Marks, Reason};
use crate::page::metadata::Metadata;
use crate::page::names::Group;
use crate::page::phrases::{self, Talk};
use crate::page::surroundings::Surroundings;
use crate::page::tag::Tag;
use crate::page::{classifier, hidden, kind};
use crate::text;

/// Fewer words are no text: then the judge is not believed.
const FEWEST_WORDS: f32 = 12.0;

/// Leaves out everything of a page but its main text.
pub fn leave_out_clutter(dom: &Dom, metadata: &Metadata, url: &str) -> Marks {
    with_view(dom, metadata, url, |view, mut marks| {
        let mut kept = classifier::judge(view);
        drop_comments(view, &metadata.kinds, &mut kept);
        drop_head_lines(view, metadata, &mut kept);
        drop_bare_headings(view, &mut kept);
        if words(view.blocks, &kept) < FEWEST_WORDS {
            kept = referee(view);
        }
        mark(view, &kept, &mut marks);
        marks
    })
}

/// Works on what is known of a page once what nobody sees is left out.
pub fn with_view<T>(
    dom: &Dom,
    metadata: &Metadata,
    url: &str,
    work: impl FnOnce(&View<'_>, Marks) -> T,
) -> T {
    let top = dom.body();
    let mut marks = Marks::none(dom);
    hidden::leave_out_hidden(dom, top, &mut marks);
    hidden::leave_out_noscript(dom, top, &mut marks);
    let blocks = block::blocks(dom, &marks, top);
    let around = Surroundings::of(dom, top, &blocks);
    let body = metadata.body.as_deref().unwrap_or_default().to_lowercase();
    let view = View {
        dom,
        blocks: &blocks,
        around: &around,
        candidate: &Candidate::of(dom, top, &blocks, &around),
        title: &metadata.title,
        repeats: &block::repeats(&blocks),
        hints: &kind::hints(&metadata.kinds, url),
        body: &Body::of(&body),
    };
    work(&view, marks)
}

fn words(blocks: &[Block], kept: &[bool]) -> f32 {
    let kept = blocks.iter().zip(kept).filter(|(_, kept)| **kept);
    kept.map(|(block, _)| block.count.words).sum()
}

/// When the judge found nothing: what the candidate holds, or else everything that is not a link.
fn referee(view: &View<'_>) -> Vec<bool> {
    let inside = |block: &Block| view.candidate.distance(view.dom, block.parent).is_some();
    let by_candidate: Vec<bool> = view.blocks.iter().map(inside).collect();
    if words(view.blocks, &by_candidate) >= FEWEST_WORDS {
        return by_candidate;
    }
    view.blocks.iter().map(|block| block.count.link_share() < 0.5).collect()
}

/// Words of a text beside which comments are only comments.
const TEXT_WORDS: f32 = 150.0;

/// What pages call themselves whose comments are not the text.
const ARTICLES: [&str; 4] = ["article", "newsarticle", "blogposting", "reportagenewsarticle"];

/// Leaves out the comments below an article of some length.
fn drop_comments(view: &View<'_>, kinds: &[String], kept: &mut [bool]) {
    if !kinds.iter().any(|kind| ARTICLES.contains(&kind.as_str())) {
        return;
    }
    let is_comment = |block: &Block| view.around.is_in_comments(block.parent);
    let zipped = view.blocks.iter().zip(kept.iter());
    let text = zipped.filter(|(block, kept)| **kept && !is_comment(block));
    if text.map(|(block, _)| block.count.words).sum::<f32>() < TEXT_WORDS {
        return;
    }
    for (block, kept) in view.blocks.iter().zip(kept) {
        *kept &= !is_comment(block);
    }
}

/// How far down the page's own account of itself is looked for, and how long its lines may be.
const HEAD_BLOCKS: usize = 10;
const HEAD_WORDS: f32 = 16.0;
const DATE_WORDS: f32 = 6.0;

/// Leaves out the lines between title and text that say who wrote it and when: that is told beside
/// the text. In a thread every post has such lines, and they are part of it.
fn drop_head_lines(view: &View<'_>, metadata: &Metadata, kept: &mut [bool]) {
    let author = metadata.author.to_lowercase();
    let blocks = view.blocks.iter().zip(kept).filter(|(_, kept)| **kept).take(HEAD_BLOCKS);
    let is_line = |block: &Block| block.count.words <= HEAD_WORDS && block.count.stops <= 1.0;
    for (block, kept) in blocks.take_while(|(block, _)| is_line(block)) {
        let opening = block.opening.as_str();
        let is_author = !author.is_empty() && opening.contains(&author);
        let is_date = block.count.words <= DATE_WORDS && text::date::find_date(opening).is_some();
        let is_told = (is_author && phrases::is_about(opening, Talk::About)) || opening == author;
        let is_heading = view.heading_level(block).is_some();
        if (is_told || is_date) && !is_heading && !is_post(view, block) {
            *kept = false;
        }
    }
}

/// Whether a block stands in one of several parts of the same kind that are not lists.
fn is_post(view: &View<'_>, block: &Block) -> bool {
    let is_one_of_many = |id: NodeId| {
        let tag = view.dom.tag(id);
        view.around.alike(id) >= 2.0
            && matches!(tag, Tag::Div | Tag::Article | Tag::Section | Tag::Tr)
            && view.around.count(id).words >= 2.0 * HEAD_WORDS
    };
    std::iter::once(block.parent).chain(view.dom.ancestors(block.parent)).any(is_one_of_many)
}

/// A heading above nothing that is kept heads something that was left out.
fn drop_bare_headings(view: &View<'_>, kept: &mut [bool]) {
    // The level of the heading that comes next, if no text comes first; the end is above all.
    let mut next = Some(0);
    for (block, kept) in view.blocks.iter().zip(kept.iter_mut()).rev().filter(|(_, kept)| **kept) {
        match (view.heading_level(block), next) {
            (Some(level), Some(below)) if below <= level => *kept = false,
            (level, _) => next = level,
        }
    }
}

/// Puts down what is left out: the widest elements in which nothing is kept.
fn mark(view: &View<'_>, kept: &[bool], marks: &mut Marks) {
    let dom = view.dom;
    let mut holds_kept = vec![false; dom.len()];
    for (block, _) in view.blocks.iter().zip(kept).filter(|(_, kept)| **kept) {
        for id in std::iter::once(block.parent).chain(dom.ancestors(block.parent)) {
            match holds_kept.get_mut(id.index()) {
                Some(slot) if !*slot => *slot = true,
                _ => break,
            }
        }
    }
    let is_empty = |id: &NodeId| holds_kept.get(id.index()) == Some(&false);
    for (block, _) in view.blocks.iter().zip(kept).filter(|(_, kept)| !**kept) {
        let reason = reason(view, block);
        let around = std::iter::once(block.parent).chain(dom.ancestors(block.parent));
        match around.take_while(is_empty).last() {
            Some(widest) => marks.leave_out(widest, reason),
            None => block.nodes.iter().for_each(|id| marks.leave_out(*id, reason)),
        }
    }
}

/// Names and what they say about a block that is left out, the surest first.
const REASONS: [(Group, Reason); 11] = [
    (Group::Comment, Reason::Comments),
    (Group::Related, Reason::Related),
    (Group::Dialogue, Reason::Promotion),
    (Group::Share, Reason::Promotion),
    (Group::Advert, Reason::Promotion),
    (Group::Navigation, Reason::Navigation),
    (Group::Toc, Reason::Navigation),
    (Group::Foot, Reason::Frame),
    (Group::Head, Reason::Frame),
    (Group::Form, Reason::Promotion),
    (Group::About, Reason::Metadata),
];

const TALKS: [(Talk, Reason); 6] = [
    (Talk::Related, Reason::Related),
    (Talk::Comments, Reason::Comments),
    (Talk::Share, Reason::Promotion),
    (Talk::Subscribe, Reason::Promotion),
    (Talk::Consent, Reason::Promotion),
    (Talk::Rights, Reason::Frame),
];

/// How far the names around a block are looked at for a reason.
const NEAR: usize = 8;

/// Why a block was left out, as far as its surroundings tell.
fn reason(view: &View<'_>, block: &Block) -> Reason {
    let around = std::iter::once(block.parent).chain(view.dom.ancestors(block.parent)).take(NEAR);
    for id in around {
        match view.dom.tag(id) {
            Tag::Nav => return Reason::Navigation,
            Tag::Header | Tag::Footer => return Reason::Frame,
            _ => {}
        }
        let names = view.around.names(id);
        if let Some((_, reason)) = REASONS.iter().find(|(group, _)| names.are_about(*group)) {
            return *reason;
        }
    }
    let said = TALKS.iter().find(|(talk, _)| phrases::is_about(&block.opening, *talk));
    said.map_or(Reason::NotMain, |(_, reason)| *reason)
}
