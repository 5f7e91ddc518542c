//! The fixed phrases that a report needs, whatever its language.

/// The phrases of one language. `{}` stands for a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportPhrases {
    pub researched_on: &'static str,
    pub shallow_depth: &'static str,
    pub deep_depth: &'static str,
    pub one_topic: &'static str,
    pub many_topics: &'static str,
    pub one_source: &'static str,
    pub many_sources: &'static str,
    pub free_of_cost: &'static str,
    pub unverified_sentences: &'static str,
    pub dropped_sentences: &'static str,
    pub by_built_in_from_notes: &'static str,
    pub by_built_in_from_web: &'static str,
    pub only_snippets_read: &'static str,
    pub by_model_from_notes: &'static str,
    pub by_model_from_web: &'static str,
    pub read_again_by: &'static str,
    pub independent_sources: &'static str,
    pub many_tokens: &'static str,
    pub your_note_label: &'static str,
    pub contradiction_label: &'static str,
    pub already_in_vault: &'static str,
    pub no_new_findings: &'static str,
    pub unverified_label: &'static str,
    pub belief_label: &'static str,
    pub no_clear_answer: &'static str,
    pub related_notes_heading: &'static str,
    pub nothing_found_for_topics: &'static str,
    pub skipped_heading: &'static str,
}
