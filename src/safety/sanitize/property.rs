//! Sanitises the text of a property. Obsidian shows it as it is written, but some plugins search the
//! whole file, and links in it lead somewhere.

use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::sentence::sanitize_sentence;
use crate::values::text::collapse_whitespace;

/// Sanitises the text of a property. A text that is harmless stays as it is: escapes would be visible
/// in a property. Links become plain words.
pub fn sanitize_property(text: &str) -> String {
    let line = collapse_whitespace(text);
    let mut commands = plugin_triggers::trigger_patterns(TriggerContext::Anywhere);
    let is_harmless = line == text
        && !line.contains(['<', '[', '`', '%', '{', '\\'])
        && !line.contains("://")
        && !commands.any(|command| line.contains(command));
    if is_harmless { line } else { sanitize_sentence(&line) }
}
