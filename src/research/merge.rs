//! Placeholder until the real one is merged.
/// Merge.
pub fn merge(_base: &str, edited: &str, new: &str) -> String {
    format!("{new}\n\n{edited}")
}
