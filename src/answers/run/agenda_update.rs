//! The agenda while the user edits it: turns edited names into topics, and adds up what the ticked
//! topics cost.

use crate::answers::built_in::{Topic, TopicKind, question_or_claim};
use crate::answers::run::agenda::{Agenda, AgendaTopic};
use crate::answers::run::cost_text::{estimate_text, time_estimate_text};
use crate::answers::run::estimate::{AgendaTotal, EffortEstimate};
use crate::model::llm::{CostEstimate, Money, WithThousandsCommas};
use crate::settings::Depth;

/// Returns the agenda after the user edited it: topics with new names are replaced, and costs are
/// computed again.
pub fn update_after_edit(agenda: Agenda) -> Agenda {
    let mut agenda = replace_renamed_topics(agenda);
    let costs: Vec<String> =
        agenda.topics.iter().map(|item| topic_cost_text(&agenda, item)).collect();
    for (item, cost_text) in agenda.topics.iter_mut().zip(costs) {
        item.estimate_text = cost_text;
    }
    agenda.ticked_topics_total = agenda_total(&agenda);
    agenda
}

/// Returns the agenda with each renamed topic replaced by a topic of the new name.
pub fn replace_renamed_topics(agenda: Agenda) -> Agenda {
    let topics = agenda.topics.into_iter().map(replace_if_renamed).collect();
    Agenda { topics, ..agenda }
}

/// Makes a topic from the words that a user typed. `reason` tells the user why the topic is on the
/// agenda.
pub fn topic_from_user(words: &str, reason: &str) -> Topic {
    let mut topic = topic_from_title(words, reason);
    if question_or_claim::is_question_without_mark(words) {
        topic.kind = TopicKind::Question;
    }
    topic
}

/// Makes a topic from the title of a note, which is no question because of its first word: “Where the
/// Crawdads Sing”.
pub fn topic_from_title(title: &str, reason: &str) -> Topic {
    let is_question = question_or_claim::is_question(title);
    Topic {
        label: title.to_owned(),
        context_sentence: title.to_owned(),
        kind: if is_question { TopicKind::Question } else { TopicKind::Concept },
        selection_reason: reason.to_owned(),
        preceding_text: Default::default(),
    }
}

/// Replaces a topic that the user renamed. Its searches, answers and estimate are dropped, because
/// they belong to the old name.
pub(crate) fn replace_if_renamed(item: AgendaTopic) -> AgendaTopic {
    let name = item.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let old = &item.topic;
    if name.is_empty() || name == old.title() {
        return AgendaTopic { name: old.title().to_owned(), ..item };
    }
    let reason = if old.label.is_empty() { "Added by you" } else { "Edited by you" };
    // A claim in other words stays one unless a question mark says otherwise.
    let mut topic = match old.kind {
        TopicKind::Claim => topic_from_title(&name, reason),
        TopicKind::Concept | TopicKind::Question => topic_from_user(&name, reason),
    };
    let had_sentence = old.context_sentence != old.label && old.kind != TopicKind::Question;
    let mut added = true;
    if topic.kind != TopicKind::Question && old.kind != TopicKind::Question {
        topic.kind = old.kind;
        if had_sentence {
            topic.context_sentence.clone_from(&old.context_sentence);
            added = item.is_not_from_note;
        }
    }
    AgendaTopic {
        found_name: item.found_name,
        note_path: item.note_path,
        is_not_from_note: added,
        is_ticked: item.is_ticked,
        ..AgendaTopic::new(topic)
    }
}

/// Makes a topic that the user added.
pub(crate) fn new_topic_from_user(name: &str) -> AgendaTopic {
    let topic = topic_from_user(name, "Added by you");
    AgendaTopic { is_not_from_note: true, ..AgendaTopic::new(topic) }
}

/// Returns the estimate of a topic at the depth of the agenda. A topic that the user added gets the
/// estimate of an average topic.
fn topic_estimate<'a>(agenda: &'a Agenda, item: &'a AgendaTopic) -> &'a EffortEstimate {
    match (&item.estimate, agenda.depth) {
        (Some(estimate), Depth::Shallow) => &estimate.shallow,
        (Some(estimate), Depth::Deep) => &estimate.deep,
        (None, Depth::Shallow) => &agenda.added_topic_shallow_estimate,
        (None, Depth::Deep) => &agenda.added_topic_deep_estimate,
    }
}

/// Returns a topic's cost and time as text; empty if no model is called for it.
fn topic_cost_text(agenda: &Agenda, item: &AgendaTopic) -> String {
    let estimate = topic_estimate(agenda, item);
    if agenda.model.is_none() || estimate.cost_per_topic.max_tokens == 0 {
        return String::new();
    }
    let cost = estimate_text(&estimate.cost_per_topic);
    let time = time_estimate_text(estimate.millis_per_topic);
    format!("A{}, {time}", cost.trim_start_matches('a'))
}

