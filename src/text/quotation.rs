//! Finds quotations in a text, although white space, case, quotes and dashes may be different:
//! models straighten quotes and join lines when they copy.

use std::ops::Range;

/// A text in which quotations are looked up.
pub struct QuotableText {
    /// The text on one line.
    line: String,
    /// The line in lower case with straight quotes and plain hyphens. It has as many characters as
    /// the line.
    folded: String,
}

impl QuotableText {
    /// Prepares a text for lookups.
    pub fn new(text: &str) -> Self {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { folded: fold(&line), line }
    }

    /// The text on one line.
    pub fn as_line(&self) -> &str {
        &self.line
    }

    /// Returns the byte range of a quotation in the line; `None` if it isn't there or is empty.
    pub fn find(&self, quotation: &str) -> Option<Range<usize>> {
        let quotation = fold(&quotation.split_whitespace().collect::<Vec<_>>().join(" "));
        let start = self.folded.find(&quotation).filter(|_| !quotation.is_empty())?;
        // Folding keeps the number of characters, but not of bytes.
        let first = self.folded.get(..start)?.chars().count();
        let offset = |count: usize| {
            self.line.char_indices().nth(count).map_or(self.line.len(), |(offset, _)| offset)
        };
        Some(offset(first)..offset(first + quotation.chars().count()))
    }
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
        check("  ", None);
    }
}
