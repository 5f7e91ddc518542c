//! Formulas as elements of a page.
use super::super::dom::NodeId;
use super::compose::Composer;
use super::style::Style;

/// Writes a formula, if the element is one.
pub(super) fn write(_composer: &mut Composer<'_, '_>, _id: NodeId, _style: &Style) -> bool {
    false
}