/// Adds up the cost and time of the ticked topics.
fn agenda_total(agenda: &Agenda) -> AgendaTotal {
    let mut sum = CostEstimate { max_cost: Some(Money::ZERO), max_tokens: 0 };
    let (mut topics, mut millis) = (0, 0_u64);
    for item in agenda.ticked_topics() {
        let EffortEstimate { cost_per_topic: each, millis_per_topic: millis_each } =
            topic_estimate(agenda, item);
        topics += 1;
        millis = millis.saturating_add(*millis_each);
        sum.max_tokens = sum.max_tokens.saturating_add(each.max_tokens);
        sum.max_cost = sum.max_cost.zip(each.max_cost).map(|(a, b)| a.plus(b));
    }
    AgendaTotal {
        topic_count: topics,
        cost_text: estimate_text(&sum),
        time_text: time_estimate_text(millis),
        budget_text: budget_text(agenda, &sum),
        is_over_budget: is_over_budget(agenda, &sum),
    }
}

/// Returns the budget that applies to an estimate as text: tokens if a price is unknown, otherwise
/// money.
fn budget_text(agenda: &Agenda, total_estimate: &CostEstimate) -> String {
    match total_estimate.max_cost {
        _ if agenda.model.is_none() => String::new(),
        Some(Money::ZERO) => String::new(),
        None if agenda.budget_money > Money::ZERO => {
            format!("{} tokens", WithThousandsCommas(agenda.budget_tokens))
        }
        _ => agenda.budget_money.to_string(),
    }
}

