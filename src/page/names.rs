//! What the names that a site gave to an element say: its class, id and role, word by word. Sites
//! are free to name things as they like, so this is a hint and never a proof.

use std::sync::LazyLock;

use crate::page::dom::{Dom, NodeId};

macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident: $($word:literal)|*;)*) => {
        /// What a name may be about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Group { $($(#[$doc])* $group,)* }

        impl Group {
            /// All of them, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$group,)*];

            fn of(word: &str) -> Option<Self> {
                let first = first_letters(word);
                let from = SORTED.partition_point(|(letters, _, _)| *letters < first);
                let alike = SORTED.get(from..)?.iter().take_while(|(letters, _, _)| *letters == first);
                alike.into_iter().find(|(_, known, _)| *known == word).map(|(_, _, group)| *group)
            }
        }

        /// All words by their first letters: every word of every element's names is looked up.
        static SORTED: LazyLock<Vec<(u64, &str, Group)>> = LazyLock::new(|| {
            let mut words = vec![$($((first_letters($word), $word, Group::$group),)*)*];
            words.sort_unstable();
            words
        });
    };
}

groups! {
    /// Ways around the site.
    Navigation: "nav" | "navbar" | "navigation" | "menu" | "submenu" | "megamenu" | "topnav" | "subnav" | "sidenav" | "breadcrumb" | "crumb" | "pagination" | "pager" | "paging" | "tab" | "dropdown" | "topbar" | "toolbar" | "skip" | "sitemap";
    /// The contents of a page, listed.
    Toc: "toc" | "contents" | "tableofcontents" | "outline" | "onthispage" | "scrollspy";
    /// The foot of the site.
    Foot: "footer" | "foot" | "copyright" | "colophon" | "legal" | "bottom" | "disclaimer" | "imprint";
    /// The head of the site.
    Head: "header" | "masthead" | "banner" | "logo" | "branding" | "top" | "hero" | "jumbotron";
    /// What stands beside the text.
    Side: "sidebar" | "side" | "aside" | "rail" | "secondary" | "complementary" | "widget" | "module" | "gutter";
    /// What visitors wrote below.
    Comment: "comment" | "commentlist" | "respond" | "disqus" | "discussion" | "pingback" | "trackback";
    /// Teasers of other pages.
    Related: "related" | "recommended" | "recommendation" | "recommend" | "recirc" | "more" | "also" | "similar" | "popular" | "trending" | "latest" | "recent" | "readmore" | "suggested" | "crosssell" | "upsell" | "teaser" | "promo" | "featured" | "next" | "prev" | "previous" | "outbrain" | "taboola";
    /// Sharing and following.
    Share: "share" | "sharing" | "social" | "follow" | "facebook" | "twitter" | "addthis" | "sharedaddy" | "like" | "vote" | "reaction" | "emoji";
    /// Advertisements and offers.
    Advert: "ad" | "advert" | "ads" | "advertisement" | "sponsor" | "sponsored" | "dfp" | "gpt" | "adsense" | "affiliate" | "cta" | "banners" | "donate" | "membership" | "paywall" | "upgrade";
    /// Consent, sign-up and other dialogues.
    Dialogue: "cookie" | "consent" | "gdpr" | "modal" | "popup" | "overlay" | "dialog" | "lightbox" | "tooltip" | "toast" | "alert" | "notification" | "notice" | "newsletter" | "subscribe" | "subscription" | "signup" | "signin" | "login" | "register" | "optin" | "survey" | "feedback";
    /// Forms and their parts.
    Form: "form" | "search" | "searchbox" | "filter" | "facet" | "sort" | "button" | "btn" | "input" | "select" | "quantity" | "cart" | "checkout" | "wishlist" | "basket";
    /// What is told about the text: who, when, where.
    About: "meta" | "byline" | "author" | "date" | "time" | "timestamp" | "published" | "posted" | "category" | "categories" | "tag" | "taglist" | "topic" | "label" | "kicker" | "info" | "bio" | "avatar" | "profile" | "user" | "stats" | "count" | "views" | "readtime" | "breadcrumbs";
    /// The text itself.
    Text: "content" | "article" | "articlebody" | "body" | "entry" | "text" | "story" | "prose" | "copy" | "richtext" | "rte" | "wysiwyg" | "markdown" | "paragraph" | "maincontent" | "postcontent" | "entrycontent" | "bodytext" | "rich" | "rst" | "document";
    /// The main part.
    Main: "main" | "primary" | "center" | "column" | "page" | "single" | "hentry" | "blog";
    /// A post of a thread.
    Post: "post" | "message" | "thread" | "reply" | "answer" | "question" | "forum" | "postbody" | "posts" | "conversation" | "bbcode" | "signature" | "quote";
    /// A thing for sale.
    Product: "product" | "price" | "sku" | "description" | "spec" | "specification" | "feature" | "attribute" | "detail" | "overview" | "variant" | "summary" | "ingredients" | "accordion" | "faq";
    /// What customers say.
    Review: "review" | "rating" | "testimonial" | "stars" | "reviews";
    /// One of many of its kind.
    Item: "card" | "item" | "grid" | "list" | "listing" | "result" | "tile" | "row" | "collection" | "carousel" | "slider" | "swiper" | "slide" | "gallery" | "cell" | "col";
    /// A heading.
    Headline: "title" | "headline" | "heading" | "subtitle" | "lead" | "intro" | "excerpt" | "dek" | "standfirst" | "deck" | "tagline";
    /// What belongs to a picture.
    Caption: "caption" | "figure" | "image" | "img" | "photo" | "media" | "video" | "player" | "credit" | "thumbnail" | "thumb" | "icon" | "embed";
    /// Only for some, or not seen at all.
    Unseen: "hidden" | "hide" | "sr" | "screenreader" | "visually" | "visuallyhidden" | "offscreen" | "noprint" | "print" | "mobile" | "collapsed" | "loading" | "placeholder" | "skeleton";
}

