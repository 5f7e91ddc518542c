//! Text processing that doesn't depend on what the text is: characters, lines and hashes.
//!
//! - characters: [`character_reference`], [`emoji`], [`invisible`], [`normalize`]
//! - lines: [`line_ends`], [`line_index`], [`one_line`]; places: `range_index`
//! - content: [`hash`]
//! - tests: [`step_counter`]

mod character_reference;
pub(crate) mod emoji;
pub mod hash;
pub(crate) mod invisible;
mod line_ends;
mod line_index;
mod normalize;
pub(crate) mod one_line;
mod range_index;
pub(crate) mod step_counter;

pub(crate) use character_reference::{decoded_reference, referenced_char, without_references};
pub(crate) use hash::{FNV1A_OFFSET_BASIS, fnv1a, fnv1a_step};
pub(crate) use invisible::{
    byte_order_mark_length, is_direction_mark, is_invisible, is_joiner, is_zero_width_space,
};
pub(crate) use line_ends::{all_line_ends_to_lf, crlf_to_lf, lone_cr_to_lf, trim_blank_lines};
pub(crate) use line_index::{LineIndex, lines_text};
pub(crate) use normalize::{fold_case, fold_letters, to_halfwidth, to_nfc, without_accents};
pub(crate) use one_line::{
    collapse_whitespace, comparison_hash, comparison_key, quoted, single_line, truncated_line,
};
pub(crate) use range_index::RangeIndex;
pub(crate) use step_counter::add_steps;
#[cfg(test)]
pub(crate) use step_counter::{assert_linear, count_steps};
