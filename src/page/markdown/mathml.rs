//! MathML as TeX.
