//! What every room needs of text, whatever the text is about.

pub mod date;
pub mod hash;
pub mod invisible;
pub mod normalize;
pub mod one_line;
pub mod word_list;
