//! Finds copies of a text: the same page at two addresses, or a page and its snippet in a search
//! result. A paraphrase is not a copy.
//!
//! Texts are compared by their shingles: all sequences of four consecutive words. One changed word
//! changes four shingles, so texts with many shared shingles share sentences, not just a subject.

use crate::language::is_unspaced_script;
use crate::values::text::{FNV1A_OFFSET_BASIS, fnv1a_step};

/// Number of words in a shingle; in scripts without spaces, number of character pairs.
const WORDS_PER_SHINGLE: usize = 4;

/// Minimum Jaccard similarity of two copies of a page: the shingles that both have, divided by the
/// shingles that at least one has. Copies differ in the text around the article, such as a date, a
/// teaser or tags. Pages that only quote each other are less similar.
const MIN_COPY_JACCARD: f32 = 0.8;

/// Minimum share of an excerpt's shingles that the longer text contains. It is below 1 because a
/// snippet may be cut inside a word at its ends. It is high enough that an excerpt of up to 40
/// words with one changed number does not match.
const MIN_EXCERPT_SHINGLE_SHARE: f32 = 0.9;

/// Minimum number of shingles of an excerpt. A shorter text may be a common phrase that occurs in
/// unrelated pages.
const MIN_EXCERPT_SHINGLES: usize = 12;

/// Number of shingles in the sample that is compared first. If less than half of the sample occurs
/// in both texts, they count as different without a full comparison. Copies are hardly ever missed:
/// texts that share four fifths of their shingles fail this test once in a hundred million.
const SAMPLED_SHINGLE_COUNT: usize = 64;

/// The shingles of a text (its sequences of four consecutive words), as sorted hashes without
/// repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shingles(Vec<u64>);

impl Shingles {
    /// Splits a text into shingles.
    pub fn new(text: &str) -> Self {
        let mut hashes = shingle_hashes(text);
        hashes.sort_unstable();
        hashes.dedup();
        Self(hashes)
    }

    /// The lowest hashes of a text's shingles, at most `count`, sorted: a random sample that two texts
    /// have in common as far as they have shingles in common.
    pub fn lowest_hashes(text: &str, count: usize) -> Vec<u64> {
        let mut hashes = shingle_hashes(text);
        // Repeated shingles are rare, so twice as many hashes are nearly always enough.
        let candidate_count = 2 * count;
        if hashes.len() > candidate_count {
            let (candidates, ..) = hashes.select_nth_unstable(candidate_count);
            candidates.sort_unstable();
            let mut lowest = candidates.to_vec();
            lowest.dedup();
            if lowest.len() >= count {
                lowest.truncate(count);
                return lowest;
            }
        }
        hashes.sort_unstable();
        hashes.dedup();
        hashes.truncate(count);
        hashes
    }

    /// Jaccard similarity: the number of shared shingles divided by the number of distinct shingles
    /// in both texts.
    pub fn jaccard(&self, other: &Self) -> f32 {
        let shared = self.shared_shingle_count(other);
        share(shared, self.0.len() + other.0.len() - shared)
    }

    /// The share of this text's shingles, from 0 to 1, that also occur in the other text, and the share
    /// of the other text's shingles that also occur in this one.
    pub fn containments(&self, other: &Self) -> (f32, f32) {
        let shared = self.shared_shingle_count(other);
        (share(shared, self.0.len()), share(shared, other.0.len()))
    }

    /// Whether the two texts are copies of each other, or one is an excerpt of the other.
    fn is_duplicate_of(&self, other: &Self) -> bool {
        let (small, large) =
            if self.0.len() <= other.0.len() { (self, other) } else { (other, self) };
        if small.is_clearly_different(large) {
            return false;
        }
        let shared = small.shared_shingle_count(large);
        let may_be_excerpt = small.0.len() >= MIN_EXCERPT_SHINGLES;
        share(shared, small.0.len() + large.0.len() - shared) >= MIN_COPY_JACCARD
            || (may_be_excerpt && share(shared, small.0.len()) >= MIN_EXCERPT_SHINGLE_SHARE)
    }

    /// Whether a sample of this text's shingles already shows that this text differs from `large`.
    /// The sample consists of the shingles with the smallest hashes. It is random, because hashes
    /// do not depend on the subject of a text.
    fn is_clearly_different(&self, large: &Self) -> bool {
        let sample = self.0.get(..SAMPLED_SHINGLE_COUNT).unwrap_or_default();
        common_hash_count(sample, &large.0) * 2 < sample.len()
    }

    /// Number of shingles that both texts have.
    fn shared_shingle_count(&self, other: &Self) -> usize {
        common_hash_count(&self.0, &other.0)
    }
}

