//! Phrases that are searched in many sentences. All are searched in one pass over the sentence, because a
//! pass for each of them takes longer than everything else that is done with the sentence.

/// Phrases by the byte with which they begin.
#[derive(Debug)]
pub(crate) struct PhraseSet {
    by_first_byte: [Vec<&'static str>; 256],
}

impl PhraseSet {
    /// Creates a set of phrases. Empty ones are ignored.
    pub(crate) fn new(phrases: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_first_byte = [const { Vec::new() }; 256];
        for phrase in phrases {
            let first = phrase.bytes().next().map(usize::from);
            let list: Option<&mut Vec<&str>> = first.and_then(|byte| by_first_byte.get_mut(byte));
            list.into_iter().for_each(|list| list.push(phrase));
        }
        Self { by_first_byte }
    }

    /// Whether a text contains any of the phrases, also inside words.
    pub(crate) fn is_any_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        (0..bytes.len()).any(|at| self.is_any_at_start_of(bytes.get(at..).unwrap_or_default()))
    }

    /// Whether a text begins with any of the phrases.
    pub(crate) fn is_any_at_start(&self, text: &str) -> bool {
        self.is_any_at_start_of(text.as_bytes())
    }

    fn is_any_at_start_of(&self, bytes: &[u8]) -> bool {
        let Some(first) = bytes.first() else { return false };
        let phrases = self.by_first_byte.get(usize::from(*first)).into_iter().flatten();
        phrases.into_iter().any(|phrase| bytes.starts_with(phrase.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_phrase_is_found_anywhere() {
        let phrases = PhraseSet::new(["not sure", "(?)", "不确定", "nobody", ""]);
        for (text, expected) in [
            ("i am not sure", true),
            ("so it is (?)", true),
            ("我不确定。", true),
            ("nobod", false),
            ("not surely", true),
            ("no", false),
            ("", false),
        ] {
            assert_eq!(phrases.is_any_in(text), expected, "{text}");
        }
        assert!(phrases.is_any_at_start("nobody") && !phrases.is_any_at_start("(nobody"));
    }
}
