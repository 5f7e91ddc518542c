//! Writes formulas. `math::formula` finds them on a page.

use crate::values::html::NodeId;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;
use crate::web::page::markdown::math::formula::{self, MathDisplay};

impl MarkdownBuilder<'_, '_> {
    /// If the element is a formula, adds it to the Markdown and returns true; otherwise returns
    /// false.
    pub fn add_if_formula(&mut self, id: NodeId, style: &TextStyle) -> bool {
        if self.context.input.removals.is_removed(id) {
            return false;
        }
        let Some(formula) = formula::detect_formula(self.context.dom, id) else { return false };
        match formula.display {
            MathDisplay::Block => self.add_display_math(&formula.tex, style),
            MathDisplay::Inline => self.add_inline_math(&formula.tex, style),
        }
        true
    }
}
