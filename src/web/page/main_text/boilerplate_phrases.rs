//! Typical phrases of the short blocks around a main text, such as “read also”, “leave a comment”
//! or “subscribe”, in the most frequent languages of the web. They are searched for in the opening
//! of a block.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list;

/// What a short block outside the main text is about. `boilerplate_phrases.txt` lists the phrases
/// of each topic, with its sections in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoilerplateTopic {
    /// Links to other pages.
    Related,
    /// Comments by visitors.
    Comments,
    /// Buttons for sharing a page or following a site.
    Share,
    /// Subscribing and signing in.
    Subscribe,
    /// Cookie consent and technical notices, such as “enable JavaScript”.
    Consent,
    /// Copyright and legal notices in the footer of a site.
    Copyright,
    /// Advertisements and offers.
    Advert,
    /// The photographer of an image.
    PhotoCredit,
    /// The author and date of a text.
    Byline,
}

/// The topics in the order of the sections. Each topic is one feature of a block.
const TOPICS: [BoilerplateTopic; 9] = [
    BoilerplateTopic::Related,
    BoilerplateTopic::Comments,
    BoilerplateTopic::Share,
    BoilerplateTopic::Subscribe,
    BoilerplateTopic::Consent,
    BoilerplateTopic::Copyright,
    BoilerplateTopic::Advert,
    BoilerplateTopic::PhotoCredit,
    BoilerplateTopic::Byline,
];

pub(crate) const BOILERPLATE_TOPIC_COUNT: usize = TOPICS.len();

/// The phrases by their first letter, each with the index of its topic.
static PHRASES_AND_TOPICS_BY_LETTER: LazyLock<BTreeMap<char, Vec<(&str, usize)>>> =
    LazyLock::new(|| {
        let mut by_letter: BTreeMap<char, Vec<(&str, usize)>> = BTreeMap::new();
        let sections = word_list::parse_phrase_sections(include_str!("boilerplate_phrases.txt"));
        for (topic, section) in sections.into_iter().enumerate() {
            for phrase in section.words {
                if let Some(first) = phrase.chars().next() {
                    by_letter.entry(first).or_default().push((phrase, topic));
                }
            }
        }
        by_letter
    });

/// Returns one number per topic: 1.0 if the first words of a block contain one of its phrases, else
/// 0.0.
pub(crate) fn boilerplate_topic_flags(opening_text: &str) -> [f32; BOILERPLATE_TOPIC_COUNT] {
    let mut flags = [0.0; BOILERPLATE_TOPIC_COUNT];
    for (position, letter) in opening_text.char_indices() {
        let rest = opening_text.get(position..).unwrap_or_default();
        for (phrase, topic) in PHRASES_AND_TOPICS_BY_LETTER.get(&letter).into_iter().flatten() {
            if let Some(flag) = flags.get_mut(*topic)
                && rest.starts_with(phrase)
            {
                *flag = 1.0;
            }
        }
    }
    flags
}

/// Whether the first words of a block contain a phrase of this topic.
pub(crate) fn mentions_topic(opening_text: &str, topic: BoilerplateTopic) -> bool {
    boilerplate_topic_flags(opening_text).get(topic as usize) == Some(&1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_and_sections_have_the_same_order() {
        let sections = word_list::parse_phrase_sections(include_str!("boilerplate_phrases.txt"));
        let listed: Vec<_> = sections.iter().map(|section| section.name).zip(0..).collect();
        let expected = [
            ("related", BoilerplateTopic::Related),
            ("comments", BoilerplateTopic::Comments),
            ("share", BoilerplateTopic::Share),
            ("subscribe", BoilerplateTopic::Subscribe),
            ("consent", BoilerplateTopic::Consent),
            ("copyright", BoilerplateTopic::Copyright),
            ("advert", BoilerplateTopic::Advert),
            ("photo_credit", BoilerplateTopic::PhotoCredit),
            ("byline", BoilerplateTopic::Byline),
        ];
        assert_eq!(listed, expected.map(|(name, topic)| (name, topic as usize)));
        assert_eq!(listed.len(), BOILERPLATE_TOPIC_COUNT);
    }

    #[test]
    fn the_topic_of_short_blocks_is_found() {
        assert!(mentions_topic("das könnte sie auch interessieren", BoilerplateTopic::Related));
        assert!(mentions_topic("3 comments", BoilerplateTopic::Comments));
        assert!(mentions_topic("© 2026 the site", BoilerplateTopic::Copyright));
        assert!(!mentions_topic("it rained all night", BoilerplateTopic::Related));
    }
}
