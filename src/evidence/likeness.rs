//! Texts that say the same in the same words: copies of a page, and the piece of a page that a
//! search service shows. Said in other words they are different texts here.
//!
//! Compared are shingles, four words in a row. A change of one word takes four of them away, so
//! shared shingles mean shared sentences, not a shared subject.

use crate::index::language::is_unspaced;
use crate::text::hash::{FNV1A_START, fnv1a_step};

/// Words, or pairs of characters, in a shingle.
const WIDTH: usize = 4;

/// Copies of a page differ by what stands around the text: a date, a teaser, a list of tags. Two
/// pages of which a fifth differs are such copies; pages that only quote each other share less.
const SAME_PAGE: f32 = 0.8;

/// A piece shown by a search service is cut at its ends, sometimes inside a word, and otherwise
/// stands in the page as it is. A changed figure in a piece of ordinary length (up to 40 words)
/// takes more than this away.
const SAME_PIECE: f32 = 0.9;

/// A piece of fewer shingles may be a turn of phrase that stands in unrelated pages.
const FEWEST_OF_PIECE: usize = 12;

/// So many shingles tell texts of different subjects apart. That fewer than half of them are
/// shared by texts that share four fifths of all happens once in a hundred million times.
const DRAWN: usize = 64;

/// The shingles of a text, as sorted hashes without repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shingles(Vec<u64>);

impl Shingles {
    /// Cuts a text. What is left out at an ellipsis joins nothing.
    pub fn of(text: &str) -> Self {
        let mut hashes = Vec::with_capacity(text.len() / 6);
        for piece in text.split('…').flat_map(|piece| piece.split("...")) {
            let mut window = Window::default();
            units(piece, &mut |unit| window.push(unit, &mut hashes));
            // A text shorter than a shingle is one.
            if (1..WIDTH).contains(&window.seen) {
                hashes.push(window.hash());
            }
        }
        hashes.sort_unstable();
        hashes.dedup();
        Self(hashes)
    }

    /// Shared shingles, as a share of those of either.
    pub fn jaccard(&self, other: &Self) -> f32 {
        let shared = self.shared(other);
        share(shared, self.0.len() + other.0.len() - shared)
    }

    /// The share of these that stand in another text.
    pub fn containment(&self, whole: &Self) -> f32 {
        share(self.shared(whole), self.0.len())
    }

    /// Whether both say the same: copies of each other, or one a piece of the other.
    fn says_the_same(&self, other: &Self) -> bool {
        let (small, large) =
            if self.0.len() <= other.0.len() { (self, other) } else { (other, self) };
        if small.is_plainly_other(large) {
            return false;
        }
        let shared = small.shared(large);
        let is_piece = small.0.len() >= FEWEST_OF_PIECE;
        share(shared, small.0.len() + large.0.len() - shared) >= SAME_PAGE
            || (is_piece && share(shared, small.0.len()) >= SAME_PIECE)
    }

    /// Whether a look at a few is enough: the smallest hashes are as good as drawn by lot, and of
    /// texts that say the same four fifths are shared.
    fn is_plainly_other(&self, large: &Self) -> bool {
        let drawn = self.0.get(..DRAWN).unwrap_or_default();
        common(drawn, &large.0) * 2 < drawn.len()
    }

    fn shared(&self, other: &Self) -> usize {
        common(&self.0, &other.0)
    }
}

/// How many hashes stand in both.
fn common(hashes: &[u64], others: &[u64]) -> usize {
    let mut rest = others;
    let mut is_common = |hash: &&u64| {
        rest = rest.get(skipped(rest, **hash)..).unwrap_or_default();
        rest.first() == Some(*hash)
    };
    hashes.iter().filter(|hash| is_common(hash)).count()
}

/// How many hashes at the front are smaller than one: in steps that double, so that a short text
/// is quickly compared with a long one.
fn skipped(hashes: &[u64], hash: u64) -> usize {
    let mut step = 1;
    while hashes.get(step - 1).is_some_and(|other| *other < hash) {
        step *= 2;
    }
    let from = step / 2;
    let near = hashes.get(from..step.min(hashes.len())).unwrap_or_default();
    from + near.partition_point(|other| *other < hash)
}

fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// The last words of a text, while it is read.
#[derive(Default)]
struct Window {
    last: [u64; WIDTH],
    seen: usize,
}

impl Window {
    fn push(&mut self, word: u64, hashes: &mut Vec<u64>) {
        self.last.rotate_left(1);
        if let Some(last) = self.last.last_mut() {
            *last = word;
        }
        self.seen += 1;
        if self.seen >= WIDTH {
            hashes.push(self.hash());
        }
    }

    fn hash(&self) -> u64 {
        self.last.iter().fold(0, |hash, word| mixed(hash ^ *word))
    }
}

/// Calls back with a hash of every word in lower case; a script without spaces is read in pairs of
/// characters, which overlap. Simpler than the words of the index, and ten times as fast: here it
/// matters only that the same text is cut in the same way. What a link points to is not read.
fn units(text: &str, found: &mut impl FnMut(u64)) {
    let mut word = None;
    let mut run: Option<(char, bool)> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_unspaced(c) {
            word.take().into_iter().for_each(&mut *found);
            if let Some((before, _)) = run {
                found(mixed(u64::from(before) << 32 | u64::from(c)));
            }
            run = Some((c, run.is_none()));
            continue;
        }
        // A character alone is a word.
        if let Some((alone, true)) = run.take() {
            found(mixed(u64::from(alone)));
        }
        if c.is_alphanumeric() {
            word = Some(
                lower(c)
                    .fold(word.unwrap_or(FNV1A_START), |hash, c| fnv1a_step(hash, u64::from(c))),
            );
            continue;
        }
        word.take().into_iter().for_each(&mut *found);
        if c == ']' && chars.peek() == Some(&'(') {
            while chars.next_if(|c| *c != ')' && !c.is_whitespace()).is_some() {}
        }
    }
    word.into_iter().for_each(&mut *found);
    if let Some((alone, true)) = run {
        found(mixed(u64::from(alone)));
    }
}

fn lower(c: char) -> impl Iterator<Item = char> {
    let ascii = c.is_ascii().then(|| c.to_ascii_lowercase());
    let other = (!c.is_ascii()).then(|| c.to_lowercase());
    ascii.into_iter().chain(other.into_iter().flatten())
}

/// Spreads a value over all bits: the last step of `SplitMix64`.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// For each text the first one that says the same; itself where none does.
pub fn groups(texts: &[&str]) -> Vec<usize> {
    let mut groups: Vec<Group> = Vec::new();
    let mut first_of_each = Vec::with_capacity(texts.len());
    for (at, text) in texts.iter().enumerate() {
        let shingles = Shingles::of(text);
        match groups.iter_mut().find(|group| group.fullest.says_the_same(&shingles)) {
            Some(group) => {
                first_of_each.push(group.first);
                if group.fullest.0.len() < shingles.0.len() {
                    group.fullest = shingles;
                }
            }
            None => {
                first_of_each.push(at);
                groups.push(Group { first: at, fullest: shingles });
            }
        }
    }
    first_of_each
}

/// Texts that say the same. A further one is compared with the fullest: two pages that share only
/// a quotation are not the same because it was found alone before.
struct Group {
    first: usize,
    fullest: Shingles,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Compost heaps grow warm because bacteria breathe while they eat. \
        A heap of one cubic metre reaches sixty degrees within a week if it is kept moist and \
        turned every few days. Above seventy degrees most of the helpful microbes die, and the \
        heap cools down again. Woody material gives air, kitchen waste gives nitrogen, and both \
        should be mixed in layers no thicker than a hand.";
    const OTHER: &str = "Green tea is steamed soon after picking, which keeps its leaves from \
        turning brown. Black tea is rolled and left to oxidise for hours before it is dried.";

    fn check(texts: &[&str], expected: &[usize]) {
        assert_eq!(groups(texts), expected, "{texts:?}");
    }

