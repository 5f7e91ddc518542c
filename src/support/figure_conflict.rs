//! Finds a figure of a sentence that contradicts the figure of a claim: another value for the same
//! thing, or the remark that the claim's own figure is wrong.

use crate::index::language::Language;
use crate::support::conflict::Conflict;
use crate::support::figure::Figure;
use crate::support::figure_kind::FigureKind;
use crate::support::figure_period::are_for_other_periods;
use crate::support::figure_property::{have_other_properties, is_for_several, measures_part};
use crate::support::other_case::{has_other_grammatical_subject, is_about_other_case};
use crate::support::parsed_statement::ParsedStatement;
use crate::support::statement_word::{TaggedWord, is_content_word};
use crate::support::subject_overlap::{SubjectOverlap, are_for_same_years};

/// Minimum share of the claim's words that the sentence has, if it gives another figure.
const MIN_SHARE: f32 = 0.33;
/// The same, for figures that may measure anything: without a unit, or `40 percent of the members`.
const MIN_STRICT_SHARE: f32 = 0.75;
/// The same, if the sentence repeats the claim's own figure.
const MIN_SHARE_WITH_SAME_FIGURE: f32 = 0.2;
/// How many words a figure and the remark that it is wrong may be apart.
const MAX_REMARK_DISTANCE_WORDS: usize = 16;
/// How many words before a figure or a remark a negation applies to it.
const NEGATION_REACH_WORDS: usize = 3;

/// Meanings of words for events that happen once, so that they have one year or date.
const UNIQUE_EVENTS: [&str; 9] = [
    "same begin",
    "same end",
    "same found",
    "same build",
    "same birth",
    "same death",
    "same publish",
    "same invent",
    "same scheduled",
];

/// Whether the sentence calls a figure of the claim wrong. It may tell who planned or hoped for it.
pub fn is_called_wrong(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    claim.figures.iter().any(|ours| calls_figure_wrong(claim, said, ours))
}

/// Returns the figures that contradict each other.
pub fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    claim.figures.iter().find_map(|ours| {
        let theirs = other_figure(claim, said, ours)?;
        Some(Conflict::Quantities {
            claimed: figure_text(claim, ours),
            stated: figure_text(said, theirs),
        })
    })
}

fn figure_text(statement: &ParsedStatement, figure: &Figure) -> String {
    let counted = match figure.kind {
        FigureKind::Count(at) => at + 1,
        _ => figure.word_range.end,
    };
    let words = statement.words.get(figure.word_range.start..counted).unwrap_or_default();
    let mut text = String::new();
    let mut sign_before = "";
    for word in words {
        // The gap behind a sign contains it: `km/h`.
        let gap = word.gap_before.replacen(sign_before, "", 1);
        text.push_str(if text.is_empty() { "" } else { &gap });
        text.push_str(&word.written);
        let is_sign = !word.written.starts_with(char::is_alphanumeric);
        sign_before = if is_sign { &word.written } else { "" };
    }
    text
}

