//! Removes the name of the site from a title, as in `Storms – Example News`. A part of the title is
//! removed only if it is the declared name or the host of the site, or if the other parts are a
//! heading of the page.

use crate::values::text::one_line;

/// Characters that separate a title from the name of the site.
const TITLE_SEPARATORS: [char; 16] =
    ['|', '-', '–', '—', '·', '•', ':', '»', '«', '/', '~', '›', '‹', '―', '｜', '−'];

/// These separators need no spaces around them, as in `Storms|Example News`.
const VERTICAL_BARS: [char; 2] = ['|', '｜'];

/// Maximum number of separators at which a title is split; the text after the last one stays in one
/// part.
const MAX_TITLE_PARTS: usize = 12;

/// Removes the name of the site from titles. Compares them with the known names of the site and the
/// headings of the page.
#[derive(Debug, Default)]
pub(super) struct TitleCleaner {
    /// The names of the site that the page declares.
    pub site_names: Vec<String>,
    /// The host without `www.`, such as `news.example.org`.
    pub host: String,
    /// The texts of the `h1` headings of the page.
    pub headings: Vec<String>,
    /// The letters and digits of each heading in lower case, for comparison.
    heading_keys: Vec<String>,
}

impl TitleCleaner {
    /// Creates a cleaner for one page from the declared names of its site, its host and its `h1`
    /// headings.
    pub(super) fn new(site_names: Vec<String>, host: &str, headings: Vec<String>) -> Self {
        let heading_keys =
            headings.iter().map(|heading| one_line::comparison_key(heading)).collect();
        Self { site_names, host: host.to_owned(), headings, heading_keys }
    }

    /// Returns a title without the name of the site: `Storms` for `Storms – Example News`.
    pub(super) fn clean_title(&self, title: &str) -> String {
        let whole = one_line::comparison_key(title);
        // A title that is also a heading is returned unchanged. But a vertical bar always separates
        // the name of the site, even in a heading.
        if self.is_heading(&whole) && !title.contains(VERTICAL_BARS) {
            return title.to_owned();
        }
        let parts = split_title(title);
        let ranges =
            (0..parts.len()).flat_map(|from| (from + 1..=parts.len()).map(move |to| (from, to)));
        let mut ranges = ranges.filter_map(|(from, to)| text_of_parts(title, &parts, from, to));
        let heading = ranges.find(|range| {
            let key = one_line::comparison_key(range);
            let fits = self.is_heading(&key) && may_be_actual_title(&key, &whole);
            fits && !range.contains(VERTICAL_BARS) && !self.is_site_name(range)
        });
        heading.unwrap_or_else(|| self.without_site_name(title, &parts)).to_owned()
    }

    /// Whether a text is a declared name of the site, or spells out its host.
    pub(super) fn is_site_name(&self, text: &str) -> bool {
        let key = one_line::comparison_key(text);
        !key.is_empty()
            && (self.site_names.iter().any(|site| is_same_site_name(&key, site))
                || self.spells_out_host(text, &key))
    }

    /// Returns the part of a title that spells out the host, such as `The Guardian` for
    /// `theguardian.com`.
    pub(super) fn title_part_spelling_host(&self, title: &str) -> Option<String> {
        let parts = split_title(title);
        let mut names =
            (0..parts.len()).rev().filter_map(|at| text_of_parts(title, &parts, at, at + 1));
        names
            .find(|part| self.spells_out_host(part, &one_line::comparison_key(part)))
            .map(str::to_owned)
    }

    fn is_heading(&self, comparison_key: &str) -> bool {
        !comparison_key.is_empty()
            && self.heading_keys.iter().any(|heading| heading == comparison_key)
    }

    /// Whether a text spells out the host: `The Guardian` for `theguardian.com`, `BBC News` for
    /// `bbc.co.uk`.
    fn spells_out_host(&self, text: &str, comparison_key: &str) -> bool {
        let host = one_line::comparison_key(&self.host);
        let mut labels =
            self.host.split('.').map(one_line::comparison_key).filter(|label| label.len() > 2);
        let few_words = text.split_whitespace().count() <= 3;
        let first_word =
            text.split_whitespace().next().map(one_line::comparison_key).unwrap_or_default();
        comparison_key == host
            || text.contains('.') && host.ends_with(comparison_key)
            || labels.any(|label| {
                let bare = comparison_key.strip_prefix("the").unwrap_or(comparison_key);
                comparison_key == label || bare == label || few_words && first_word == label
            })
    }

