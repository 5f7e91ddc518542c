//! The fixed phrases of a report in each language.

use crate::answers::writing::phrases_other_scripts::{CHINESE, JAPANESE, KOREAN, RUSSIAN};
use crate::answers::writing::report_phrases::ReportPhrases;
use crate::language::Language;

const ENGLISH: ReportPhrases = ReportPhrases {
    researched_on: "Researched {}",
    shallow_depth: "shallow",
    deep_depth: "deep",
    one_topic: "1 topic",
    many_topics: "{} topics",
    one_source: "1 source",
    many_sources: "{} sources",
    free_of_cost: "free",
    unverified_sentences: "{} unverified",
    dropped_sentences: "{} left out (not supported by the source)",
    by_built_in_from_notes: "Built-in engine, your own notes only. Nothing left this device.",
    by_built_in_from_web: "Built-in engine, your own notes and the web: {}.",
    only_snippets_read: "Web pages: only search excerpts were read.",
    by_model_from_notes: "Written by {} from your own notes; every sentence was checked against its source.",
    by_model_from_web: "Written by {} from your own notes and the web ({}); every sentence was checked against its source.",
    read_again_by: "{} read each sentence again against its source.",
    independent_sources: "{} independent",
    many_tokens: "{} tokens",
    your_note_label: "Your note:",
    contradiction_label: "Contradiction",
    already_in_vault: "Already in your vault:",
    no_new_findings: "No new findings: your vault already covers this.",
    unverified_label: "(unverified)",
    belief_label: "(your belief)",
    no_clear_answer: "No clear answer; closest:",
    related_notes_heading: "Related notes",
    nothing_found_for_topics: "Nothing found for: {}",
    skipped_heading: "Skipped",
};

const GERMAN: ReportPhrases = ReportPhrases {
    researched_on: "Recherchiert am {}",
    shallow_depth: "kurz",
    deep_depth: "gründlich",
    one_topic: "1 Thema",
    many_topics: "{} Themen",
    one_source: "1 Quelle",
    many_sources: "{} Quellen",
    free_of_cost: "kostenlos",
    unverified_sentences: "{} unbelegt",
    dropped_sentences: "{} ausgelassen (von der Quelle nicht belegt)",
    by_built_in_from_notes: "Eingebaute Suche, nur eigene Notizen. Nichts hat dieses Gerät verlassen.",
    by_built_in_from_web: "Eingebaute Suche, eigene Notizen und das Web: {}.",
    only_snippets_read: "Von Webseiten wurden nur die Suchauszüge gelesen.",
    by_model_from_notes: "Geschrieben von {} aus eigenen Notizen; jeder Satz wurde mit seiner Quelle abgeglichen.",
    by_model_from_web: "Geschrieben von {} aus eigenen Notizen und dem Web ({}); jeder Satz wurde mit seiner Quelle abgeglichen.",
    read_again_by: "{} hat jeden Satz noch einmal mit seiner Quelle verglichen.",
    independent_sources: "{} unabhängig",
    many_tokens: "{} Token",
    your_note_label: "Deine Notiz:",
    contradiction_label: "Widerspruch",
    already_in_vault: "Schon in deinen Notizen:",
    no_new_findings: "Keine neuen Funde: Deine Notizen decken das bereits ab.",
    unverified_label: "(unbelegt)",
    belief_label: "(deine Vermutung)",
    no_clear_answer: "Keine klare Antwort; am nächsten:",
    related_notes_heading: "Verwandte Notizen",
    nothing_found_for_topics: "Nichts gefunden zu: {}",
    skipped_heading: "Übersprungen",
};

const FRENCH: ReportPhrases = ReportPhrases {
    researched_on: "Recherche du {}",
    shallow_depth: "rapide",
    deep_depth: "approfondie",
    one_topic: "1 sujet",
    many_topics: "{} sujets",
    one_source: "1 source",
    many_sources: "{} sources",
    free_of_cost: "gratuit",
    unverified_sentences: "{} non vérifiés",
    dropped_sentences: "{} omis (non étayés par la source)",
    by_built_in_from_notes: "Moteur intégré, vos propres notes uniquement. Rien n’a quitté cet appareil.",
    by_built_in_from_web: "Moteur intégré, vos propres notes et le web : {}.",
    only_snippets_read: "Pages web : seuls les extraits de recherche ont été lus.",
    by_model_from_notes: "Rédigé par {} d’après vos propres notes ; chaque phrase a été comparée à sa source.",
    by_model_from_web: "Rédigé par {} d’après vos propres notes et le web ({}) ; chaque phrase a été comparée à sa source.",
    read_again_by: "{} a relu chaque phrase en la comparant à sa source.",
    independent_sources: "{} indépendantes",
    many_tokens: "{} jetons",
    your_note_label: "Votre note :",
    contradiction_label: "Contradiction",
    already_in_vault: "Déjà dans vos notes :",
    no_new_findings: "Aucun nouveau résultat : vos notes couvrent déjà ce sujet.",
    unverified_label: "(non vérifié)",
    belief_label: "(votre supposition)",
    no_clear_answer: "Pas de réponse claire ; au plus près :",
    related_notes_heading: "Notes liées",
    nothing_found_for_topics: "Rien trouvé sur : {}",
    skipped_heading: "Ignoré",
};