/// Whether the sentence repeats a figure of the claim and calls it wrong, or says `not` before it.
fn calls_figure_wrong(claim: &ParsedStatement, said: &ParsedStatement, ours: &Figure) -> bool {
    let is_same =
        |theirs: &&Figure| are_same_kind(claim, said, ours, theirs) && ours.equals(theirs);
    let Some(theirs) = said.figures.iter().find(is_same) else { return false };
    let overlap = SubjectOverlap::new(claim, said, |_| false);
    if overlap.found_subjects() == 0 || overlap.share() < MIN_SHARE_WITH_SAME_FIGURE {
        return false;
    }
    let is_near = |at: &usize| {
        let (start, end) = (theirs.word_range.start, theirs.word_range.end);
        (end..end + MAX_REMARK_DISTANCE_WORDS).contains(at)
            || (start.saturating_sub(NEGATION_REACH_WORDS)..start).contains(at)
    };
    let remark = said.tagged_words("wrong").chain(denied_truths(said)).find(is_near);
    // A guess between the figure and the remark is about the figure: `the 30 euros we had planned
    // are`. One inside another clause is about something else: `of which perhaps 150 mg remain`.
    let is_plain = |remark: usize| {
        let last = remark.saturating_sub(NEGATION_REACH_WORDS);
        let clause = |at: usize| said.words.get(at).map(|word| word.clause_index);
        let is_inside_other_clause = |at: usize| {
            let starts_clause = at.checked_sub(1).and_then(clause) != clause(at);
            clause(at) != clause(remark) && !starts_clause
        };
        let mut guesses = said.tagged_words("unsure").chain(said.tagged_words("modal"));
        guesses.all(|at| (theirs.word_range.end..last).contains(&at) || is_inside_other_clause(at))
    };
    let is_truth = |at: usize| said.words.get(at).is_some_and(|word| word.has_tag("true"));
    let is_called_wrong =
        remark.is_some_and(|at| (is_truth(at) || !is_denied(said, at)) && is_plain(at));
    let is_replaced = is_denied(said, theirs.word_range.start)
        && said
            .figures
            .iter()
            .any(|other| are_same_kind(claim, said, ours, other) && ours.differs_from(other));
    is_called_wrong || (is_replaced && said.is_plain())
}

/// The indexes of words such as `true` whose clause has a denial: `stimmt laut der Akustikerin nicht`.
fn denied_truths(statement: &ParsedStatement) -> impl Iterator<Item = usize> {
    let clause = |at: usize| statement.words.get(at).map(|word| word.clause_index);
    let denials: Vec<usize> = statement.tagged_words("deny").collect();
    let is_denied = move |at: &usize| denials.iter().any(|denial| clause(*denial) == clause(*at));
    statement.tagged_words("true").filter(is_denied)
}

/// Whether a negation stands shortly before a word, in the same clause.
fn is_denied(statement: &ParsedStatement, at: usize) -> bool {
    let before = at.saturating_sub(NEGATION_REACH_WORDS)..at;
    let clause = statement.words.get(at).map(|word| word.clause_index);
    let mut near = statement.words.get(before).unwrap_or_default().iter();
    near.any(|word| word.has_tag("deny") && Some(word.clause_index) == clause)
}

/// Returns the figure of the sentence that differs from a figure of the claim for the same thing.
fn other_figure<'s>(
    claim: &ParsedStatement,
    said: &'s ParsedStatement,
    ours: &Figure,
) -> Option<&'s Figure> {
    let is_comparable = |theirs: &&Figure| are_same_kind(claim, said, ours, theirs);
    let mut same = said.figures.iter().filter(is_comparable);
    let theirs = same.next().filter(|_| same.next().is_none())?;
    let is_only = claim.figures.iter().filter(|other| other.kind == ours.kind).count() == 1;
    let is_denied = !theirs.is_limit() && is_denied(said, theirs.word_range.start);
    let is_different = is_only && ours.differs_from(theirs) && !is_denied;
    (is_different && measure_same(claim, said, ours, theirs)).then_some(theirs)
}