/// The hashes of the shingles of a text, in its order, with repeats. No shingle has words from both
/// sides of an ellipsis, because text was left out there.
fn shingle_hashes(text: &str) -> Vec<u64> {
    let mut hashes = Vec::with_capacity(text.len() / 6);
    for piece in text.split('…').flat_map(|piece| piece.split("...")) {
        let mut window = ShingleWindow::default();
        for_each_word_hash(piece, &mut |unit| window.push_word(unit, &mut hashes));
        // A text with fewer words than a shingle counts as one shingle.
        if (1..WORDS_PER_SHINGLE).contains(&window.seen) {
            hashes.push(window.shingle_hash());
        }
    }
    hashes
}

/// Number of hashes that occur in both sorted lists.
fn common_hash_count(hashes: &[u64], others: &[u64]) -> usize {
    let mut rest = others;
    let mut is_common = |hash: &&u64| {
        rest = rest.get(count_hashes_below(rest, **hash)..).unwrap_or_default();
        rest.first() == Some(*hash)
    };
    hashes.iter().filter(|hash| is_common(hash)).count()
}

/// Number of hashes in a sorted list that are lower than `hash`. The search doubles its step each
/// time, which is fast if `hash` belongs near the start of the list.
fn count_hashes_below(hashes: &[u64], hash: u64) -> usize {
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

/// A sliding window over the words of a text. It holds the hashes of the last `WORDS_PER_SHINGLE`
/// words.
#[derive(Default)]
struct ShingleWindow {
    last: [u64; WORDS_PER_SHINGLE],
    seen: usize,
}

impl ShingleWindow {
    /// Adds the hash of a word to the window. Once the window is full, each word also adds the hash
    /// of one shingle to `hashes`.
    fn push_word(&mut self, word_hash: u64, hashes: &mut Vec<u64>) {
        self.last.rotate_left(1);
        if let Some(last) = self.last.last_mut() {
            *last = word_hash;
        }
        self.seen += 1;
        if self.seen >= WORDS_PER_SHINGLE {
            hashes.push(self.shingle_hash());
        }
    }

    fn shingle_hash(&self) -> u64 {
        self.last.iter().fold(0, |hash, word| mix_bits(hash ^ *word))
    }
}

/// Calls `found` with the hash of every lowercase word of a text. Link destinations are skipped. In
/// a script without spaces, such as Chinese, each pair of adjacent characters is a word. This is
/// ten times as fast as the tokenizer of the index: the words need not be stemmed, and equal texts
/// only have to be split in the same way.
fn for_each_word_hash(text: &str, found: &mut impl FnMut(u64)) {
    let mut word = None;
    let mut run: Option<(char, bool)> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // Most texts are mostly ASCII, for which this is several times as fast.
        if c.is_ascii_alphanumeric() && run.is_none() {
            let lower = u64::from(c.to_ascii_lowercase());
            word = Some(fnv1a_step(word.unwrap_or(FNV1A_OFFSET_BASIS), lower));
            continue;
        }
        if is_unspaced_script(c) {
            word.take().into_iter().for_each(&mut *found);
            if let Some((before, _)) = run {
                found(mix_bits(u64::from(before) << 32 | u64::from(c)));
            }
            run = Some((c, run.is_none()));
            continue;
        }
        // A single character of a script without spaces, which forms no pair, counts as a word.
        if let Some((single, true)) = run.take() {
            found(mix_bits(u64::from(single)));
        }
        if c.is_alphanumeric() {
            word = Some(lowercase_chars(c).fold(word.unwrap_or(FNV1A_OFFSET_BASIS), |hash, c| {
                fnv1a_step(hash, u64::from(c))
            }));
            continue;
        }
        word.take().into_iter().for_each(&mut *found);
        if c == ']' && chars.as_str().starts_with('(') {
            let rest = chars.as_str();
            let end = rest.find(|c: char| c == ')' || c.is_whitespace()).unwrap_or(rest.len());
            chars = rest.get(end..).unwrap_or_default().chars();
        }
    }
    word.into_iter().for_each(&mut *found);
    if let Some((single, true)) = run {
        found(mix_bits(u64::from(single)));
    }
}

/// The lower-case form of a character, which may consist of several characters. ASCII letters take
/// a fast path.
fn lowercase_chars(c: char) -> impl Iterator<Item = char> {
    let ascii = c.is_ascii().then(|| c.to_ascii_lowercase());
    let other = (!c.is_ascii()).then(|| c.to_lowercase());
    ascii.into_iter().chain(other.into_iter().flatten())
}

