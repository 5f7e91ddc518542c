//! Formulas of a page as TeX.
//!
//! - [`formula`] finds formulas in the elements of a page, [`tex_formula`] in its text.
//! - [`mathml`] translates MathML to TeX, with the names of symbols from [`tex_symbol`].

pub(super) mod formula;
mod mathml;
pub(super) mod tex_formula;
mod tex_symbol;
