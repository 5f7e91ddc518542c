//! What can be told about a block by counting: its text, what stands around it and beside it, its
//! place on the page, and the page itself. One list of numbers for each block, always in the same
//! order, for the judge to weigh.

use crate::page::block::{Block, Count};
use crate::page::body::Body;
use crate::page::candidate::Candidate;
use crate::page::dom::{Dom, NodeId};
use crate::page::names::{Group, Names};
use crate::page::phrases::{TALKS, talks};
use crate::page::surroundings::Surroundings;
use crate::page::tag::Tag;

/// The numbers of one block.
pub type Features = Vec<f32>;

/// Ancestors that are counted apart.
const LEVELS: usize = 5;

/// How far the names of ancestors are looked at.
const FAR: usize = 40;

/// Elements whose distance tells something.
const AROUND: [Tag; 15] = [
    Tag::Nav,
    Tag::Footer,
    Tag::Header,
    Tag::Aside,
    Tag::Form,
    Tag::Article,
    Tag::Main,
    Tag::Section,
    Tag::Table,
    Tag::Ul,
    Tag::Ol,
    Tag::Figure,
    Tag::A,
    Tag::Dl,
    Tag::Noscript,
];

/// Elements that a block may be.
const KINDS: [Tag; 14] = [
    Tag::P,
    Tag::Li,
    Tag::Td,
    Tag::Th,
    Tag::Div,
    Tag::A,
    Tag::Blockquote,
    Tag::Pre,
    Tag::Figcaption,
    Tag::Dd,
    Tag::Dt,
    Tag::Button,
    Tag::Label,
    Tag::Summary,
];

/// What a heading or a short block may talk about.
const TALK: [Group; 13] = [
    Group::Navigation,
    Group::Foot,
    Group::Comment,
    Group::Related,
    Group::Share,
    Group::Advert,
    Group::Dialogue,
    Group::Form,
    Group::About,
    Group::Review,
    Group::Product,
    Group::Toc,
    Group::Text,
];

/// Everything that is known of a page.
pub struct View<'d> {
    /// Its tree.
    pub dom: &'d Dom,
    /// Its blocks.
    pub blocks: &'d [Block],
    /// What stands around them.
    pub around: &'d Surroundings,
    /// The element that most likely holds the main text.
    pub candidate: &'d Candidate,
    /// Its title.
    pub title: &'d str,
    /// How often each block stands on the page.
    pub repeats: &'d [f32],
    /// What the page and its address say it is.
    pub hints: &'d [f32],
    /// The text that the page gives to machines.
    pub body: &'d Body<'d>,
}

impl View<'_> {
    /// The level of the heading that a block is, or of which it is a part.
    pub fn heading_level(&self, block: &Block) -> Option<usize> {
        let around = std::iter::once(block.parent).chain(self.dom.ancestors(block.parent));
        around.take(3).find_map(|id| self.dom.tag(id).heading_level())
    }
}

/// The numbers of all blocks.
pub fn features(view: &View<'_>) -> Vec<Features> {
    let mut past = Past::default();
    let title = view.title.to_lowercase();
    let page = page_features(view);
    let mut all = Vec::with_capacity(view.blocks.len());
    for (at, block) in view.blocks.iter().enumerate() {
        past.meet(view, block);
        let mut row = Vec::with_capacity(200);
        own(view, at, block, &title, &mut row);
        levels(view, block, &mut row);
        names(view, block, &mut row);
        place(view, at, block, &past, &mut row);
        neighbours(view, at, &mut row);
        row.extend(&page);
        all.push(row);
        past.leave(block);
    }
    all
}

/// What came before a block.
#[derive(Default)]
struct Past {
    words: f32,
    blocks: f32,
    since_heading: f32,
    since_h1: Option<f32>,
    heading_level: f32,
    heading_talk: Names,
    heading_phrases: [f32; TALKS],
    headings: f32,
}

impl Past {
    fn meet(&mut self, view: &View<'_>, block: &Block) {
        if let Some(level) = view.heading_level(block) {
            self.heading_level = level as f32;
            self.since_heading = 0.0;
            self.heading_talk = Names::of_text(&block.opening);
            self.heading_phrases = talks(&block.opening);
            self.headings += 1.0;
            if level == 1 {
                self.since_h1 = Some(0.0);
            }
        }
    }