/// Whether two figures measure the same property of the same thing.
fn measure_same(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    ours: &Figure,
    theirs: &Figure,
) -> bool {
    let aspects = dimension_aspects(&ours.kind);
    let has_aspect = |word: &TaggedWord| aspects.iter().any(|aspect| word.has_tag(aspect));
    let has_own_aspect = said.words.iter().any(has_aspect);
    // A time by itself tells how long something takes.
    let is_implied = |word: &TaggedWord| {
        word.has_tag("aspect duration") && !has_own_aspect && !aspects.is_empty()
    };
    let mut overlap = SubjectOverlap::new(claim, said, is_implied);
    if has_rare_unit(ours) {
        overlap.add_shared_unit(ours.word_range.end.saturating_sub(1));
    }
    let min_share = match (&ours.kind, &theirs.kind) {
        (FigureKind::Plain, _) | (_, FigureKind::Plain) => MIN_STRICT_SHARE,
        _ if is_share_of_group(claim, ours) && is_share_of_group(said, theirs) => MIN_STRICT_SHARE,
        _ => MIN_SHARE,
    };
    let is_event_date = ours.is_year_or_date();
    let is_same_time = match is_event_date {
        true => {
            (is_same_single_event(claim, said) || has_same_verb(claim, said, (ours, &overlap)))
                && !has_other_object(said, &overlap)
        }
        false => are_for_same_years(claim, said) && !are_for_other_periods(claim, said),
    };
    overlap.has_same_subject()
        && overlap.share() >= min_share
        && overlap.has_enough_words()
        && is_same_time
        && (ours.kind != FigureKind::Percent || claim.has_tag("opposed") == said.has_tag("opposed"))
        && (ours.limit == theirs.limit || !(claim.has_tag("rule") || said.has_tag("rule")))
        && (ours.is_year_or_date() || claim.has_tag("future") == said.has_tag("future"))
        && !has_other_aspect(claim, said, aspects)
        && !measure_other_things(claim, said, (ours, theirs))
        && !have_other_properties((claim, ours), (said, theirs), &overlap)
        && !measures_part(claim, said, theirs)
        && !is_for_several(claim, said, theirs)
        && !has_other_grammatical_subject(said, &overlap)
        && !have_other_conditions(claim, said, (ours, theirs))
        && !is_about_other_case(claim, said, &overlap, Some(theirs))
}

/// Whether a unit is so rare that both figures measure the same property of a thing.
fn has_rare_unit(figure: &Figure) -> bool {
    const FREQUENT: [&str; 8] =
        ["time", "clock", "weekday", "length", "mass", "volume", "temperature", "data"];
    let FigureKind::Measure(dimension) = &figure.kind else { return false };
    !FREQUENT.contains(&dimension.as_str()) && !figure.is_price()
}

/// Whether a figure is the percentage of a group that does something: `40 percent of the members`.
fn is_share_of_group(statement: &ParsedStatement, figure: &Figure) -> bool {
    let next = statement.words.get(figure.word_range.end);
    figure.kind == FigureKind::Percent && next.is_some_and(|word| word.has_tag("part_of"))
}

