//! Reads hints about the purpose of an element from its class, id and role. They are only hints,
//! because sites choose these names freely.

use std::sync::LazyLock;

use crate::page::html::dom::{Dom, NodeId};

macro_rules! name_hints {
    ($($(#[$doc:meta])* $hint:ident: $($word:literal)|*;)*) => {
        /// What the name of an element may say about its purpose.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum NameHint { $($(#[$doc])* $hint,)* }

        impl NameHint {
            /// All hints in declaration order, which the classifier depends on.
            pub const ALL: &'static [Self] = &[$(Self::$hint,)*];

            fn from_word(word: &str) -> Option<Self> {
                let first = first_letters_key(word);
                let start = SORTED_HINT_WORDS.partition_point(|(letters, _, _)| *letters < first);
                let candidates = SORTED_HINT_WORDS.get(start..)?.iter().take_while(|(letters, _, _)| *letters == first);
                candidates.into_iter().find(|(_, known, _)| *known == word).map(|(_, _, hint)| *hint)
            }
        }

        /// All hint words with their hints, sorted by their first letters for a fast search.
        static SORTED_HINT_WORDS: LazyLock<Vec<(u64, &str, NameHint)>> = LazyLock::new(|| {
            let mut words = vec![$($((first_letters_key($word), $word, NameHint::$hint),)*)*];
            words.sort_unstable();
            words
        });
    };
}

name_hints! {
    /// Navigation of the site.
    Navigation: "nav" | "navbar" | "navigation" | "menu" | "submenu" | "megamenu" | "topnav" | "subnav" | "sidenav" | "breadcrumb" | "crumb" | "pagination" | "pager" | "paging" | "tab" | "dropdown" | "topbar" | "toolbar" | "skip" | "sitemap";
    /// A table of contents.
    Toc: "toc" | "contents" | "tableofcontents" | "outline" | "onthispage" | "scrollspy";
    /// The footer of the site.
    Footer: "footer" | "foot" | "copyright" | "colophon" | "legal" | "bottom" | "disclaimer" | "imprint";
    /// The header of the site.
    Header: "header" | "masthead" | "banner" | "logo" | "branding" | "top" | "hero" | "jumbotron";
    /// A sidebar.
    Sidebar: "sidebar" | "side" | "aside" | "rail" | "secondary" | "complementary" | "widget" | "module" | "gutter";
    /// Comments by visitors.
    Comment: "comment" | "commentlist" | "respond" | "disqus" | "discussion" | "pingback" | "trackback";
    /// Teasers of other pages.
    Related: "related" | "recommended" | "recommendation" | "recommend" | "recirc" | "more" | "also" | "similar" | "popular" | "trending" | "latest" | "recent" | "readmore" | "suggested" | "crosssell" | "upsell" | "teaser" | "promo" | "featured" | "next" | "prev" | "previous" | "outbrain" | "taboola";
    /// Buttons for sharing a page or following a site.
    Share: "share" | "sharing" | "social" | "follow" | "facebook" | "twitter" | "addthis" | "sharedaddy" | "like" | "vote" | "reaction" | "emoji";
    /// Advertisements and offers.
    Advert: "ad" | "advert" | "ads" | "advertisement" | "sponsor" | "sponsored" | "dfp" | "gpt" | "adsense" | "affiliate" | "cta" | "banners" | "donate" | "membership" | "paywall" | "upgrade";
    /// Cookie consent, sign-up and other dialogs.
    Dialog: "cookie" | "consent" | "gdpr" | "modal" | "popup" | "overlay" | "dialog" | "lightbox" | "tooltip" | "toast" | "alert" | "notification" | "notice" | "newsletter" | "subscribe" | "subscription" | "signup" | "signin" | "login" | "register" | "optin" | "survey" | "feedback";
    /// Forms and their parts.
    Form: "form" | "search" | "searchbox" | "filter" | "facet" | "sort" | "button" | "btn" | "input" | "select" | "quantity" | "cart" | "checkout" | "wishlist" | "basket";
    /// Author, date and other data about the text.
    Metadata: "meta" | "byline" | "author" | "date" | "time" | "timestamp" | "published" | "posted" | "category" | "categories" | "tag" | "taglist" | "topic" | "label" | "kicker" | "info" | "bio" | "avatar" | "profile" | "user" | "stats" | "count" | "views" | "readtime" | "breadcrumbs";
    /// The main text.
    Text: "content" | "article" | "articlebody" | "body" | "entry" | "text" | "story" | "prose" | "copy" | "richtext" | "rte" | "wysiwyg" | "markdown" | "paragraph" | "maincontent" | "postcontent" | "entrycontent" | "bodytext" | "rich" | "rst" | "document";
    /// The main column of the page.
    Main: "main" | "primary" | "center" | "column" | "page" | "single" | "hentry" | "blog";
    /// A post of a thread.
    Post: "post" | "message" | "thread" | "reply" | "answer" | "question" | "forum" | "postbody" | "posts" | "conversation" | "bbcode" | "signature" | "quote";
    /// A product.
    Product: "product" | "price" | "sku" | "description" | "spec" | "specification" | "feature" | "attribute" | "detail" | "overview" | "variant" | "summary" | "ingredients" | "accordion" | "faq";
    /// Reviews by customers.
    Review: "review" | "rating" | "testimonial" | "stars" | "reviews";
    /// An item of a list or grid.
    Item: "card" | "item" | "grid" | "list" | "listing" | "result" | "tile" | "row" | "collection" | "carousel" | "slider" | "swiper" | "slide" | "gallery" | "cell" | "col";
    /// A heading.
    Headline: "title" | "headline" | "heading" | "subtitle" | "lead" | "intro" | "excerpt" | "dek" | "standfirst" | "deck" | "tagline";
    /// An image or its caption.
    Caption: "caption" | "figure" | "image" | "img" | "photo" | "media" | "video" | "player" | "credit" | "thumbnail" | "thumb" | "icon" | "embed";
    /// Content that is hidden, or visible only to some users.
    Hidden: "hidden" | "hide" | "sr" | "screenreader" | "visually" | "visuallyhidden" | "offscreen" | "noprint" | "print" | "mobile" | "collapsed" | "loading" | "placeholder" | "skeleton";
}

/// The hints in the class, id and role of an element, or in a short text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameHintSet(u32);

impl NameHintSet {
    /// Reads the class, id and role of an element.
    pub fn from_element(dom: &Dom, id: NodeId) -> Self {
        let mut names = Self::default();
        for (attribute, value) in dom.attributes(id) {
            if matches!(attribute, "class" | "id" | "role" | "itemprop" | "data-testid") {
                for_each_word(value, &mut |word| names.add_word(word));
            }
        }
        names
    }

    /// Reads a heading or another short text as if it were a name.
    pub fn from_text(text: &str) -> Self {
        let mut names = Self::default();
        for_each_word(text, &mut |word| names.add_word(word));
        names
    }

    /// Adds the hint of a word in singular or plural, if it has one.
    fn add_word(&mut self, word: &str) {
        let singular = || word.strip_suffix('s').and_then(NameHint::from_word);
        if let Some(hint) = NameHint::from_word(word).or_else(singular) {
            self.0 |= 1 << hint as u32;
        }
    }

    /// Whether no hint word was found.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a word for this hint was found.
    pub fn contains(self, hint: NameHint) -> bool {
        self.0 & (1 << hint as u32) != 0
    }
}

/// Returns the first eight letters as a number, which is fast to compare.
fn first_letters_key(word: &str) -> u64 {
    word.bytes().take(8).fold(0, |letters, letter| letters << 8 | u64::from(letter))
}

/// Maximum number of characters of a class, id or role that are read. Some sites generate very long
/// class attributes.
const MAX_NAME_CHARS: usize = 400;

/// Maximum number of letters of a word that are read.
const MAX_WORD_LETTERS: usize = 24;

/// Calls `found` with each word of the names, in lower case. `mainContent`, `main-content` and
/// `main_content` have the same words.
fn for_each_word(names: &str, found: &mut impl FnMut(&str)) {
    let mut word = String::with_capacity(MAX_WORD_LETTERS);
    let mut was_lower = false;
    for char in names.chars().take(MAX_NAME_CHARS) {
        let starts_word = char.is_ascii_uppercase() && was_lower;
        if (starts_word || !char.is_ascii_alphabetic()) && !word.is_empty() {
            found(&word);
            word.clear();
        }
        if char.is_ascii_alphabetic() && word.len() < MAX_WORD_LETTERS {
            word.push(char.to_ascii_lowercase());
        }
        was_lower = char.is_ascii_lowercase();
    }
    if !word.is_empty() {
        found(&word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::html::parse;
    use crate::page::html::tag::Tag;

    fn check(html: &str, expected: &[NameHint]) {
        let dom = parse::parse(html);
        let div = dom.find_tag(dom.root(), Tag::Div).expect("a div");
        let names = NameHintSet::from_element(&dom, div);
        let found: Vec<NameHint> =
            NameHint::ALL.iter().copied().filter(|hint| names.contains(*hint)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn names_are_read_word_by_word() {
        check("<div class='mainContent'>", &[NameHint::Text, NameHint::Main]);
        check(
            "<div class='post_comments' id='nav-1'>",
            &[NameHint::Navigation, NameHint::Comment, NameHint::Post],
        );
        check("<div class='shadow gradient'>", &[]);
        check("<div role='navigation'>", &[NameHint::Navigation]);
    }
}
