//! What every room needs of text, whatever the text is about.

pub mod hash;
pub mod normalize;
