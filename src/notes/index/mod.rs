//! Full-text search over the notes of a vault: word search (BM25) and search by embedding vectors.
//!
//! The index stores no note text, only terms and the positions at which they occur. Callers read
//! snippets from the notes. Modules in reading order:
//!
//! - Text to terms: the wing [`language`](crate::language) detects the language of a text and turns its words
//!   into terms.
//! - Index data: `note_table` (notes and passages), `term_dictionary` (terms) with `postings` (the
//!   notes and positions of one term), `string_pool` of `values` (many strings in one
//!   allocation).
//! - Adding a note: [`vault_index`] is the index itself, `note_term_writer` collects the terms of
//!   one note, `term_cache` remembers the terms of words that were seen before.
//! - Storage: [`index_encoding`] encodes the index, `byte_encoding` of `values` encodes
//!   numbers and strings.
//! - Search by words: [`query`] parses what the user typed, `query_terms` turns its words into
//!   terms, `filter` decides which notes may be found, `term_matches` looks the terms up, `rank`
//!   scores notes with `bm25` and `passage_score`, `search` ties these steps together.
//! - Search by vectors: [`embedding`].
//! - Results: [`hit`] is one result, [`rank_fusion`] merges several rankings into one,
//!   [`highlight`] finds the words to emphasise in a snippet, [`corpus_stats`] tells other modules
//!   how rare a term is.

mod note_id;
mod note_table;
mod postings;
mod term_dictionary;

mod count_cache;
mod note_term_writer;
mod term_cache;
mod vault_index;

pub mod index_encoding;

mod bm25;
mod filter;
mod passage_score;
pub(crate) mod query;
mod query_terms;
mod rank;
mod search;
mod term_matches;

mod embedding;

mod corpus_stats;
mod highlight;
mod hit;
mod rank_fusion;

pub(crate) use corpus_stats::CorpusStats;
pub use corpus_stats::FallbackCorpusStats;
pub(crate) use embedding::{EmbeddingIndex, PassageHash};
pub(crate) use highlight::Highlighter;
pub use hit::Hit;
pub(crate) use hit::{HeadingTrail, MatchKind};
pub use index_encoding::{decode, encode};
pub(crate) use query::ParsedQuery;
pub use query::{Query, SearchMode};
pub use rank_fusion::Ranking;
pub(crate) use rank_fusion::{fuse_hits, fuse_rankings};
pub(crate) use search::SimilarNotes;
pub use vault_index::VaultIndex;
