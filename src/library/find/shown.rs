//! Hits made ready to be shown: what each note says around the words that were looked for, without
//! what is shown above it anyway.

use futures_util::future::join_all;

use crate::host::Host;
use crate::index::Hit;
use crate::index::highlight::Highlighter;
use crate::index::language::Language;
use crate::library::find::FoundNote;
use crate::library::snippet::{parts, snippet};
use crate::note::prose;
use crate::text::line_index::LineIndex;

/// Chooses among the marked words of a passage those that are named beside it.
pub type Choose<'a> = dyn Fn(Vec<&str>, Language) -> Vec<String> + 'a;

/// The hits in order, without those whose note is gone meanwhile.
pub async fn shown_all(
    host: &dyn Host,
    hits: Vec<Hit>,
    highlighter: &Highlighter,
    choose: &Choose<'_>,
) -> Vec<FoundNote> {
    let shown = join_all(hits.into_iter().map(|hit| shown(host, hit, highlighter, choose))).await;
    shown.into_iter().flatten().collect()
}

/// A hit with the words of its note; none for a note that is gone meanwhile.
async fn shown(
    host: &dyn Host,
    hit: Hit,
    highlighter: &Highlighter,
    choose: &Choose<'_>,
) -> Option<FoundNote> {
    let text = host.read(&hit.path).await.ok()?;
    let language = Language::detect(&text);
    let lines = LineIndex::new(&text).byte_range(hit.first_line, hit.last_line);
    let markdown = text.get(lines).unwrap_or_default();
    let passage = prose::plain_text(markdown);
    let title = hit.path.title();
    let marks = highlighter.ranges(&passage, language);
    let marked = marks.into_iter().filter_map(|mark| passage.get(mark)).collect();
    let heading = hit.trail.joined();
    let told = without_headings(&passage, &heading, title);
    let code = code(markdown);
    let body = best_of(told, &code, |text| !highlighter.ranges(text, language).is_empty());
    Some(FoundNote {
        title: parts(title, &highlighter.ranges(title, language)),
        words: choose(marked, language),
        snippet: snippet(body, |text| highlighter.ranges(text, language)),
        heading,
        first_line: hit.first_line,
        last_line: hit.last_line,
        score: hit.score,
        found: hit.match_kind,
        linked: false,
        path: hit.path,
    })
}

/// A passage without the headings that it begins with: they are shown as its trail, or as the
/// note's title.
fn without_headings<'p>(passage: &'p str, trail: &str, title: &str) -> &'p str {
    let trail = prose::plain_text(&format!("# {trail}"));
    let shown = format!("> {title} > {trail} >");
    let mut rest = passage;
    while !rest.is_empty() {
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        if !shown.contains(&format!("> {line} >")) {
            break;
        }
        rest = below;
    }
    rest
}

/// What stands in the fenced code of a passage.
fn code(markdown: &str) -> String {
    let mut inside = false;
    let is_code = |line: &&str| {
        let is_fence = ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        inside ^= is_fence;
        inside && !is_fence
    };
    markdown.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The prose of a passage, or its code when only that holds what was looked for.
fn best_of<'p>(prose: &'p str, code: &'p str, holds: impl Fn(&str) -> bool) -> &'p str {
    let is_code = !code.is_empty() && !holds(prose) && (prose.is_empty() || holds(code));
    if is_code { code } else { prose }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_body(trail: &str, passage: &str, expected: &str) {
        let body = without_headings(&prose::plain_text(passage), trail, "Tea").to_owned();
        assert_eq!(body, expected, "{trail}: {passage}");
    }

    #[test]
    fn a_heading_shown_above_is_not_repeated() {
        check_body("Water", "# Water\nSoft.", "Soft.");
        check_body("Tea > Water", "# Tea\n\n## Water\n\nSoft.\n\nHard.", "Soft.\nHard.");
        check_body("1. Heat > *Soft* [[water]]", "## *Soft* [[water]]\nLess.", "Less.");
        check_body("", "Tea\n\nis a drink", "is a drink");
        check_body("Water > Heat", "## Heat", "");
    }

    #[test]
    fn text_that_only_begins_like_a_heading_stays() {
        check_body("Water", "Water is soft.", "Water is soft.");
        check_body("Soft water", "water\n\nis wet", "water\nis wet");
        check_body("", "Soft.", "Soft.");
    }

    fn check_best(passage: &str, expected: &str) {
        let best =
            best_of(&prose::plain_text(passage), &code(passage), |t| t.contains("tea")).to_owned();
        assert_eq!(best, expected, "{passage}");
    }

    #[test]
    fn code_is_shown_when_only_it_holds_the_words() {
        check_best("Brew:\n```js\ntea();\nmilk();\n```\n[a](b)", "tea();\nmilk();");
        check_best("Brew tea:\n\n```\ntea();\n```", "Brew tea:");
        check_best("~~~\nmilk\n~~~", "milk");
        check_best("Brew:\n```\nmilk\n```", "Brew:");
    }
}
