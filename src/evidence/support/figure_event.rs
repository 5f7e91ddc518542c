//! When something happened that happens only once: two sentences with different dates for it contradict
//! each other.

use crate::evidence::support::figure::Figure;
use crate::evidence::support::figure_kind::{FigureKind, UNIQUE_EVENTS};
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::subject_overlap::SubjectOverlap;

/// Whether both sentences tell when the same event took place that happens only once. If the claim
/// has other figures, its years only tell when these hold.
pub(super) fn is_same_single_event(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let has = |statement: &ParsedStatement, event: &str| {
        // `Until 30 April` tells when something ends.
        let ends = |figure: &Figure| {
            figure.is_year_or_date() && statement.has_tag_before("until", figure.word_range.start)
        };
        // `At the end of 1954` is a time, no event.
        let is_time = |at: usize| {
            let is_link = statement.word_has_tag(at + 1, "part_of");
            let year = at + 1 + usize::from(is_link);
            let is_part = statement.word_has_tag(at, "part_of_time");
            is_part && statement.is_in_figure(year)
        };
        statement.tagged_words(event).any(|at| !is_time(at))
            || (event == "same end" && statement.figures.iter().any(ends))
    };
    let is_same = UNIQUE_EVENTS.iter().any(|event| has(claim, event) && has(said, event));
    has_only_dates(claim) && is_same && !recurs(claim, said)
}

fn has_only_dates(statement: &ParsedStatement) -> bool {
    statement.figures.iter().all(|figure| {
        figure.is_year_or_date() || figure.is_limit() || matches!(figure.kind, FigureKind::Plain)
    })
}

fn recurs(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    claim.has_tag("recurring") || said.has_tag("recurring")
}

/// Whether the sentence has the word of the claim that is nearest to its date, which mostly tells
/// what happened then, and nearly all others.
pub(super) fn has_same_verb(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    (date, overlap): (&Figure, &SubjectOverlap),
) -> bool {
    let distance = |at: usize| match at < date.word_range.start {
        true => date.word_range.start - at,
        false => at - date.word_range.end + 1,
    };
    let nearest = claim.content_words().map(|(at, _)| at).min_by_key(|at| distance(*at));
    let has_nearest = nearest.is_some_and(|at| overlap.found.contains(&at));
    claim.figures.len() == 1 && has_nearest && overlap.missing.is_empty() && !recurs(claim, said)
}

/// Whether the event of the sentence has an object that the claim does not have: `the festival
/// started a podcast`.
pub(super) fn has_other_object(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    const ARTICLES: [&str; 14] = [
        "a", "an", "the", "its", "ein", "eine", "einen", "un", "una", "une", "le", "la", "el",
        "den",
    ];
    let is_article =
        |at: usize| said.words.get(at).is_some_and(|word| ARTICLES.contains(&word.lower.as_str()));
    // `Opened its doors`.
    let is_door = |at: usize| {
        const DOORS: [&str; 6] = ["doors", "türen", "pforten", "puertas", "portes", "porte"];
        said.words.get(at).is_some_and(|word| DOORS.contains(&word.lower.as_str()))
    };
    UNIQUE_EVENTS.iter().flat_map(|event| said.tagged_words(event)).any(|event| {
        is_article(event + 1)
            && overlap.sentence_matches.contains(&(event + 2, false))
            && !is_door(event + 2)
    })
}
