//! MathML as TeX. Elements that it does not know are what stands in them; so a drawing of
//! MathJax, whose elements are named after those of MathML, can be read too.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::symbol;
use crate::page::markdown::visible::visible;

/// Elements in one another. The parser allows few more.
const MOST_DEPTH: usize = 200;

/// The TeX of an element and what stands in it.
pub(super) fn tex(dom: &Dom, id: NodeId) -> String {
    Reader { dom }.row(id, 0)
}

struct Reader<'d> {
    dom: &'d Dom,
}

/// The parts of what MathJax draws.
const DRAWN_PARTS: [&str; 5] = ["mjx-base", "mjx-under", "mjx-over", "mjx-num", "mjx-den"];

impl Reader<'_> {
    fn name(&self, id: NodeId) -> &str {
        let name = self.dom.name(id);
        name.strip_prefix("mjx-").unwrap_or(name)
    }

    /// What stands in an element, side by side.
    fn row(&self, id: NodeId, depth: usize) -> String {
        if let Some(cases) = self.fenced_table(id, depth) {
            return cases;
        }
        let mut row = String::new();
        for child in self.dom.elements(id) {
            let next = self.node(child, depth + 1);
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

    fn node(&self, id: NodeId, depth: usize) -> String {
        if depth > MOST_DEPTH {
            return String::new();
        }
        let part = |at: usize| self.part(id, at, depth);
        match self.name(id) {
            "mi" => self.identifier(id),
            "mn" | "mo" | "c" => self.signs(id),
            "mtext" | "ms" => self.words(id),
            "mfrac" if self.dom.attribute(id, "linethickness") == Some("0") => {
                format!("\\binom{{{}}}{{{}}}", part(0), part(1))
            }
            "mfrac" => self.fraction(id, depth),
            "msqrt" => format!("\\sqrt{{{}}}", self.row(id, depth)),
            "mroot" => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
            "msup" => format!("{}^{{{}}}", base(&part(0)), part(1)),
            "msub" => format!("{}_{{{}}}", base(&part(0)), part(1)),
            "msubsup" if self.has_drawn_scripts(id) => self.drawn_scripts(id, depth),
            "msubsup" => format!("{}_{{{}}}^{{{}}}", base(&part(0)), part(1), part(2)),
            "munder" => under(&part(0), &part(1)),
            "mover" => over(&part(0), &part(1)),
            "munderover" => self.under_and_over(id, depth),
            "mfenced" => self.fenced(id, depth),
            "mtable" => self.table(id, depth, "matrix"),
            "menclose" => self.enclosed(id, depth),
            "mspace" => String::new(),
            "annotation" | "annotation-xml" | "mphantom" | "merror" | "assistive-mml" | "surd"
            | "nstrut" | "dstrut" => String::new(),
            "semantics" => part(0),
            _ => self.row(id, depth),
        }
    }

    fn part(&self, id: NodeId, at: usize, depth: usize) -> String {
        self.dom.elements(id).nth(at).map(|part| self.node(part, depth + 1)).unwrap_or_default()
    }

    /// A part of a drawing by its name, wherever it stands in it, but not inside another part: each
    /// is written once.
    fn named_part(&self, id: NodeId, name: &str) -> Option<NodeId> {
        let mut walk = self.dom.walk(id);
        walk.next();
        for _ in 0..MOST_DEPTH {
            let here = walk.next()?;
            if self.dom.name(here) == name {
                return Some(here);
            }
            if DRAWN_PARTS.contains(&self.dom.name(here)) {
                walk.skip_inside(here);
            }
        }
        None
    }

    fn fraction(&self, id: NodeId, depth: usize) -> String {
        let part = |name: &str, at: usize| match self.named_part(id, name) {
            Some(part) => self.row(part, depth + 1),
            None => self.part(id, at, depth),
        };
        format!("\\frac{{{}}}{{{}}}", part("mjx-num", 0), part("mjx-den", 1))
    }

    fn under_and_over(&self, id: NodeId, depth: usize) -> String {
        let drawn = ["mjx-base", "mjx-under", "mjx-over"].map(|name| self.named_part(id, name));
        if let [Some(base), Some(under), Some(over)] = drawn {
            let [base, under, over] = [base, under, over].map(|part| self.row(part, depth + 1));
            return format!("{base}_{{{under}}}^{{{over}}}");
        }
        let [middle, under, over] = [0, 1, 2].map(|at| self.part(id, at, depth));
        format!("{}_{{{under}}}^{{{over}}}", base(&middle))
    }

    fn has_drawn_scripts(&self, id: NodeId) -> bool {
        self.dom.elements(id).nth(1).is_some_and(|part| self.dom.name(part) == "mjx-script")
    }

    /// A drawing has both scripts in one element, the upper one first.
    fn drawn_scripts(&self, id: NodeId, depth: usize) -> String {
        let script = self.dom.elements(id).nth(1);
        let parts = script.into_iter().flat_map(|script| self.dom.elements(script));
        let mut parts = parts.filter(|part| self.dom.name(*part) != "mjx-spacer");
        let mut next = || parts.next().map(|part| self.node(part, depth + 2)).unwrap_or_default();
        let (above, below) = (next(), next());
        format!("{}_{{{below}}}^{{{above}}}", base(&self.part(id, 0, depth)))
    }

    fn text(&self, id: NodeId) -> String {
        let text = self.dom.all_text(id);
        let text: String = visible(&text).collect();
        if !text.trim().is_empty() {
            return text.trim().to_owned();
        }
        // MathJax may leave the sign to the style sheet and only name it.
        let classes =
            self.dom.walk(id).take(8).filter_map(|node| self.dom.attribute(node, "class"));
        let named =
            classes.flat_map(str::split_whitespace).filter_map(|name| name.strip_prefix("mjx-c"));
        named
            .filter_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
            .filter(|c| !c.is_control())
            .collect()
    }

    fn identifier(&self, id: NodeId) -> String {
        let word: String = self.text(id).chars().map(symbol::letter).collect();
        if let Some(function) = symbol::function(&word) {
            return function;
        }
        let is_word = word.chars().count() > 1 && word.chars().all(|c| c.is_ascii_alphanumeric());
        if is_word { format!("\\mathrm{{{word}}}") } else { signs(&word) }
    }

    fn signs(&self, id: NodeId) -> String {
        signs(&self.text(id))
    }

    fn words(&self, id: NodeId) -> String {
        let text = self.dom.all_text(id);
        let text: String =
            visible(&text).filter(|c| !matches!(c, '{' | '}' | '\\' | '$')).collect();
        let is_sign = text.trim().chars().count() == 1 && !text.contains(char::is_alphanumeric);
        match text.trim() {
            "" => String::new(),
            sign if is_sign => signs(sign),
            _ => format!("\\text{{{text}}}"),
        }
    }

    fn fenced(&self, id: NodeId, depth: usize) -> String {
        let fence = |name: &str, usual: &'static str| match self.dom.attribute(id, name) {
            Some("") => ".".to_owned(),
            Some(sign) => signs(sign),
            None => usual.to_owned(),
        };
        let inner: Vec<String> =
            self.dom.elements(id).map(|part| self.node(part, depth + 1)).collect();
        format!("\\left{} {} \\right{}", fence("open", "("), inner.join(", "), fence("close", ")"))
    }

    fn enclosed(&self, id: NodeId, depth: usize) -> String {
        let inner = self.row(id, depth);
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

    /// A table that stands alone between two fences: a matrix, or cases behind a brace.
    fn fenced_table(&self, id: NodeId, depth: usize) -> Option<String> {
        let parts: Vec<NodeId> = self.dom.elements(id).take(4).collect();
        let (open, table, close) = match parts.as_slice() {
            [open, table] => (open, table, None),
            [open, table, close] => (open, table, Some(close)),
            _ => return None,
        };
        if self.name(*table) != "mtable" || self.name(*open) != "mo" {
            return None;
        }
        let kind =
            match (self.text(*open).as_str(), close.map(|close| self.text(*close)).as_deref()) {
                ("(", Some(")")) => "pmatrix",
                ("[", Some("]")) => "bmatrix",
                ("|", Some("|")) => "vmatrix",
                ("{", None | Some("")) => "cases",
                _ => return None,
            };
        Some(self.table(*table, depth + 1, kind))
    }

    fn table(&self, id: NodeId, depth: usize, kind: &str) -> String {
        let rows: Vec<NodeId> = self
            .dom
            .elements(id)
            .filter(|row| matches!(self.name(*row), "mtr" | "mlabeledtr"))
            .collect();
        let aligned = self
            .dom
            .attribute(id, "columnalign")
            .is_some_and(|align| align.contains("right") || align.contains("left"));
        let is_single = rows.len() == 1 && rows.iter().any(|row| self.name(*row) == "mlabeledtr");
        let lines: Vec<String> = rows.iter().map(|row| self.table_row(*row, depth)).collect();
        if is_single {
            return lines.join(" ");
        }
        let kind = if kind == "matrix" && aligned { "aligned" } else { kind };
        format!("\\begin{{{kind}}}{}\\end{{{kind}}}", lines.join(" \\\\ "))
    }

    /// The cells of a row; the number of an equation stands first and is written last.
    fn table_row(&self, row: NodeId, depth: usize) -> String {
        let mut cells: Vec<String> =
            self.dom.elements(row).map(|cell| self.row(cell, depth + 1)).collect();
        if self.name(row) == "mlabeledtr" && !cells.is_empty() {
            let label = cells.remove(0);
            return format!("{} {label}", cells.join(" & "));
        }
        cells.join(" & ")
    }
}

/// Signs one by one, with blanks where TeX would run them together.
fn signs(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars().map(symbol::letter) {
        if tex.ends_with(|last: char| last.is_ascii_alphabetic())
            && tex.contains('\\')
            && c.is_ascii_alphabetic()
        {
            tex.push(' ');
        }
        match symbol::name(c) {
            Some(name) => tex.push_str(name),
            None => tex.push(c),
        }
    }
    tex
}

/// What scripts are hung on: more than one sign is held together.
fn base(tex: &str) -> String {
    let is_one = tex.chars().count() <= 1
        || tex.strip_prefix('\\').is_some_and(|name| name.chars().all(|c| c.is_ascii_alphabetic()))
        || (tex.starts_with("\\mathrm{") && tex.find('}') == Some(tex.len() - 1));
    if is_one { tex.to_owned() } else { format!("{{{tex}}}") }
}

fn under(middle: &str, below: &str) -> String {
    match symbol::accent(below) {
        Some(command) => format!("{command}{{{middle}}}"),
        None if symbol::takes_limits(middle) || middle.starts_with("\\underbrace") => {
            format!("{middle}_{{{below}}}")
        }
        None => format!("\\underset{{{below}}}{{{middle}}}"),
    }
}

fn over(middle: &str, above: &str) -> String {
    match symbol::accent(above) {
        Some(command) => format!("{command}{{{middle}}}"),
        None if symbol::takes_limits(middle) || middle.starts_with("\\overbrace") => {
            format!("{middle}^{{{above}}}")
        }
        None => format!("\\overset{{{above}}}{{{middle}}}"),
    }
}
