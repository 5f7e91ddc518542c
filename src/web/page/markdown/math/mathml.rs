//! Translates MathML to TeX. Elements that MathJax has rendered are translated too, because their
//! names are those of MathML with the prefix `mjx-`. Of any other element, only the content is
//! translated.

use crate::values::html::{Dom, NodeId};
use crate::web::page::markdown::math::tex_symbol;
use crate::web::page::markdown::whitespace::visible_chars;

/// Maximum number of elements inside each other. Deeper elements are ignored, because the recursion
/// could otherwise overflow the stack.
const MAX_ELEMENT_DEPTH: usize = 200;

/// Translates the content of a MathML element, or of a formula that MathJax has rendered, to TeX.
pub fn to_tex(dom: &Dom, id: NodeId) -> String {
    MathTranslator { dom }.translate_children(id, 0)
}

struct MathTranslator<'d> {
    dom: &'d Dom,
}

/// Names of the elements in which MathJax renders the base, the scripts below and above it, the
/// numerator and the denominator.
const MATHJAX_PART_TAGS: [&str; 5] = ["mjx-base", "mjx-under", "mjx-over", "mjx-num", "mjx-den"];

impl MathTranslator<'_> {
    /// Returns the MathML name of an element, such as `mfrac`; for an element of MathJax, its name
    /// without `mjx-`.
    fn mathml_name(&self, id: NodeId) -> &str {
        let name = self.dom.tag_name(id);
        name.strip_prefix("mjx-").unwrap_or(name)
    }

    /// Returns the TeX of all child elements of an element, in their order and mostly with spaces
    /// between them.
    fn translate_children(&self, id: NodeId, depth: usize) -> String {
        if let Some(table) = self.translate_bracketed_table(id, depth) {
            return table;
        }
        let mut row = String::new();
        for child in self.dom.child_elements(id) {
            let next = self.translate_element(child, depth + 1);
            if next.is_empty() {
                continue;
            }
            let is_tight = row.is_empty()
                || row.ends_with(['(', '['])
                || next.starts_with([')', ']', ',', '\'']);
            if !is_tight {
                row.push(' ');
            }
            row.push_str(&next);
        }
        row
    }

    /// Returns the TeX of a MathML element; empty if it is nested too deeply.
    fn translate_element(&self, id: NodeId, depth: usize) -> String {
        if depth > MAX_ELEMENT_DEPTH {
            return String::new();
        }
        let part = |index: usize| self.translate_child(id, index, depth);
        match self.mathml_name(id) {
            "mi" => self.translate_identifier(id),
            "mn" | "mo" | "c" => self.translate_symbols(id),
            "mtext" | "ms" => self.translate_text(id),
            "mfrac" if self.dom.attribute(id, "linethickness") == Some("0") => {
                format!("\\binom{{{}}}{{{}}}", part(0), part(1))
            }
            "mfrac" => self.translate_fraction(id, depth),
            "msqrt" => format!("\\sqrt{{{}}}", self.translate_children(id, depth)),
            "mroot" => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
            "msup" => format!("{}^{{{}}}", braced_base(&part(0)), part(1)),
            "msub" => format!("{}_{{{}}}", braced_base(&part(0)), part(1)),
            "msubsup" if self.has_mathjax_super_subscripts(id) => {
                self.translate_mathjax_super_subscripts(id, depth)
            }
            "msubsup" => format!("{}_{{{}}}^{{{}}}", braced_base(&part(0)), part(1), part(2)),
            "munder" => with_underscript(&part(0), &part(1)),
            "mover" => with_overscript(&part(0), &part(1)),
            "munderover" => self.translate_under_over(id, depth),
            "mfenced" => self.translate_fenced(id, depth),
            "mtable" => self.translate_table(id, depth, "matrix"),
            "menclose" => self.translate_enclosed(id, depth),
            "mspace" => String::new(),
            "annotation" | "annotation-xml" | "mphantom" | "merror" | "assistive-mml" | "surd"
            | "nstrut" | "dstrut" => String::new(),
            "semantics" => part(0),
            _ => self.translate_children(id, depth),
        }
    }

    /// Returns the TeX of the child element at `index`; empty if there is none.
    fn translate_child(&self, id: NodeId, index: usize, depth: usize) -> String {
        self.dom
            .child_elements(id)
            .nth(index)
            .map(|part| self.translate_element(part, depth + 1))
            .unwrap_or_default()
    }

    /// Finds one of the `MATHJAX_PART_TAGS`, such as the numerator, inside an element by its name.
    /// Does not search inside the other parts, which may contain fractions of their own.
    fn find_mathjax_part(&self, id: NodeId, name: &str) -> Option<NodeId> {
        let mut walk = self.dom.walk(id);
        walk.next();
        for _ in 0..MAX_ELEMENT_DEPTH {
            let node = walk.next()?;
            if self.dom.tag_name(node) == name {
                return Some(node);
            }
            if MATHJAX_PART_TAGS.contains(&self.dom.tag_name(node)) {
                walk.skip_subtree(node);
            }
        }
        None
    }

    /// Returns the TeX of a fraction (`mfrac`), from MathML or as MathJax renders it.
    fn translate_fraction(&self, id: NodeId, depth: usize) -> String {
        let part = |name: &str, index: usize| match self.find_mathjax_part(id, name) {
            Some(part) => self.translate_children(part, depth + 1),
            None => self.translate_child(id, index, depth),
        };
        format!("\\frac{{{}}}{{{}}}", part("mjx-num", 0), part("mjx-den", 1))
    }

    /// Returns the TeX of an expression with limits or other scripts below and above it
    /// (`munderover`).
    fn translate_under_over(&self, id: NodeId, depth: usize) -> String {
        let rendered =
            ["mjx-base", "mjx-under", "mjx-over"].map(|name| self.find_mathjax_part(id, name));
        if let [Some(base), Some(under), Some(over)] = rendered {
            let [base, under, over] =
                [base, under, over].map(|part| self.translate_children(part, depth + 1));
            return format!("{base}_{{{under}}}^{{{over}}}");
        }
        let [middle, under, over] = [0, 1, 2].map(|index| self.translate_child(id, index, depth));
        format!("{}_{{{under}}}^{{{over}}}", braced_base(&middle))
    }

    /// Whether the superscript and the subscript of an expression are in one `mjx-script` element,
    /// as MathJax renders them.
    fn has_mathjax_super_subscripts(&self, id: NodeId) -> bool {
        self.dom
            .child_elements(id)
            .nth(1)
            .is_some_and(|part| self.dom.tag_name(part) == "mjx-script")
    }

    /// Translates the superscript and subscript of a formula rendered by MathJax. Both are in one
    /// element, the superscript first.
    fn translate_mathjax_super_subscripts(&self, id: NodeId, depth: usize) -> String {
        let script = self.dom.child_elements(id).nth(1);
        let parts = script.into_iter().flat_map(|script| self.dom.child_elements(script));
        let mut parts = parts.filter(|part| self.dom.tag_name(*part) != "mjx-spacer");
        let mut next =
            || parts.next().map(|part| self.translate_element(part, depth + 2)).unwrap_or_default();
        let (above, below) = (next(), next());
        format!("{}_{{{below}}}^{{{above}}}", braced_base(&self.translate_child(id, 0, depth)))
    }

    /// Returns the characters of an element with a number, an operator or a variable.
    fn symbol_text(&self, id: NodeId) -> String {
        let text = self.dom.text_content(id);
        let text: String = visible_chars(&text).collect();
        if !text.trim().is_empty() {
            return text.trim().to_owned();
        }
        // MathJax may leave an element empty and name its character only in a class, such as
        // `mjx-c78` for the character with the hexadecimal code 78.
        let classes =
            self.dom.walk(id).take(8).filter_map(|node| self.dom.attribute(node, "class"));
        let named =
            classes.flat_map(str::split_whitespace).filter_map(|name| name.strip_prefix("mjx-c"));
        named
            .filter_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
            .filter(|c| !c.is_control())
            .collect()
    }

    /// Returns the TeX of the name of a variable or function (`mi`).
    fn translate_identifier(&self, id: NodeId) -> String {
        let word: String = self.symbol_text(id).chars().map(tex_symbol::plain_letter).collect();
        if let Some(function) = tex_symbol::function_command(&word) {
            return function;
        }
        let is_word = word.chars().count() > 1 && word.chars().all(|c| c.is_ascii_alphanumeric());
        if is_word { format!("\\mathrm{{{word}}}") } else { to_tex_symbols(&word) }
    }

    /// Returns the TeX of a number or an operator (`mn`, `mo`).
    fn translate_symbols(&self, id: NodeId) -> String {
        to_tex_symbols(&self.symbol_text(id))
    }

    /// Returns the TeX of words inside a formula (`mtext`).
    fn translate_text(&self, id: NodeId) -> String {
        let text = self.dom.text_content(id);
        let text: String =
            visible_chars(&text).filter(|c| !matches!(c, '{' | '}' | '\\' | '$')).collect();
        let is_symbol = text.trim().chars().count() == 1 && !text.contains(char::is_alphanumeric);
        match text.trim() {
            "" => String::new(),
            symbol if is_symbol => to_tex_symbols(symbol),
            _ => format!("\\text{{{text}}}"),
        }
    }

    /// Returns the TeX of expressions between brackets (`mfenced`), separated by commas.
    fn translate_fenced(&self, id: NodeId, depth: usize) -> String {
        let bracket = |name: &str, default: &'static str| match self.dom.attribute(id, name) {
            Some("") => ".".to_owned(),
            Some(bracket) => to_tex_symbols(bracket),
            None => default.to_owned(),
        };
        let inner: Vec<String> = self
            .dom
            .child_elements(id)
            .map(|part| self.translate_element(part, depth + 1))
            .collect();
        format!(
            "\\left{} {} \\right{}",
            bracket("open", "("),
            inner.join(", "),
            bracket("close", ")")
        )
    }

    /// Returns the TeX of an expression (`menclose`) that is in a box, above or below a line,
    /// struck through, or under a root sign.
    fn translate_enclosed(&self, id: NodeId, depth: usize) -> String {
        let inner = self.translate_children(id, depth);
        let command = match self.dom.attribute(id, "notation").unwrap_or_default() {
            "top" => "\\overline",
            "bottom" => "\\underline",
            "box" | "roundedbox" => "\\boxed",
            "updiagonalstrike" | "downdiagonalstrike" => "\\cancel",
            "radical" => "\\sqrt",
            _ => return inner,
        };
        format!("{command}{{{inner}}}")
    }

    /// If an element contains only a table and brackets around it, returns the TeX of a matrix;
    /// with only an opening brace, returns that of a case distinction.
    fn translate_bracketed_table(&self, id: NodeId, depth: usize) -> Option<String> {
        let parts: Vec<NodeId> = self.dom.child_elements(id).take(4).collect();
        let (open, table, close) = match parts.as_slice() {
            [open, table] => (open, table, None),
            [open, table, close] => (open, table, Some(close)),
            _ => return None,
        };
        if self.mathml_name(*table) != "mtable" || self.mathml_name(*open) != "mo" {
            return None;
        }
        let kind = match (
            self.symbol_text(*open).as_str(),
            close.map(|close| self.symbol_text(*close)).as_deref(),
        ) {
            ("(", Some(")")) => "pmatrix",
            ("[", Some("]")) => "bmatrix",
            ("|", Some("|")) => "vmatrix",
            ("{", None | Some("")) => "cases",
            _ => return None,
        };
        Some(self.translate_table(*table, depth + 1, kind))
    }

    /// Returns the TeX of a table (`mtable`) in an environment such as `pmatrix`.
    fn translate_table(&self, id: NodeId, depth: usize, tex_environment: &str) -> String {
        let rows: Vec<NodeId> = self
            .dom
            .child_elements(id)
            .filter(|row| matches!(self.mathml_name(*row), "mtr" | "mlabeledtr"))
            .collect();
        let aligned = self
            .dom
            .attribute(id, "columnalign")
            .is_some_and(|align| align.contains("right") || align.contains("left"));
        let is_single =
            rows.len() == 1 && rows.iter().any(|row| self.mathml_name(*row) == "mlabeledtr");
        let lines: Vec<String> =
            rows.iter().map(|row| self.translate_table_row(*row, depth)).collect();
        if is_single {
            return lines.join(" ");
        }
        let kind = if tex_environment == "matrix" && aligned { "aligned" } else { tex_environment };
        format!("\\begin{{{kind}}}{}\\end{{{kind}}}", lines.join(" \\\\ "))
    }

    /// Returns the TeX of a table row. In a numbered equation (`mlabeledtr`), the first cell is the
    /// number and is written last.
    fn translate_table_row(&self, row: NodeId, depth: usize) -> String {
        let mut cells: Vec<String> = self
            .dom
            .child_elements(row)
            .map(|cell| self.translate_children(cell, depth + 1))
            .collect();
        if self.mathml_name(row) == "mlabeledtr" && !cells.is_empty() {
            let label = cells.remove(0);
            return format!("{} {label}", cells.join(" & "));
        }
        cells.join(" & ")
    }
}