/// Whether an estimate plus the costs so far exceeds the budget.
fn is_over_budget(agenda: &Agenda, total_estimate: &CostEstimate) -> bool {
    let spent = &agenda.spent;
    match total_estimate.max_cost {
        Some(money) => money > Money::ZERO && money.plus(spent.money) > agenda.budget_money,
        None => {
            let is_unaffordable =
                total_estimate.max_tokens > 0 && agenda.budget_money == Money::ZERO;
            is_unaffordable
                || total_estimate.max_tokens.saturating_add(spent.tokens) > agenda.budget_tokens
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::run::agenda::{example_agenda, example_estimate as estimate};
    use crate::answers::run::estimate::TopicEstimate;
    use crate::model::llm::Spending;

    fn topic(label: &str, context: &str, kind: TopicKind) -> AgendaTopic {
        let (topic, context, reason) = (label.into(), context.into(), "A figure".into());
        let item = AgendaTopic::new(Topic {
            label: topic,
            context_sentence: context,
            kind,
            selection_reason: reason,
            preceding_text: Default::default(),
        });
        AgendaTopic { planned_queries: vec!["caffeine half-life".into()], ..item }
    }

    fn claim() -> AgendaTopic {
        topic("Caffeine half-life", "Caffeine has a half-life of five hours.", TopicKind::Claim)
    }

    fn question() -> AgendaTopic {
        topic("Late coffee", "How late is too late for coffee?", TopicKind::Question)
    }

    fn agenda() -> Agenda {
        example_agenda(vec![claim(), question()])
    }

    fn edited(item: AgendaTopic, name: &str) -> (String, String, TopicKind, String, bool) {
        let item = replace_if_renamed(AgendaTopic { name: name.into(), ..item });
        assert_eq!(item.name, item.topic.title());
        let Topic {
            label: topic, context_sentence: context, kind, selection_reason: reason, ..
        } = item.topic;
        (topic, context, kind, reason, item.is_not_from_note)
    }

    #[test]
    fn words_of_the_user_become_a_topic() {
        let new = topic("", "", TopicKind::Concept);
        let (label, context, kind, reason, added) = edited(new.clone(), "  Is tea\n better? ");
        assert_eq!((label.as_str(), context.as_str()), ("Is tea better?", "Is tea better?"));
        assert_eq!((kind, reason.as_str(), added), (TopicKind::Question, "Added by you", true));
        assert_eq!(edited(new.clone(), "Tea").2, TopicKind::Concept);
        for question in ["how long does tea keep", "كم يدوم الشاي؟"] {
            assert_eq!(edited(new.clone(), question).2, TopicKind::Question, "{question}");
        }
        assert_eq!(edited(new, "WHO guidelines for air quality").2, TopicKind::Concept);
        assert_eq!(topic_from_title("Where the Crawdads Sing", "").kind, TopicKind::Concept);
    }

    #[test]
    fn a_changed_name_keeps_the_sentence_of_a_claim_only() {
        let check = |item: AgendaTopic, name: &str, context: &str, kind, added| {
            let expected =
                (name.to_owned(), context.to_owned(), kind, "Edited by you".into(), added);
            assert_eq!(edited(item, name), expected);
        };
        let sentence = claim().topic.context_sentence;
        check(claim(), "Adenosine", &sentence, TopicKind::Claim, false);
        check(claim(), "What coffee does to sleep", &sentence, TopicKind::Claim, false);
        check(claim(), "Is it five hours?", "Is it five hours?", TopicKind::Question, true);
        check(question(), "How late is tea?", "How late is tea?", TopicKind::Question, true);
        check(question(), "Late tea", "Late tea", TopicKind::Concept, true);
        check(
            topic("Tea", "Tea", TopicKind::Concept),
            "Coffee",
            "Coffee",
            TopicKind::Concept,
            true,
        );
        let changed = replace_if_renamed(AgendaTopic { name: "Adenosine".into(), ..claim() });
        assert!(changed.planned_queries.is_empty());
    }

    #[test]
    fn a_name_that_is_empty_or_the_same_changes_nothing() {
        for name in ["", " Caffeine half-life "] {
            let item = replace_if_renamed(AgendaTopic { name: name.into(), ..claim() });
            assert_eq!(item, claim());
        }
    }

    #[test]
    fn the_total_follows_ticks_and_depth() {
        let check = |agenda: Agenda, expected: &str| {
            let AgendaTotal { topic_count: topics, cost_text: cost, time_text: time, .. } =
                update_after_edit(agenda).ticked_topics_total;
            assert_eq!(format!("{topics}, {cost}, {time}").replace('\u{a0}', " "), expected);
        };
        check(agenda(), "2, about 8,200 tokens, under $0.01, ~4 s");
        let unticked = AgendaTopic { is_ticked: false, ..question() };
        let one = Agenda { topics: vec![claim(), unticked], ..agenda() };
        check(one, "1, about 4,100 tokens, under $0.01, ~2 s");
        check(Agenda { depth: Depth::Deep, ..agenda() }, "2, about 21,400 tokens, $0.01, ~8 s");
        let free = estimate(Some(0), 0, 500);
        check(Agenda { added_topic_shallow_estimate: free, ..agenda() }, "2, free, ~1 s");
        let unpriced = estimate(None, 4_100, 1_750);
        check(
            Agenda { added_topic_shallow_estimate: unpriced, ..agenda() },
            "2, about 8,200 tokens, price unknown, ~4 s",
        );
        let known = TopicEstimate {
            shallow: estimate(Some(900_000), 1_700, 1_000),
            deep: estimate(Some(30_000_000), 8_300, 1_000),
        };
        let known = AgendaTopic { estimate: Some(known), ..claim() };
        let topics = vec![known, question()];
        check(Agenda { topics, ..agenda() }, "2, about 5,800 tokens, under $0.01, ~3 s");
    }

    #[test]
    fn a_topic_has_a_cost_only_if_a_model_is_called() {
        let check = |agenda: Agenda, expected: &str| {
            let agenda = update_after_edit(agenda);
            let cost = agenda.topics.last().map(|item| item.estimate_text.replace('\u{a0}', " "));
            assert_eq!(cost.as_deref(), Some(expected));
        };
        check(agenda(), "About 4,100 tokens, under $0.01, ~2 s");
        check(Agenda { model: None, ..agenda() }, "");
        check(Agenda { added_topic_shallow_estimate: estimate(Some(0), 0, 500), ..agenda() }, "");
    }

    #[test]
    fn the_budget_is_compared_with_the_total_and_what_was_spent() {
        let check = |agenda: Agenda, budget: &str, over_budget: bool| {
            let total = update_after_edit(agenda).ticked_topics_total;
            assert_eq!((total.budget_text.as_str(), total.is_over_budget), (budget, over_budget));
        };
        let spent =
            Spending { money: Money::from_nanos(500_000), tokens: 900, ..Spending::default() };
        check(agenda(), "$0.25", false);
        let dear = estimate(Some(9_900_000), 4_100, 1);
        let two_cents = Money::from_cents(2);
        check(
            Agenda {
                added_topic_shallow_estimate: dear,
                spent,
                budget_money: two_cents,
                ..agenda()
            },
            "$0.02",
            true,
        );
        let unpriced = || estimate(None, 4_100, 1_750);
        check(
            Agenda { added_topic_shallow_estimate: unpriced(), ..agenda() },
            "200,000 tokens",
            false,
        );
        let tight = Agenda {
            added_topic_shallow_estimate: unpriced(),
            budget_tokens: 9_000,
            spent,
            ..agenda()
        };
        check(tight, "9,000 tokens", true);
        check(
            Agenda {
                added_topic_shallow_estimate: unpriced(),
                budget_money: Money::ZERO,
                ..agenda()
            },
            "$0",
            true,
        );
        let free = estimate(Some(0), 0, 500);
        let none = Agenda {
            added_topic_shallow_estimate: free,
            budget_money: Money::ZERO,
            budget_tokens: 0,
            ..agenda()
        };
        check(none, "", false);
    }
}