const SPANISH: ReportPhrases = ReportPhrases {
    researched_on: "Investigado el {}",
    shallow_depth: "rápida",
    deep_depth: "a fondo",
    one_topic: "1 tema",
    many_topics: "{} temas",
    one_source: "1 fuente",
    many_sources: "{} fuentes",
    free_of_cost: "gratis",
    unverified_sentences: "{} sin verificar",
    dropped_sentences: "{} omitidas (sin respaldo en la fuente)",
    by_built_in_from_notes: "Motor integrado, solo tus propias notas. Nada ha salido de este dispositivo.",
    by_built_in_from_web: "Motor integrado, tus propias notas y la web: {}.",
    only_snippets_read: "Páginas web: solo se leyeron los extractos de la búsqueda.",
    by_model_from_notes: "Escrito por {} a partir de tus propias notas; cada frase se comparó con su fuente.",
    by_model_from_web: "Escrito por {} a partir de tus propias notas y la web ({}); cada frase se comparó con su fuente.",
    read_again_by: "{} volvió a comparar cada frase con su fuente.",
    independent_sources: "{} independientes",
    many_tokens: "{} tokens",
    your_note_label: "Tu nota:",
    contradiction_label: "Contradicción",
    already_in_vault: "Ya está en tus notas:",
    no_new_findings: "Ningún hallazgo nuevo: tus notas ya cubren esto.",
    unverified_label: "(sin verificar)",
    belief_label: "(tu suposición)",
    no_clear_answer: "Sin respuesta clara; lo más cercano:",
    related_notes_heading: "Notas relacionadas",
    nothing_found_for_topics: "No se encontró nada sobre: {}",
    skipped_heading: "Omitido",
};

const PORTUGUESE: ReportPhrases = ReportPhrases {
    researched_on: "Pesquisado em {}",
    shallow_depth: "rápida",
    deep_depth: "aprofundada",
    one_topic: "1 tema",
    many_topics: "{} temas",
    one_source: "1 fonte",
    many_sources: "{} fontes",
    free_of_cost: "grátis",
    unverified_sentences: "{} por verificar",
    dropped_sentences: "{} omitidas (sem apoio na fonte)",
    by_built_in_from_notes: "Motor integrado, apenas as suas próprias notas. Nada saiu deste dispositivo.",
    by_built_in_from_web: "Motor integrado, as suas próprias notas e a web: {}.",
    only_snippets_read: "Páginas web: foram lidos apenas os excertos da pesquisa.",
    by_model_from_notes: "Escrito por {} a partir das suas próprias notas; cada frase foi comparada com a sua fonte.",
    by_model_from_web: "Escrito por {} a partir das suas próprias notas e da web ({}); cada frase foi comparada com a sua fonte.",
    read_again_by: "{} voltou a comparar cada frase com a sua fonte.",
    independent_sources: "{} independentes",
    many_tokens: "{} tokens",
    your_note_label: "A sua nota:",
    contradiction_label: "Contradição",
    already_in_vault: "Já nas suas notas:",
    no_new_findings: "Nenhuma descoberta nova: as suas notas já cobrem isto.",
    unverified_label: "(não verificado)",
    belief_label: "(sua suposição)",
    no_clear_answer: "Sem resposta clara; o mais próximo:",
    related_notes_heading: "Notas relacionadas",
    nothing_found_for_topics: "Nada encontrado sobre: {}",
    skipped_heading: "Ignorado",
};

const ITALIAN: ReportPhrases = ReportPhrases {
    researched_on: "Ricerca del {}",
    shallow_depth: "rapida",
    deep_depth: "approfondita",
    one_topic: "1 argomento",
    many_topics: "{} argomenti",
    one_source: "1 fonte",
    many_sources: "{} fonti",
    free_of_cost: "gratis",
    unverified_sentences: "{} non verificati",
    dropped_sentences: "{} omesse (non supportate dalla fonte)",
    by_built_in_from_notes: "Motore integrato, solo le tue note. Nulla ha lasciato questo dispositivo.",
    by_built_in_from_web: "Motore integrato, le tue note e il web: {}.",
    only_snippets_read: "Pagine web: sono stati letti solo gli estratti della ricerca.",
    by_model_from_notes: "Scritto da {} a partire dalle tue note; ogni frase è stata confrontata con la sua fonte.",
    by_model_from_web: "Scritto da {} a partire dalle tue note e dal web ({}); ogni frase è stata confrontata con la sua fonte.",
    read_again_by: "{} ha riletto ogni frase confrontandola con la sua fonte.",
    independent_sources: "{} indipendenti",
    many_tokens: "{} token",
    your_note_label: "La tua nota:",
    contradiction_label: "Contraddizione",
    already_in_vault: "Già nelle tue note:",
    no_new_findings: "Nessun nuovo risultato: le tue note coprono già questo argomento.",
    unverified_label: "(non verificato)",
    belief_label: "(una tua supposizione)",
    no_clear_answer: "Nessuna risposta chiara; la più vicina:",
    related_notes_heading: "Note correlate",
    nothing_found_for_topics: "Nulla trovato su: {}",
    skipped_heading: "Ignorato",
};