/// Replaces the characters of a text that need a TeX command by that command. Adds a space between
/// a command and a letter after it, which TeX would read as part of the command.
fn to_tex_symbols(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars().map(tex_symbol::plain_letter) {
        if tex.ends_with(|last: char| last.is_ascii_alphabetic())
            && tex.contains('\\')
            && c.is_ascii_alphabetic()
        {
            tex.push(' ');
        }
        match tex_symbol::symbol_command(c) {
            Some(name) => tex.push_str(name),
            None => tex.push(c),
        }
    }
    tex
}

/// Puts braces around the base of a superscript or subscript, if it is more than one symbol.
fn braced_base(tex: &str) -> String {
    let is_one = tex.chars().count() <= 1
        || tex.strip_prefix('\\').is_some_and(|name| name.chars().all(|c| c.is_ascii_alphabetic()))
        || (tex.starts_with("\\mathrm{") && tex.find('}') == Some(tex.len() - 1));
    if is_one { tex.to_owned() } else { format!("{{{tex}}}") }
}

fn with_underscript(base: &str, below: &str) -> String {
    match tex_symbol::accent_command(below) {
        Some(command) => format!("{command}{{{base}}}"),
        None if tex_symbol::is_limit_operator(base) || base.starts_with("\\underbrace") => {
            format!("{base}_{{{below}}}")
        }
        None => format!("\\underset{{{below}}}{{{base}}}"),
    }
}

fn with_overscript(base: &str, above: &str) -> String {
    match tex_symbol::accent_command(above) {
        Some(command) => format!("{command}{{{base}}}"),
        None if tex_symbol::is_limit_operator(base) || base.starts_with("\\overbrace") => {
            format!("{base}^{{{above}}}")
        }
        None => format!("\\overset{{{above}}}{{{base}}}"),
    }
}
