//! Signs of mathematics and their names in TeX.