    fn leave(&mut self, block: &Block) {
        self.words += block.count.words;
        self.blocks += 1.0;
        self.since_heading += block.count.words;
        if let Some(since) = &mut self.since_h1 {
            *since += block.count.words;
        }
    }
}

fn ratio(part: f32, whole: f32) -> f32 {
    part / whole.max(1.0)
}

fn log(number: f32) -> f32 {
    (1.0 + number).ln()
}

fn flag(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

fn own(view: &View<'_>, at: usize, block: &Block, title: &str, row: &mut Features) {
    let count = &block.count;
    row.push(log(count.words));
    row.push(ratio(count.letters, count.words));
    row.push(count.link_share());
    row.push(count.links.min(20.0));
    row.push(ratio(count.capitals, count.letters));
    row.push(ratio(count.digits, count.letters));
    row.push(ratio(count.commas, count.words));
    row.push(ratio(count.stops, count.words));
    row.push(count.stops.min(10.0));
    row.push(ratio(count.bars, count.words));
    let tag = view.dom.tag(block.parent);
    row.extend(KINDS.iter().map(|kind| flag(tag == *kind)));
    row.push(view.heading_level(block).unwrap_or(0) as f32);
    let in_title = block.opening.len() > 3 && title.contains(block.opening.as_str());
    row.push(flag(in_title));
    let talk = if count.words < 40.0 { Names::of_text(&block.opening) } else { Names::default() };
    row.extend(TALK.iter().map(|group| flag(talk.are_about(*group))));
    row.push(flag(block.opening.contains('©') || block.opening.contains("all rights reserved")));
    row.push(flag(
        block.opening.contains('$') || block.opening.contains('€') || block.opening.contains('£'),
    ));
    row.push(flag(block.opening.ends_with(':')));
    row.extend(if count.words < 40.0 { talks(&block.opening) } else { [0.0; TALKS] });
    row.push(view.repeats.get(at).copied().unwrap_or_default());
    row.push(view.body.share(&block.opening));
}

fn levels(view: &View<'_>, block: &Block, row: &mut Features) {
    let total = view.around.total().words;
    let chain: Vec<NodeId> = std::iter::once(block.parent)
        .chain(view.dom.ancestors(block.parent))
        .take(LEVELS)
        .collect();
    for level in 0..LEVELS {
        let id = chain.get(level).copied();
        let count = id.map(|id| view.around.count(id)).unwrap_or_default();
        row.push(log(count.words));
        row.push(count.link_share());
        row.push(ratio(count.stops, count.words));
        row.push(ratio(count.words, count.blocks));
        row.push(ratio(count.words, total));
        row.push(id.map_or(0.0, |id| view.around.alike(id)).min(50.0));
        row.push(id.map_or(0.0, |id| view.around.place_among(id)));
    }
    // The nearest ancestor that is one of many of its kind: an item of a list, a post of a thread.
    let many = std::iter::once(block.parent)
        .chain(view.dom.ancestors(block.parent))
        .take(12)
        .enumerate()
        .find(|(_, id)| view.around.alike(*id) >= 3.0 && !view.dom.tag(*id).is_inline());
    row.push(many.map_or(20.0, |(level, _)| level as f32));
    let item = many.map(|(_, id)| view.around.count(id)).unwrap_or_default();
    row.push(log(item.words));
    row.push(item.link_share());
    row.push(item.blocks.min(50.0));
    row.push(many.map_or(0.0, |(_, id)| view.around.alike(id)).min(100.0));
    let list = many.and_then(|(_, id)| view.dom.parent(id));
    let list = list.map(|id| view.around.count(id)).unwrap_or_default();
    row.push(ratio(list.words, total));
    row.push(list.link_share());
    // The widest ancestor that is still not most of the page.
    let wide = std::iter::once(block.parent)
        .chain(view.dom.ancestors(block.parent))
        .take_while(|id| view.around.count(*id).words < 0.5 * total)
        .last();
    let wide = wide.map(|id| view.around.count(id)).unwrap_or_default();
    row.push(ratio(wide.words, total));
    row.push(wide.link_share());
    row.push(ratio(wide.stops, wide.words));
    row.push(ratio(wide.words, wide.blocks));
}

fn names(view: &View<'_>, block: &Block, row: &mut Features) {
    let mut tags = [FAR as f32; AROUND.len()];
    let mut groups = [FAR as f32; Group::ALL.len()];
    let only = match block.nodes.as_slice() {
        [only] if view.dom.tag(*only) != Tag::None => Some(*only),
        _ => None,
    };
    let chain = only
        .into_iter()
        .chain(std::iter::once(block.parent))
        .chain(view.dom.ancestors(block.parent));
    for (distance, id) in chain.take(FAR).enumerate() {
        let tag = view.dom.tag(id);
        if tag == Tag::Body {
            break;
        }
        if let Some(at) = AROUND.iter().position(|around| *around == tag)
            && let Some(slot) = tags.get_mut(at)
        {
            *slot = slot.min(distance as f32);
        }
        let about = view.around.names(id);
        if about.are_empty() {
            continue;
        }
        for (slot, group) in groups.iter_mut().zip(Group::ALL) {
            if about.are_about(*group) {
                *slot = slot.min(distance as f32);
            }
        }
    }
    row.extend(tags);
    row.extend(groups);
    row.push(view.dom.depth(block.parent) as f32);
}

fn place(view: &View<'_>, at: usize, block: &Block, past: &Past, row: &mut Features) {
    let total = view.around.total();
    row.push(ratio(past.words, total.words));
    row.push(at as f32 / view.blocks.len().max(1) as f32);
    row.push((at as f32).min(200.0));
    row.push(((view.blocks.len() - at) as f32).min(200.0));
    row.push(log(past.since_heading));
    row.push(past.since_h1.map_or(-1.0, log));
    row.push(past.heading_level);
    row.push(past.headings.min(50.0));
    row.extend(TALK.iter().map(|group| flag(past.heading_talk.are_about(*group))));
    row.extend(past.heading_phrases);
    let candidate = view.candidate;
    row.push(candidate.distance(view.dom, block.parent).map_or(FAR as f32, |far| far as f32));
    row.push(ratio(view.around.count(candidate.top).words, total.words));
    row.push(candidate.place(at));
}

fn neighbours(view: &View<'_>, at: usize, row: &mut Features) {
    let here = view.blocks.get(at);
    for step in [-3_isize, -2, -1, 1, 2, 3] {
        let block = at.checked_add_signed(step).and_then(|at| view.blocks.get(at));
        let count = block.map(|block| block.count).unwrap_or_default();
        row.push(log(count.words));
        row.push(count.link_share());
        row.push(ratio(count.stops, count.words));
        let tag = block.map_or(Tag::None, |block| view.dom.tag(block.parent));
        row.push(tag.heading_level().unwrap_or(0) as f32);
        row.push(flag(tag == Tag::P));
        let parent = |block: &Block| view.dom.parent(block.parent);
        row.push(flag(
            block.and_then(parent).is_some() && block.and_then(parent) == here.and_then(parent),
        ));
    }
}

fn page_features(view: &View<'_>) -> Features {
    let total = view.around.total();
    let mut row = vec![
        log(total.words),
        total.link_share(),
        log(view.blocks.len() as f32),
        ratio(total.words, total.blocks),
        ratio(total.stops, total.words),
    ];
    let long = |count: &Count| count.words >= 20.0 && count.link_share() < 0.3;
    let prose: f32 =
        view.blocks.iter().filter(|block| long(&block.count)).map(|block| block.count.words).sum();
    row.push(ratio(prose, total.words));
    let apart = |block: &&Block| long(&block.count) && !view.around.is_in_comments(block.parent);
    let apart: f32 = view.blocks.iter().filter(apart).map(|block| block.count.words).sum();
    row.push(log(apart));
    row.push(ratio(apart, prose));
    row.push(view.around.elements(Tag::Article).min(50.0));
    row.push(view.around.elements(Tag::Main).min(3.0));
    row.push(log(view.around.elements(Tag::P)));
    row.push(log(view.around.elements(Tag::Li)));
    row.push(log(view.around.elements(Tag::Pre)));
    row.push(log(view.around.elements(Tag::Img)));
    row.push(log(view.around.elements(Tag::Time)));
    row.push(log(view.around.elements(Tag::Form)));
    row.push(log(view.around.elements(Tag::Table)));
    row.push(view.around.elements(Tag::H1).min(5.0));
    row.push(log(view.around.elements(Tag::H2)));
    row.extend(view.hints);
    row
}
