//! Reads hints about the purpose of an element from its class, id and role. They are only hints,
//! because sites choose these names freely.

use std::sync::LazyLock;

use crate::language::word_list;
use crate::values::html::{Dom, NodeId};

macro_rules! purpose_hints {
    ($($(#[$doc:meta])* $hint:ident = $section:literal;)*) => {
        /// The purpose that the class, id or role of an element suggests.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum PurposeHint { $($(#[$doc])* $hint,)* }

        impl PurposeHint {
            /// All hints in declaration order. The block classifier was trained with this order.
            pub const ALL: &'static [Self] = &[$(Self::$hint,)*];

            /// Returns the hint that a section of `purpose_hints.txt` belongs to; `None` if the
            /// name is unknown.
            fn from_section(section_name: &str) -> Option<Self> {
                match section_name {
                    $($section => Some(Self::$hint),)*
                    _ => None,
                }
            }
        }
    };
}

// Each hint with the section of `purpose_hints.txt` that lists its words.
purpose_hints! {
    /// Navigation of the site.
    Navigation = "navigation";
    /// A table of contents.
    Toc = "toc";
    /// The footer of the site.
    Footer = "footer";
    /// The header of the site.
    Header = "header";
    /// A column beside the main text.
    Sidebar = "sidebar";
    /// Comments by visitors.
    Comment = "comment";
    /// Teasers of other pages.
    Related = "related";
    /// Buttons for sharing a page or following a site.
    Share = "share";
    /// Advertisements and offers.
    Advert = "advert";
    /// Cookie consent, sign-up and other dialogs.
    Dialog = "dialog";
    /// Search fields, filters, buttons and other parts of forms.
    Form = "form";
    /// Author, date and other data about the text.
    Metadata = "metadata";
    /// The text of an article, a story or a document.
    Text = "text";
    /// The main column of the page.
    Main = "main";
    /// A post of a forum thread.
    Post = "post";
    /// A product of a shop.
    Product = "product";
    /// Reviews by customers.
    Review = "review";
    /// An item of a list or grid.
    Item = "item";
    /// A title, subtitle or introduction.
    Headline = "headline";
    /// An image or its caption.
    Caption = "caption";
    /// Content that is hidden, or visible only to some users.
    Hidden = "hidden";
}

/// The words of all hints. Each entry has the first eight letters of a word as a number, the word,
/// and its hint. The entries are sorted by the number for binary search.
static HINT_WORDS_BY_FIRST_LETTERS: LazyLock<Vec<(u64, &str, PurposeHint)>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(include_str!("purpose_hints.txt")).into_iter();
    let hints = sections
        .filter_map(|section| Some((PurposeHint::from_section(section.name)?, section.words)));
    let mut words: Vec<_> = hints
        .flat_map(|(hint, words)| {
            words.into_iter().map(move |word| (first_letters_key(word), word, hint))
        })
        .collect();
    words.sort_unstable();
    words
});

impl PurposeHint {
    fn from_word(word: &str) -> Option<Self> {
        let first = first_letters_key(word);
        let start = HINT_WORDS_BY_FIRST_LETTERS.partition_point(|(letters, _, _)| *letters < first);
        let mut candidates = HINT_WORDS_BY_FIRST_LETTERS
            .get(start..)?
            .iter()
            .take_while(|(letters, _, _)| *letters == first);
        candidates.find(|(_, known, _)| *known == word).map(|(_, _, hint)| *hint)
    }
}

/// The hints in the class, id and role of an element, or in a short text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PurposeHintSet(u32);

impl PurposeHintSet {
    /// Collects the hints in the attributes `class`, `id`, `role`, `itemprop` and `data-testid` of
    /// an element.
    pub fn from_element(dom: &Dom, id: NodeId) -> Self {
        let mut names = Self::default();
        for (attribute, value) in dom.attributes(id) {
            if matches!(attribute, "class" | "id" | "role" | "itemprop" | "data-testid") {
                for_each_word(value, &mut |word| names.add_hint_for_word(word));
            }
        }
        names
    }

    /// Collects the hints in the words of a heading or another short text, as if these words were
    /// class names.
    pub fn from_text(text: &str) -> Self {
        let mut names = Self::default();
        for_each_word(text, &mut |word| names.add_hint_for_word(word));
        names
    }

    /// Adds the hint that a word, in singular or plural, stands for. Most words stand for no hint.
    fn add_hint_for_word(&mut self, word: &str) {
        let singular = || word.strip_suffix('s').and_then(PurposeHint::from_word);
        if let Some(hint) = PurposeHint::from_word(word).or_else(singular) {
            self.0 |= 1 << hint as u32;
        }
    }

    /// Whether no hint word was found.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a word for this hint was found.
    pub fn contains(self, hint: PurposeHint) -> bool {
        self.0 & (1 << hint as u32) != 0
    }
}

/// Returns the first eight bytes of a word as a number, which is faster to compare than the text.
fn first_letters_key(word: &str) -> u64 {
    word.bytes().take(8).fold(0, |letters, letter| letters << 8 | u64::from(letter))
}

/// Only this many characters of a class, id or role are read, because some sites generate very long
/// class attributes.
const MAX_READ_ATTRIBUTE_CHARS: usize = 400;

/// Only this many letters of each word in a class name are read; the rest of the word is ignored.
const MAX_READ_WORD_LETTERS: usize = 24;

/// Calls `visit` with each word of `names`, the value of a class, id or role, in lower case.
/// `mainContent`, `main-content` and `main_content` have the same two words.
pub fn for_each_word(names: &str, visit: &mut impl FnMut(&str)) {
    let mut word = String::with_capacity(MAX_READ_WORD_LETTERS);
    let mut was_lower = false;
    for char in names.chars().take(MAX_READ_ATTRIBUTE_CHARS) {
        let starts_word = char.is_ascii_uppercase() && was_lower;
        if (starts_word || !char.is_ascii_alphabetic()) && !word.is_empty() {
            visit(&word);
            word.clear();
        }
        if char.is_ascii_alphabetic() && word.len() < MAX_READ_WORD_LETTERS {
            word.push(char.to_ascii_lowercase());
        }
        was_lower = char.is_ascii_lowercase();
    }
    if !word.is_empty() {
        visit(&word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::{Tag, parse};

    fn check(html: &str, expected: &[PurposeHint]) {
        let dom = parse::parse(html);
        let div = dom.find_tag(dom.root(), Tag::Div).expect("a div");
        let names = PurposeHintSet::from_element(&dom, div);
        let found: Vec<PurposeHint> =
            PurposeHint::ALL.iter().copied().filter(|hint| names.contains(*hint)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn every_hint_has_words_and_every_section_a_hint() {
        let sections = word_list::parse_sections(include_str!("purpose_hints.txt"));
        let hints: Vec<_> =
            sections.iter().map(|section| PurposeHint::from_section(section.name)).collect();
        let expected: Vec<_> = PurposeHint::ALL.iter().copied().map(Some).collect();
        assert_eq!(hints, expected);
        assert!(sections.iter().all(|section| section.words.len() > 3));
    }

    #[test]
    fn names_are_read_word_by_word() {
        check("<div class='mainContent'>", &[PurposeHint::Text, PurposeHint::Main]);
        check(
            "<div class='post_comments' id='nav-1'>",
            &[PurposeHint::Navigation, PurposeHint::Comment, PurposeHint::Post],
        );
        check("<div class='shadow gradient'>", &[]);
        check("<div role='navigation'>", &[PurposeHint::Navigation]);
    }
}