const DUTCH: ReportPhrases = ReportPhrases {
    researched_on: "Onderzocht op {}",
    shallow_depth: "kort",
    deep_depth: "grondig",
    one_topic: "1 onderwerp",
    many_topics: "{} onderwerpen",
    one_source: "1 bron",
    many_sources: "{} bronnen",
    free_of_cost: "gratis",
    unverified_sentences: "{} niet geverifieerd",
    dropped_sentences: "{} weggelaten (niet ondersteund door de bron)",
    by_built_in_from_notes: "Ingebouwde zoekmachine, alleen je eigen notities. Niets heeft dit apparaat verlaten.",
    by_built_in_from_web: "Ingebouwde zoekmachine, je eigen notities en het web: {}.",
    only_snippets_read: "Van webpagina’s zijn alleen de zoekfragmenten gelezen.",
    by_model_from_notes: "Geschreven door {} uit je eigen notities; elke zin is met zijn bron vergeleken.",
    by_model_from_web: "Geschreven door {} uit je eigen notities en het web ({}); elke zin is met zijn bron vergeleken.",
    read_again_by: "{} heeft elke zin nog eens met zijn bron vergeleken.",
    independent_sources: "{} onafhankelijk",
    many_tokens: "{} tokens",
    your_note_label: "Jouw notitie:",
    contradiction_label: "Tegenspraak",
    already_in_vault: "Al in je notities:",
    no_new_findings: "Geen nieuwe bevindingen: je notities bevatten dit al.",
    unverified_label: "(niet geverifieerd)",
    belief_label: "(je vermoeden)",
    no_clear_answer: "Geen duidelijk antwoord; het dichtst in de buurt:",
    related_notes_heading: "Verwante notities",
    nothing_found_for_topics: "Niets gevonden over: {}",
    skipped_heading: "Overgeslagen",
};

/// Returns the phrases of a language, or the English ones if there are none.
pub fn report_phrases(language: Language) -> ReportPhrases {
    match language {
        Language::German => GERMAN,
        Language::Chinese => CHINESE,
        Language::French => FRENCH,
        Language::Spanish => SPANISH,
        Language::Portuguese => PORTUGUESE,
        Language::Italian => ITALIAN,
        Language::Dutch => DUTCH,
        Language::Russian => RUSSIAN,
        Language::Japanese => JAPANESE,
        Language::Korean => KOREAN,
        _ => ENGLISH,
    }
}

/// Replaces `{}` in a phrase by a value.
pub fn fill_placeholder(phrase: &str, value: impl std::fmt::Display) -> String {
    phrase.replacen("{}", &value.to_string(), 1)
}

/// Returns a number with its noun in singular or plural.
pub fn singular_or_plural(count: usize, singular: &str, plural: &str) -> String {
    if count == 1 { singular.to_owned() } else { fill_placeholder(plural, count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_of_every_language_has_its_value_and_no_other() {
        let english = format!("{ENGLISH:?}");
        let places = |phrases: &ReportPhrases| {
            let all = [
                phrases.researched_on,
                phrases.one_topic,
                phrases.many_topics,
                phrases.one_source,
                phrases.many_sources,
                phrases.unverified_sentences,
                phrases.dropped_sentences,
                phrases.by_built_in_from_web,
                phrases.nothing_found_for_topics,
                phrases.by_built_in_from_notes,
                phrases.by_model_from_notes,
                phrases.by_model_from_web,
                phrases.read_again_by,
                phrases.independent_sources,
                phrases.many_tokens,
                phrases.no_new_findings,
            ];
            all.map(|phrase| phrase.matches("{}").count())
        };
        let languages = [
            Language::German,
            Language::French,
            Language::Spanish,
            Language::Portuguese,
            Language::Italian,
            Language::Dutch,
            Language::Russian,
            Language::Chinese,
            Language::Japanese,
            Language::Korean,
        ];
        for language in languages {
            let own = report_phrases(language);
            assert_ne!(format!("{own:?}"), english, "{language:?}");
            assert_eq!(places(&own), places(&ENGLISH), "{language:?}");
        }
    }
}
