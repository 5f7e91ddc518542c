//! Decides which notes a search may return, by folder, path, tags, phrases and excluded words.

use std::collections::{BTreeMap, BTreeSet};

use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::{NoteEntry, NoteTable};
use crate::notes::index::note_term_writer::tag_term;
use crate::notes::index::query::ParsedQuery;
use crate::notes::index::query_terms::{QueryAnalyzer, TermGuessing};
use crate::notes::index::rank::RankedNote;
use crate::notes::index::term_matches::TermMatches;

/// The conditions of a query that a note must meet.
pub(super) struct NoteFilter<'i> {
    note_table: &'i NoteTable,
    folder: Option<&'i str>,
    paths: Vec<PathCondition>,
    /// One set for each required phrase or tag, with the notes that contain it. A note must be in
    /// all of these sets.
    required: Vec<BTreeSet<NoteId>>,
    /// The notes that the search must not return.
    excluded: BTreeSet<NoteId>,
    /// Whether the query has no condition, as is usual. Then every note is admitted without a
    /// check.
    is_unrestricted: bool,
}

/// A text that the path of a note must or must not contain.
struct PathCondition {
    lowercase: String,
    is_required: bool,
}

impl<'i> NoteFilter<'i> {
    /// Looks up the notes that contain the required and the excluded phrases and tags of a query.
    pub(super) fn new(
        analyzer: &QueryAnalyzer<'i>,
        parsed: &ParsedQuery<'_>,
        folder: Option<&'i str>,
    ) -> Self {
        let containing = |text: &str, expansion: TermGuessing| -> BTreeSet<NoteId> {
            let terms = analyzer.analyze(&[text], expansion);
            notes_with_phrase(&TermMatches::look_up(analyzer.dictionary, &terms))
        };
        let phrases = parsed.phrases.iter().map(|phrase| containing(phrase, TermGuessing::Typos));
        // Typos in excluded words are not corrected: a guess would hide notes that the user did not
        // exclude.
        let excluded =
            parsed.excluded_texts.iter().flat_map(|text| containing(text, TermGuessing::None));
        let paths = parsed.path_conditions.iter().map(|condition| PathCondition {
            lowercase: condition.value.to_lowercase(),
            is_required: condition.is_required,
        });
        let mut filter = Self {
            note_table: analyzer.note_table,
            folder: folder.map(|folder| folder.trim_matches('/')),
            paths: paths.collect(),
            // A phrase that occurs in no note is not required; only its single words are searched
            // for.
            required: phrases.filter(|notes| !notes.is_empty()).collect(),
            excluded: excluded.collect(),
            is_unrestricted: false,
        };
        for tag in &parsed.tag_conditions {
            let term = tag_term(tag.value);
            let notes = analyzer.dictionary.postings(&term).map(|posting| posting.note);
            if tag.is_required {
                filter.required.push(notes.collect());
            } else {
                filter.excluded.extend(notes);
            }
        }
        filter.is_unrestricted = filter.has_no_condition();
        filter
    }

    fn has_no_condition(&self) -> bool {
        let is_whole_vault = self.folder.is_none_or(str::is_empty);
        is_whole_vault
            && self.paths.is_empty()
            && self.required.is_empty()
            && self.excluded.is_empty()
    }

    /// Whether a note meets all conditions of the query.
    pub(super) fn admits(&self, note: NoteId) -> bool {
        self.is_unrestricted
            || self.note_table.note(note).is_some_and(|entry| self.admits_path(entry))
                && self.required.iter().all(|notes| notes.contains(&note))
                && !self.excluded.contains(&note)
    }

    /// The notes that meet all conditions, last modified first, for a query without words. Returns
    /// nothing if the query has no condition either.
    pub(super) fn newest_notes(&self, limit: usize) -> Vec<RankedNote> {
        if self.is_unrestricted {
            return Vec::new();
        }
        let admitted =
            self.note_table.all_notes_with_removed().filter(|(note, _)| self.admits(*note));
        let mut notes: Vec<(NoteId, &NoteEntry)> = admitted.collect();
        notes.sort_by_key(|(_, entry)| (std::cmp::Reverse(entry.modified_millis), &entry.path));
        let ranked = |(rank, (note, _)): (usize, (NoteId, &NoteEntry))| RankedNote {
            note,
            best_passage_index: 0,
            score: 1.0 / (rank + 1) as f32,
        };
        notes.into_iter().take(limit).enumerate().map(ranked).collect()
    }

    fn admits_path(&self, note: &NoteEntry) -> bool {
        let Some(path) = &note.path else { return false };
        let path = path.as_str();
        let in_folder = self.folder.is_none_or(|folder| {
            folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        });
        in_folder && {
            let lower = if self.paths.is_empty() { String::new() } else { path.to_lowercase() };
            let holds = |condition: &PathCondition| {
                lower.contains(&condition.lowercase) == condition.is_required
            };
            self.paths.iter().all(holds)
        }
    }
}

/// The notes in which the words of a phrase occur one after the other. Terms with the same query
/// position are forms of one word: any of them is a match.
pub(super) fn notes_with_phrase(matches: &[TermMatches<'_>]) -> BTreeSet<NoteId> {
    let query_positions: BTreeSet<u32> =
        matches.iter().filter_map(|term| term.query_position).collect();
    let Some(first) = query_positions.first().copied() else { return BTreeSet::new() };
    let at_first = matches.iter().filter(|term| term.query_position == Some(first));
    let candidates: BTreeSet<NoteId> = at_first.flat_map(TermMatches::note_ids).collect();
    if query_positions.len() == 1 {
        // A single word has no sequence to check. It may also occur without a position, for example
        // as a stop word of a title.
        return candidates;
    }
    let has_sequence = |note: &NoteId| {
        let mut forms = FormPositions { matches, note: *note, by_forms: BTreeMap::new() };
        let mut starts = forms.at(first).clone();
        for query_position in query_positions.iter().skip(1) {
            let positions = forms.at(*query_position);
            let offset = query_position - first;
            // Both are sorted.
            let mut rest = positions.iter().copied().peekable();
            starts.retain(|start| {
                let wanted = start.saturating_add(offset);
                while rest.next_if(|position| *position < wanted).is_some() {}
                rest.peek() == Some(&wanted)
            });
        }
        !starts.is_empty()
    };
    candidates.into_iter().filter(has_sequence).collect()
}

/// The positions of the words of a phrase in a note. A word that the phrase repeats is read once.
struct FormPositions<'m> {
    matches: &'m [TermMatches<'m>],
    note: NoteId,
    /// The sorted positions of words, each given by its forms.
    by_forms: BTreeMap<Vec<usize>, Vec<u32>>,
}

impl FormPositions<'_> {
    /// The positions of the word at a position of the phrase.
    fn at(&mut self, query_position: u32) -> &Vec<u32> {
        let (matches, note) = (self.matches, self.note);
        let forms = || matches.iter().filter(|term| term.query_position == Some(query_position));
        let numbers = forms().map(|term| term.alternatives_number).collect();
        self.by_forms.entry(numbers).or_insert_with(|| {
            let mut positions: Vec<u32> =
                forms().flat_map(|term| term.positions_in_note(note)).collect();
            positions.sort_unstable();
            positions
        })
    }
}
