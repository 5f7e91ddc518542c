//! One agenda for the topics of several notes, so that the user approves them together, with one
//! price.

use crate::answers::run::{Agenda, AgendaTopic, spent_text, update_after_edit};
use crate::model::llm::Spending;

/// Combines the agendas of several notes; `None` without agendas. Each topic names its note. What is
/// not about a topic is that of the first agenda, except for costs, budgets and services.
pub fn combine_agendas(agendas: Vec<Agenda>) -> Option<Agenda> {
    let mut rest = agendas.into_iter().map(with_note_of_topics);
    let first = rest.next()?;
    Some(update_after_edit(rest.fold(first, add_agenda)))
}

fn with_note_of_topics(agenda: Agenda) -> Agenda {
    let note = Some(agenda.path.clone());
    let with_note = |item| AgendaTopic { note_path: note.clone(), ..item };
    let topics = agenda.topics.into_iter().map(with_note).collect();
    Agenda { topics, ..agenda }
}

fn add_agenda(mut all: Agenda, next: Agenda) -> Agenda {
    all.topics.extend(next.topics);
    let known = |names: &[String], name: &String| names.contains(name);
    for service in next.web_service_names {
        if !known(&all.web_service_names, &service) {
            all.web_service_names.push(service);
        }
    }
    for warning in next.warnings {
        if !known(&all.warnings, &warning) {
            all.warnings.push(warning);
        }
    }
    all.model = all.model.or(next.model);
    all.embedding_host = all.embedding_host.or(next.embedding_host);
    all.spent = Spending {
        money: all.spent.money.plus(next.spent.money),
        tokens: all.spent.tokens.saturating_add(next.spent.tokens),
        call_count: all.spent.call_count.saturating_add(next.spent.call_count),
        unknown_price_calls: all
            .spent
            .unknown_price_calls
            .saturating_add(next.spent.unknown_price_calls),
    };
    let has_spent = all.spent.call_count > 0;
    all.spent_text = if has_spent { spent_text(&all.spent) } else { String::new() };
    all.budget_money = all.budget_money.plus(next.budget_money);
    all.budget_tokens = all.budget_tokens.saturating_add(next.budget_tokens);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::built_in::{Topic, TopicKind};
    use crate::answers::run::example_agenda;
    use crate::notes::note::NotePath;

    #[test]
    fn agendas_are_combined_with_one_price() {
        let topic = |name: &str| {
            AgendaTopic::new(Topic {
                label: name.into(),
                context_sentence: name.into(),
                kind: TopicKind::Concept,
                selection_reason: String::new(),
                preceding_text: Default::default(),
            })
        };
        let agenda_of = |path: &str, service: &str| Agenda {
            path: NotePath::parse(path).unwrap(),
            web_service_names: vec!["Wikipedia".into(), service.into()],
            warnings: vec!["Too long".into()],
            ..example_agenda(vec![topic("Rails"), topic("Steam")])
        };
        let all = combine_agendas(vec![agenda_of("A.md", "arXiv"), agenda_of("B.md", "Brave")]);
        let all = all.unwrap();
        let notes: Vec<&str> =
            all.topics.iter().flat_map(|item| &item.note_path).map(NotePath::as_str).collect();
        assert_eq!(notes, ["A.md", "A.md", "B.md", "B.md"]);
        assert_eq!(all.web_service_names, ["Wikipedia", "arXiv", "Brave"]);
        assert_eq!(all.warnings, ["Too long"]);
        assert_eq!(all.ticked_topics_total.topic_count, 4);
        assert_eq!(all.ticked_topics_total.budget_text, "$0.50");
        assert!(combine_agendas(Vec::new()).is_none());
    }
}