/// Mixes the bits of a value, so that similar values get very different hashes. This is the last
/// step of the random number generator `SplitMix64`.
fn mix_bits(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Returns for each text the index of the first text of its group of duplicates. For a text that
/// duplicates no earlier text, this is its own index.
pub fn first_duplicate_indexes(texts: &[&str]) -> Vec<usize> {
    let mut groups: Vec<DuplicateGroup> = Vec::new();
    let mut first_of_each = Vec::with_capacity(texts.len());
    for (at, text) in texts.iter().enumerate() {
        let shingles = Shingles::new(text);
        match groups.iter_mut().find(|group| group.longest.is_duplicate_of(&shingles)) {
            Some(group) => {
                first_of_each.push(group.first);
                if group.longest.0.len() < shingles.0.len() {
                    group.longest = shingles;
                }
            }
            None => {
                first_of_each.push(at);
                groups.push(DuplicateGroup { first: at, longest: shingles });
            }
        }
    }
    first_of_each
}

/// A group of texts that are duplicates of each other. A new text is compared only with the longest
/// text of the group. If it were compared with every text, two pages that share only a quotation
/// could both join the group of that quotation.
struct DuplicateGroup {
    first: usize,
    longest: Shingles,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Compost heaps grow warm because bacteria breathe while they eat. \
        A heap of one cubic metre reaches sixty degrees within a week if it is kept moist and \
        turned every few days. Above seventy degrees most of the helpful microbes die, and the \
        heap cools down again. Woody material gives air, kitchen waste gives nitrogen, and both \
        should be mix_bits in layers no thicker than a hand.";
    const OTHER: &str = "Green tea is steamed soon after picking, which keeps its leaves from \
        turning brown. Black tea is rolled and left to oxidise for hours before it is dried.";

    fn check(texts: &[&str], expected: &[usize]) {
        assert_eq!(first_duplicate_indexes(texts), expected, "{texts:?}");
    }

    #[test]
    fn a_copy_with_other_text_around_it_is_a_duplicate() {
        let copy = format!("Posted by Ann. {} Tags: garden, soil.", PAGE.to_uppercase());
        check(&[PAGE, OTHER, &copy], &[0, 1, 0]);
        check(&[PAGE, &PAGE.replace(". ", ".\n\n> "), OTHER, OTHER], &[0, 0, 2, 2]);
    }

    #[test]
    fn a_snippet_is_a_duplicate_of_its_page() {
        let piece = "…A heap of one cubic metre reaches sixty degrees within a week if it is kept \
            moist ... Woody material gives air, kitchen waste gives nitrogen, and bo…";
        check(&[PAGE, piece], &[0, 0]);
        check(&[piece, OTHER, PAGE], &[0, 1, 0]);
    }

    #[test]
    fn a_changed_number_in_a_snippet_makes_it_different() {
        let piece = "A heap of one cubic metre reaches sixty degrees within a week if it is kept \
            moist and turned every few days.";
        check(&[PAGE, piece, &piece.replace("sixty", "forty")], &[0, 0, 2]);
    }

    #[test]
    fn a_common_phrase_does_not_make_a_duplicate() {
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
    fn short_texts_are_duplicates_only_word_for_word() {
        check(&["Tea is hot.", "tea is hot", "Tea is cold.", "", "", "!"], &[0, 0, 2, 3, 4, 5]);
        check(&["水", "水", "火"], &[0, 0, 2]);
        check(&["水 tea", "水 tea火", "水tea"], &[0, 1, 0]);
    }

    #[test]
    fn link_destinations_are_ignored() {
        let linked = PAGE.replace("bacteria", "[bacteria](https://example.org/wiki/Bacteria)");
        assert_eq!(Shingles::new(&linked), Shingles::new(PAGE));
    }

    #[test]
    fn jaccard_and_containment_are_computed() {
        let check = |one: &str, other: &str, jaccard: f32, containment: f32| {
            let (one, other) = (Shingles::new(one), Shingles::new(other));
            assert_eq!((one.jaccard(&other), one.containments(&other).0), (jaccard, containment));
            assert_eq!(one.containments(&other).1, other.containments(&one).0);
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
        fn every_text_points_to_the_first_of_its_group(texts in proptest::collection::vec("([a-c] ){0,9}|\\PC{0,12}", 0..9)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let first = first_duplicate_indexes(&texts);
            proptest::prop_assert_eq!(first.len(), texts.len());
            for (at, to) in first.iter().enumerate() {
                proptest::prop_assert!(*to <= at && first[*to] == *to);
            }
        }
    }
}
