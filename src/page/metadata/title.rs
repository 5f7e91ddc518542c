//! A title without the name of the site. A part of it is only cut off when another witness says
//! that it is the site's name, or that the rest is the title.

use crate::text::one_line;

/// What divides a title from the site's name.
const DIVIDERS: [char; 16] =
    ['|', '-', '–', '—', '·', '•', ':', '»', '«', '/', '~', '›', '‹', '―', '｜', '−'];

/// Dividers that need no blanks around them.
const TIGHT: [char; 2] = ['|', '｜'];

/// Parts of a title that are looked at.
const MOST_PARTS: usize = 12;

/// What is known about a page when its titles are cleaned.
#[derive(Debug, Default)]
pub struct Known {
    /// Names that the site is known by.
    pub sites: Vec<String>,
    /// The host without its prefix, as `news.example.org`.
    pub host: String,
    /// What is written at the head of the page.
    pub headings: Vec<String>,
    /// What headings are compared by.
    keys: Vec<String>,
}

impl Known {
    /// From the site's names, its host and the page's headings.
    pub fn new(sites: Vec<String>, host: &str, headings: Vec<String>) -> Self {
        let keys = headings.iter().map(|heading| one_line::comparison_key(heading)).collect();
        Self { sites, host: host.to_owned(), headings, keys }
    }

    /// A title without the site's name.
    pub fn clean(&self, title: &str) -> String {
        let whole = one_line::comparison_key(title);
        // The upright bar never belongs to a title, even if the heading has it too.
        if self.is_heading(&whole) && !title.contains(TIGHT) {
            return title.to_owned();
        }
        let parts = parts(title);
        let runs =
            (0..parts.len()).flat_map(|from| (from + 1..=parts.len()).map(move |to| (from, to)));
        let mut runs = runs.filter_map(|(from, to)| run(title, &parts, from, to));
        let heading = runs.find(|run| {
            let key = one_line::comparison_key(run);
            let fits = self.is_heading(&key) && is_title_of(&key, &whole);
            fits && !run.contains(TIGHT) && !self.is_site(run)
        });
        heading.unwrap_or_else(|| self.without_site(title, &parts)).to_owned()
    }

    /// Whether a text is the name of the site.
    pub fn is_site(&self, text: &str) -> bool {
        let key = one_line::comparison_key(text);
        !key.is_empty()
            && (self.sites.iter().any(|site| is_same_site(&key, site)) || self.is_host(text, &key))
    }

    /// The part of a title that is the host's name in words.
    pub fn host_in_words(&self, title: &str) -> Option<String> {
        let parts = parts(title);
        let mut named = (0..parts.len()).rev().filter_map(|at| run(title, &parts, at, at + 1));
        named.find(|part| self.is_host(part, &one_line::comparison_key(part))).map(str::to_owned)
    }

    fn is_heading(&self, key: &str) -> bool {
        !key.is_empty() && self.keys.iter().any(|heading| heading == key)
    }

    /// Whether a text is the host's name in words: `The Guardian` of `theguardian.com`, `BBC News`
    /// of `bbc.co.uk`.
    fn is_host(&self, text: &str, key: &str) -> bool {
        let host = one_line::comparison_key(&self.host);
        let mut labels =
            self.host.split('.').map(one_line::comparison_key).filter(|label| label.len() > 2);
        let few_words = text.split_whitespace().count() <= 3;
        let first_word =
            text.split_whitespace().next().map(one_line::comparison_key).unwrap_or_default();
        key == host
            || text.contains('.') && host.ends_with(key)
            || labels.any(|label| {
                let bare = key.strip_prefix("the").unwrap_or(key);
                key == label || bare == label || few_words && first_word == label
            })
    }

    fn without_site<'t>(&self, title: &'t str, parts: &[Part]) -> &'t str {
        let (mut from, mut to) = (0, parts.len());
        let is_site = |from, to| run(title, parts, from, to).is_some_and(|part| self.is_site(part));
        while to - from > 1 {
            if is_site(to - 1, to) {
                to -= 1;
            } else if is_site(from, from + 1) {
                from += 1;
            } else {
                break;
            }
        }
        // A site's name may itself be of several parts.
        if (from, to) == (0, parts.len()) {
            to = (1..to).find(|at| is_site(*at, parts.len())).unwrap_or(to);
        }
        run(title, parts, from, to).unwrap_or(title)
    }
}

/// Whether a part of a title may be the title itself: it stands first, or is too long for the name
/// of a section. Both are given by what they are compared by.
pub fn is_title_of(part: &str, whole: &str) -> bool {
    let is_long = part.len() * 3 >= whole.len() && whole.contains(part);
    !part.is_empty() && (is_long || whole.starts_with(part))
}

fn is_same_site(key: &str, site: &str) -> bool {
    let site = one_line::comparison_key(site);
    let bare =
        |key: &str| key.strip_prefix("the").unwrap_or(key).trim_end_matches("com").to_owned();
    !site.is_empty() && (key == site || bare(key) == bare(&site))
}

/// Where a part of a title stands, in bytes.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
}

fn parts(title: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    let mut characters = title.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let behind = characters.peek().map_or(' ', |(_, next)| *next);
        let is_loose = behind == ' ' && (before == ' ' || matches!(c, ':' | '»' | '›'));
        if DIVIDERS.contains(&c) && (is_loose || TIGHT.contains(&c)) && parts.len() < MOST_PARTS {
            parts.push(Part { start, end: at });
            start = at + c.len_utf8();
        }
        before = c;
    }
    parts.push(Part { start, end: title.len() });
    parts.retain(|part| {
        title
            .get(part.start..part.end)
            .is_some_and(|text| !one_line::comparison_key(text).is_empty())
    });
    parts
}

/// The text from one part to before another, with the dividers between them.
fn run<'t>(title: &'t str, parts: &[Part], from: usize, to: usize) -> Option<&'t str> {
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
        let known = Known::new(sites, "beanworld.example.org", headings.to_vec());
        assert_eq!(known.clean(title), expected, "{title}");
    }

    #[test]
    fn the_name_of_the_site_is_cut_off_on_either_side() {
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
    fn a_title_that_is_also_a_heading_is_what_the_heading_says() {
        check("How to roast: a guide", "How to roast: a guide");
        check("How to roast: a guide | Recipes | Home", "How to roast: a guide");
        check("Recipes - How to roast: a guide - Home", "How to roast: a guide");
        let long = "A title that is long enough to be one and tells much more : Beans";
        check(long, long);
        check("Beans - all that you will ever want to know about them | Shop", "Beans");
    }

    #[test]
    fn nothing_else_is_cut_off() {
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
    fn a_title_of_very_many_parts_stays() {
        let title = "a | ".repeat(70);
        check(&title, title.trim());
    }
}
