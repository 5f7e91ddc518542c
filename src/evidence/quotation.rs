//! Finds quotations in a text, although white space, case, quotes and dashes may be different:
//! models straighten quotes and join lines when they copy.

use std::ops::Range;

use crate::language::is_unspaced_script;

/// A text in which quotations are looked up.
pub struct QuotableText {
    /// The text on one line.
    line: String,
    /// The line in lower case with straight quotes and plain hyphens. It has as many characters as
    /// the line.
    folded: String,
}

impl QuotableText {
    /// Folds a text once, so that many quotations can be looked up in it.
    pub fn new(text: &str) -> Self {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { folded: fold(&line), line }
    }

    /// The text on one line.
    pub fn as_line(&self) -> &str {
        &self.line
    }

    /// Returns the byte range of a quotation in the line; `None` if it isn't there or is empty. A
    /// quotation begins and ends between words: `effective` is not found in `ineffective`.
    pub fn find(&self, quotation: &str) -> Option<Range<usize>> {
        let quotation = fold_line(quotation);
        let found = self.folded.match_indices(&quotation).map(|(start, _)| start);
        let mut whole = found.filter(|start| self.is_between_words(*start, quotation.len()));
        let start = whole.next().filter(|_| !quotation.is_empty())?;
        // Folding keeps the number of characters, but not of bytes.
        let first = self.folded.get(..start)?.chars().count();
        let offset = |count: usize| {
            self.line.char_indices().nth(count).map_or(self.line.len(), |(offset, _)| offset)
        };
        Some(offset(first)..offset(first + quotation.chars().count()))
    }

    /// Whether the text contains the parts of a quotation in their order, with at most `max_gap`
    /// characters left out between two of them.
    pub fn contains_parts(&self, parts: &[&str], max_gap: usize) -> bool {
        let mut rest = self.folded.as_str();
        for (index, part) in parts.iter().enumerate() {
            let part = fold_line(part);
            let Some(start) = rest.find(&part) else { return false };
            let gap = rest.get(..start).map_or(0, |gap| gap.chars().count());
            let offset = self.folded.len() - rest.len() + start;
            if (index > 0 && gap > max_gap) || !self.is_between_words(offset, part.len()) {
                return false;
            }
            rest = rest.get(start + part.len()..).unwrap_or_default();
        }
        true
    }

    /// Whether a part of the folded text neither begins nor ends inside a word or a number.
    fn is_between_words(&self, start: usize, length: usize) -> bool {
        let (before, rest) = self.folded.split_at_checked(start).unwrap_or_default();
        let (inside, after) = rest.split_at_checked(length).unwrap_or_default();
        let is_joined = |left: Option<char>, right: Option<char>| match (left, right) {
            (Some(left), Some(right)) if left.is_numeric() || right.is_numeric() => {
                left.is_numeric() && right.is_numeric()
            }
            (Some(left), Some(right)) => {
                let is_word = |c: char| c.is_alphabetic() && !is_unspaced_script(c);
                is_word(left) && is_word(right)
            }
            _ => false,
        };
        !is_joined(before.chars().next_back(), inside.chars().next())
            && !is_joined(inside.chars().next_back(), after.chars().next())
    }
}

fn fold_line(text: &str) -> String {
    fold(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        '’' | '‘' | '‚' | '′' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '–' | '—' | '‐' | '‑' | '−' => '-',
        _ => c.to_lowercase().next().unwrap_or(c),
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_found_with_other_signs_and_spaces() {
        let text = QuotableText::new("Über Tee:\n“It’s hot – very hot,”  she said. İ end");
        let check = |quotation: &str, expected: Option<&str>| {
            let found = text.find(quotation).map(|range| &text.as_line()[range]);
            assert_eq!(found, expected, "{quotation}");
        };
        check("\"it's hot - very hot,\" she", Some("“It’s hot – very hot,” she"));
        check("über  tee", Some("Über Tee"));
        check("End", Some("end"));
        check("very cold", None);
        check("very h", None);
        check("ery hot", None);
        check("  ", None);
        assert!(text.contains_parts(&["it's hot", "she said"], 30));
        assert!(!text.contains_parts(&["she said", "it's hot"], 30));
        assert!(!text.contains_parts(&["it's hot", "she said"], 5));
        let text = QuotableText::new("茶含45毫克咖啡因");
        assert!(text.find("5毫克").is_none() && text.find("45毫克").is_some());
    }
}