    /// Removes the parts at the beginning and the end of a title that are the name of the site.
    fn without_site_name<'t>(&self, title: &'t str, parts: &[TitlePart]) -> &'t str {
        let (mut from, mut to) = (0, parts.len());
        let is_site = |from, to| {
            text_of_parts(title, parts, from, to).is_some_and(|part| self.is_site_name(part))
        };
        while to - from > 1 {
            if is_site(to - 1, to) {
                to -= 1;
            } else if is_site(from, from + 1) {
                from += 1;
            } else {
                break;
            }
        }
        // If no single part is the name of the site, several parts at the end may be it together,
        // such as `News - Example`.
        if (from, to) == (0, parts.len()) {
            to = (1..to).find(|at| is_site(*at, parts.len())).unwrap_or(to);
        }
        text_of_parts(title, parts, from, to).unwrap_or(title)
    }
}

/// Whether `title_part` may be the actual title in `full_title`, the text of `<title>`:
/// `full_title` begins with it, or it is at least a third of `full_title`. Both consist only of
/// lower-case letters and digits.
pub(super) fn may_be_actual_title(title_part: &str, full_title: &str) -> bool {
    let is_long = title_part.len() * 3 >= full_title.len() && full_title.contains(title_part);
    !title_part.is_empty() && (is_long || full_title.starts_with(title_part))
}

/// Whether `text_key`, the lower-case letters and digits of a text, is the name of the site. A
/// "the" at the beginning and a "com" at the end are ignored.
fn is_same_site_name(text_key: &str, site_name: &str) -> bool {
    let site = one_line::comparison_key(site_name);
    let bare =
        |key: &str| key.strip_prefix("the").unwrap_or(key).trim_end_matches("com").to_owned();
    !site.is_empty() && (text_key == site || bare(text_key) == bare(&site))
}

/// The byte range of a part of a title between two separators.
#[derive(Debug, Clone, Copy)]
struct TitlePart {
    start: usize,
    end: usize,
}

/// Splits a title at its separators. Most of them count only between spaces.
fn split_title(title: &str) -> Vec<TitlePart> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    let mut characters = title.char_indices().peekable();
    while let Some((position, c)) = characters.next() {
        let next = characters.peek().map_or(' ', |(_, c)| *c);
        let is_loose = next == ' ' && (before == ' ' || matches!(c, ':' | '»' | '›'));
        if TITLE_SEPARATORS.contains(&c)
            && (is_loose || VERTICAL_BARS.contains(&c))
            && parts.len() < MAX_TITLE_PARTS
        {
            parts.push(TitlePart { start, end: position });
            start = position + c.len_utf8();
        }
        before = c;
    }
    parts.push(TitlePart { start, end: title.len() });
    parts.retain(|part| {
        title
            .get(part.start..part.end)
            .is_some_and(|text| !one_line::comparison_key(text).is_empty())
    });
    parts
}

/// Returns the parts of a title from index `from` up to, but not including, `to`, with the
/// separators between them.
fn text_of_parts<'t>(
    title: &'t str,
    parts: &[TitlePart],
    from: usize,
    to: usize,
) -> Option<&'t str> {
    let start = parts.get(from)?.start;
    let end = parts.get(to.checked_sub(1)?)?.end;
    title.get(start..end).map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, expected: &str) {
        let headings = ["How to roast: a guide", "The Daily Bean", "Beans"].map(str::to_owned);
        let sites = vec!["The Daily Bean".to_owned()];
        let cleaner = TitleCleaner::new(sites, "beanworld.example.org", headings.to_vec());
        assert_eq!(cleaner.clean_title(title), expected, "{title}");
    }

    #[test]
    fn the_name_of_the_site_is_removed_on_both_sides() {
        check("Green beans | The Daily Bean", "Green beans");
        check("Green beans – Daily Bean", "Green beans");
        check("The Daily Bean: Green beans", "Green beans");
        check("THE DAILY BEAN » Green beans", "Green beans");
        check("Green beans - Bean World", "Green beans");
        check("Green beans - beanworld.example.org", "Green beans");
        check("Green beans - example.org", "Green beans");
        check("Green beans|The Daily Bean", "Green beans");
        check("Green beans | Recipes | The Daily Bean", "Green beans | Recipes");
    }

    #[test]
    fn a_heading_in_the_title_is_the_title() {
        check("How to roast: a guide", "How to roast: a guide");
        check("How to roast: a guide | Recipes | Home", "How to roast: a guide");
        check("Recipes - How to roast: a guide - Home", "How to roast: a guide");
        let long = "A title that is long enough to be one and tells much more : Beans";
        check(long, long);
        check("Beans - all that you will ever want to know about them | Shop", "Beans");
    }

    #[test]
    fn nothing_else_is_removed() {
        for title in [
            "",
            "The Daily Bean",
            "Green beans - a history",
            "Well-known beans: a self-help book",
            "Ratio 1:2 and/or more",
            "Corn | Peas | Lentils",
            "|",
            " - ",
        ] {
            check(title, title);
        }
    }

    #[test]
    fn a_title_of_very_many_parts_is_not_changed() {
        let title = "a | ".repeat(70);
        check(&title, title.trim());
    }
}
