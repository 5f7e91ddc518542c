//! Text processing that doesn't depend on what the text is: characters, lines and hashes.
//!
//! - characters: [`character_reference`], [`emoji`], [`invisible`], [`normalize`]
//! - lines: [`line_ends`], [`line_index`], [`one_line`]; places: `range_index`
//! - content: [`hash`]
//! - tests: [`step_counter`]

pub mod character_reference;
pub mod emoji;
pub mod hash;
pub mod invisible;
pub mod line_ends;
pub mod line_index;
pub mod normalize;
pub mod one_line;
pub(crate) mod range_index;
pub mod step_counter;
