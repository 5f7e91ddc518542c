//! Formulas of a page as TeX.
//!
//! - [`formula`] finds formulas in the elements of a page, [`tex`] in its text.
//! - [`mathml`] translates MathML to TeX, with the names of symbols from [`symbol`].

pub mod formula;
mod mathml;
mod symbol;
pub mod tex;