/// Whether both sentences tell when the same event took place that happens only once. If the claim
/// has other figures, its years only tell when these hold.
fn is_same_single_event(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let has = |statement: &ParsedStatement, event: &str| {
        // `Until 30 April` tells when something ends.
        let ends = |figure: &Figure| {
            figure.is_year_or_date() && statement.has_tag_before("until", figure.word_range.start)
        };
        statement.has_tag(event) || (event == "same end" && statement.figures.iter().any(ends))
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
fn has_same_verb(
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
fn has_other_object(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    const ARTICLES: [&str; 14] = [
        "a", "an", "the", "its", "ein", "eine", "einen", "un", "una", "une", "le", "la", "el",
        "den",
    ];
    let is_article =
        |at: usize| said.words.get(at).is_some_and(|word| ARTICLES.contains(&word.lower.as_str()));
    UNIQUE_EVENTS.iter().flat_map(|event| said.tagged_words(event)).any(|event| {
        is_article(event + 1) && overlap.sentence_matches.contains(&(event + 2, false))
    })
}

/// The measured properties that have a unit of this kind. Without one of them it is not clear what
/// is measured.
fn dimension_aspects(kind: &FigureKind) -> &'static [&'static str] {
    let FigureKind::Measure(dimension) = kind else { return &[] };
    match dimension.as_str() {
        "time" => &["aspect duration", "aspect lifespan", "aspect age", "aspect germination"],
        "length" => {
            &["aspect height", "aspect length", "aspect width", "aspect depth", "aspect distance"]
        }
        "mass" => &["aspect weight", "aspect food"],
        "volume" => &["aspect food", "same consumption"],
        "temperature" => &["aspect boiling", "aspect melting"],
        "eur" | "usd" | "gbp" | "chf" | "yen" => &["aspect price", "aspect income"],
        _ => &[],
    }
}

/// Whether the two sentences measure different properties, such as weight and height.
fn has_other_aspect(claim: &ParsedStatement, said: &ParsedStatement, aspects: &[&str]) -> bool {
    let has = |statement: &ParsedStatement, aspect: &str| statement.has_tag(aspect);
    let is_shared = aspects.iter().any(|aspect| has(claim, aspect) && has(said, aspect));
    let claims = aspects.iter().any(|aspect| has(claim, aspect));
    let says = aspects.iter().any(|aspect| has(said, aspect));
    claims && says && !is_shared
}

/// Whether the nouns behind both figures differ: `36 percent protein`, `29 percent fat`.
fn measure_other_things(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    (ours, theirs): (&Figure, &Figure),
) -> bool {
    let things = measured_thing(claim, ours).zip(measured_thing(said, theirs));
    things.is_some_and(|(ours, theirs)| !ours.matches(theirs) && !ours.has_same_beginning(theirs))
}

/// The noun right behind a figure, which tells what is measured. German nouns have capitals.
fn measured_thing<'s>(statement: &'s ParsedStatement, figure: &Figure) -> Option<&'s TaggedWord> {
    let end = figure.word_range.end;
    let is_link = statement.words.get(end).is_some_and(|word| word.has_tag("part_of"));
    let word = statement.words.get(end + usize::from(is_link))?;
    let may_be_noun = statement.language != Language::German || word.is_capitalized;
    let is_thing = may_be_noun && word.gap_before == " " && word.tags.is_empty();
    (is_thing && is_content_word(word)).then_some(word)
}

/// Whether both sentences have further figures, and these differ: rice for six people, for four.
fn have_other_conditions(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    (ours, theirs): (&Figure, &Figure),
) -> bool {
    let is_condition = |figure: &&Figure, compared: &Figure| {
        !std::ptr::eq(*figure, compared) && !figure.is_year_or_date() && !figure.is_limit()
    };
    let ours: Vec<&Figure> = claim.figures.iter().filter(|f| is_condition(f, ours)).collect();
    let theirs: Vec<&Figure> = said.figures.iter().filter(|f| is_condition(f, theirs)).collect();
    let is_shared = |figure: &&Figure| theirs.iter().any(|other| figure.equals(other));
    !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(is_shared)
}

fn are_same_kind(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    ours: &Figure,
    theirs: &Figure,
) -> bool {
    if ours.is_interval != theirs.is_interval {
        return false;
    }
    let has_word = |statement: &ParsedStatement, word: Option<&TaggedWord>| {
        word.is_some_and(|word| statement.words.iter().any(|other| other.matches(word)))
    };
    match (&ours.kind, &theirs.kind) {
        (FigureKind::Count(a), FigureKind::Count(b)) => {
            // An adjective may stand before the counted word: `34 active members`.
            let counted = |statement: &ParsedStatement, at: usize| -> Vec<TaggedWord> {
                let words = statement.words.get(at..).unwrap_or_default().iter().take(2);
                words.take_while(|word| is_content_word(word)).cloned().collect()
            };
            let theirs = counted(said, *b);
            let ours = counted(claim, *a);
            let is_same = ours.iter().any(|word| theirs.iter().any(|other| word.matches(other)));
            // `The room seats 120 people`, `85 seats`.
            let counts_people = ours.first().is_some_and(|word| word.has_tag("same population"));
            is_same || (counts_people && has_word(claim, said.words.get(*b)))
        }
        (FigureKind::Count(a), FigureKind::Plain) => has_word(said, claim.words.get(*a)),
        (FigureKind::Plain, FigureKind::Count(b)) => has_word(claim, said.words.get(*b)),
        (a, b) => a == b,
    }
}