    #[test]
    fn a_copy_with_another_frame_says_the_same() {
        let copy = format!("Posted by Ann. {} Tags: garden, soil.", PAGE.to_uppercase());
        check(&[PAGE, OTHER, &copy], &[0, 1, 0]);
        check(&[PAGE, &PAGE.replace(". ", ".\n\n> "), OTHER, OTHER], &[0, 0, 2, 2]);
    }

    #[test]
    fn a_piece_of_a_page_says_what_the_page_says() {
        let piece = "…A heap of one cubic metre reaches sixty degrees within a week if it is kept \
            moist ... Woody material gives air, kitchen waste gives nitrogen, and bo…";
        check(&[PAGE, piece], &[0, 0]);
        check(&[piece, OTHER, PAGE], &[0, 1, 0]);
    }

    #[test]
    fn a_changed_figure_in_a_piece_says_something_else() {
        let piece = "A heap of one cubic metre reaches sixty degrees within a week if it is kept \
            moist and turned every few days.";
        check(&[PAGE, piece, &piece.replace("sixty", "forty")], &[0, 0, 2]);
    }

    #[test]
    fn a_phrase_in_common_is_no_copy() {
        check(&[PAGE, "because bacteria breathe while they eat", OTHER], &[0, 1, 2]);
        let quotation = "A heap of one cubic metre reaches sixty degrees within a week if it is \
            kept moist and turned every few days.";
        check(&[quotation, PAGE, &format!("{OTHER} {quotation} {OTHER}")], &[0, 0, 2]);
    }

    #[test]
    fn scripts_without_spaces_are_compared_by_their_characters() {
        let page = "堆肥需要氧气和水分，温度会在一周内升到六十度，然后慢慢下降，微生物也会减少。";
        check(&[page, &format!("作者：安。{page}"), "绿茶采摘后很快就要蒸青。"], &[0, 0, 2]);
        check(&[page, "温度会在一周内升到六十度，然后慢慢下降"], &[0, 0]);
        check(&[page, "温度会在一周内升到九十度，然后慢慢下降"], &[0, 1]);
    }

    #[test]
    fn short_texts_are_the_same_only_word_for_word() {
        check(&["Tea is hot.", "tea is hot", "Tea is cold.", "", "", "!"], &[0, 0, 2, 3, 4, 5]);
        check(&["水", "水", "火"], &[0, 0, 2]);
        check(&["水 tea", "水 tea火", "水tea"], &[0, 1, 0]);
    }

    #[test]
    fn what_a_link_points_to_is_not_read() {
        let linked = PAGE.replace("bacteria", "[bacteria](https://example.org/wiki/Bacteria)");
        assert_eq!(Shingles::of(&linked), Shingles::of(PAGE));
    }

    #[test]
    fn shares_are_of_all_shingles_or_of_the_piece() {
        let check = |one: &str, other: &str, jaccard: f32, containment: f32| {
            let (one, other) = (Shingles::of(one), Shingles::of(other));
            assert_eq!((one.jaccard(&other), one.containment(&other)), (jaccard, containment));
            assert_eq!(other.jaccard(&one), jaccard);
        };
        check("a b c d e", "a b c d e", 1.0, 1.0);
        check("a b c d e", "a b c d e f g", 0.5, 1.0);
        check("a b c d e", "x b c d e", 1.0 / 3.0, 0.5);
        check("a b c d", "e f g h", 0.0, 0.0);
        check("", "a b c d", 0.0, 0.0);
        check("", "", 0.0, 0.0);
    }

    proptest::proptest! {
        #[test]
        fn every_text_says_the_same_as_its_first(texts in proptest::collection::vec("([a-c] ){0,9}|\\PC{0,12}", 0..9)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let first = groups(&texts);
            proptest::prop_assert_eq!(first.len(), texts.len());
            for (at, to) in first.iter().enumerate() {
                proptest::prop_assert!(*to <= at && first[*to] == *to);
            }
        }
    }
}