/// The groups that an element's names belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Names(u32);

impl Names {
    /// Reads the names of an element.
    pub fn of(dom: &Dom, id: NodeId) -> Self {
        let mut names = Self::default();
        for (attribute, value) in dom.attributes(id) {
            if matches!(attribute, "class" | "id" | "role" | "itemprop" | "data-testid") {
                words(value, &mut |word| names.add(word));
            }
        }
        names
    }

    /// Reads a heading or another short text as if it were a name.
    pub fn of_text(text: &str) -> Self {
        let mut names = Self::default();
        words(text, &mut |word| names.add(word));
        names
    }

    fn add(&mut self, word: &str) {
        let singular = || word.strip_suffix('s').and_then(Group::of);
        if let Some(group) = Group::of(word).or_else(singular) {
            self.0 |= 1 << group as u32;
        }
    }

    /// Whether the names say nothing that is known.
    pub fn are_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether one of the names is about this.
    pub fn are_about(self, group: Group) -> bool {
        self.0 & (1 << group as u32) != 0
    }
}

/// The first eight letters as a number, which is compared in one step.
fn first_letters(word: &str) -> u64 {
    word.bytes().take(8).fold(0, |letters, letter| letters << 8 | u64::from(letter))
}

/// Letters of the names that are looked at: some sites put whole style sheets there.
const MOST_LETTERS: usize = 400;
const LONGEST_WORD: usize = 24;

/// Calls back with the words of a name in lower case: `mainContent`, `main-content`, `main_content`.
fn words(names: &str, found: &mut impl FnMut(&str)) {
    let mut word = String::with_capacity(LONGEST_WORD);
    let mut was_lower = false;
    for char in names.chars().take(MOST_LETTERS) {
        let starts = char.is_ascii_uppercase() && was_lower;
        if (starts || !char.is_ascii_alphabetic()) && !word.is_empty() {
            found(&word);
            word.clear();
        }
        if char.is_ascii_alphabetic() && word.len() < LONGEST_WORD {
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
    use crate::page::{parse, tag::Tag};

    fn check(html: &str, expected: &[Group]) {
        let dom = parse::parse(html);
        let div = dom.find(dom.root(), Tag::Div).expect("a div");
        let names = Names::of(&dom, div);
        let found: Vec<Group> =
            Group::ALL.iter().copied().filter(|group| names.are_about(*group)).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn names_are_read_word_by_word() {
        check("<div class='mainContent'>", &[Group::Text, Group::Main]);
        check(
            "<div class='post_comments' id='nav-1'>",
            &[Group::Navigation, Group::Comment, Group::Post],
        );
        check("<div class='shadow gradient'>", &[]);
        check("<div role='navigation'>", &[Group::Navigation]);
    }
}
