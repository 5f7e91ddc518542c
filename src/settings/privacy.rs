//! Which notes never leave the device: those that say so, and those with a tag or in a folder
//! that the person named.

use super::Settings;
use crate::note::frontmatter;
use crate::note::{NotePath, tag};

impl Settings {
    /// Whether nothing of a note may be sent anywhere. In doubt it is private: properties are not
    /// read as YAML here, because one that is written oddly would then be missed.
    pub fn is_private(&self, path: &NotePath, text: &str) -> bool {
        if path.excluded_by(&self.private_folders).is_some() {
            return true;
        }
        let properties = frontmatter::range(text).and_then(|range| text.get(range));
        let properties = properties.unwrap_or_default();
        let words = properties.split(|c: char| c.is_whitespace() || "[]{},:\"'".contains(c));
        says_private(properties)
            || words.chain(tag::anywhere(text)).any(|tag| self.is_private_tag(tag))
    }

    fn is_private_tag(&self, tag: &str) -> bool {
        let name = |tag: &str| tag.trim().trim_start_matches('#').to_lowercase();
        let tag = name(tag);
        let mut private =
            self.private_tags.iter().map(|tag| name(tag)).filter(|tag| !tag.is_empty());
        private.any(|above| {
            tag.strip_prefix(&above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// Whether a property named `private` has any value but a plain no.
fn says_private(properties: &str) -> bool {
    let lower = properties.to_lowercase();
    lower.match_indices("private").any(|(at, name)| {
        let before = lower.get(..at).and_then(|text| text.chars().next_back());
        let behind = lower.get(at + name.len()..).unwrap_or_default();
        let value = behind.trim_start_matches(['"', '\'', ' ']).strip_prefix(':');
        let value = value.and_then(|value| value.split(['\n', ',', '}', '#']).next());
        let is_no = |value: &str| ["false", "no", "off", "0", "null", "~"].contains(&value);
        before.is_none_or(|c| !c.is_alphanumeric() && !"-_".contains(c))
            && value.is_some_and(|value| !is_no(value.trim().trim_matches(['"', '\''])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: bool) {
        let settings = Settings {
            private_folders: vec!["Diary".into()],
            private_tags: vec!["#Secret".into(), String::new()],
            ..Settings::default()
        };
        let path = NotePath::parse(path).unwrap();
        assert_eq!(settings.is_private(&path, text), expected, "{path} {text}");
    }

    #[test]
    fn a_note_is_private_by_its_own_word_its_tags_or_its_folder() {
        check("a.md", "plain", false);
        check("Diary/a.md", "plain", true);
        check("diary/a/b.md", "plain", true);
        check("Diary of others/a.md", "plain", false);
        check("a.md", "---\nprivate: true\n---\n", true);
        check("a.md", "---\nPrivate: True\n---\n", true);
        check("a.md", "---\nprivate: false\n---\n", false);
        check("a.md", "---\nprivate: yes\n---\n", true);
        check("a.md", "---\ntags: plain, secret\n---\n", true);
        check("a.md", "---\ntags: [secret]\n---\n", true);
        check("a.md", "---\ntags:\n  - secret/deep\n---\n", true);
        check("a.md", "---\ntags: [secret] # why\n---\n", true);
        check("a.md", "---\ntags: [plain,\n  secret]\n---\n", true);
        check("a.md", "---\ntags: >\n  secret\n---\n", true);
        check("a.md", "---\ntags:\n  - [\"#secret\"]\n---\n", true);
        check("a.md", "---\n{private: true}\n---\n", true);
        check("a.md", "---\n private: true\n---\n", true);
        check("a.md", "---\n\"private\": \"true\"\n---\n", true);
        check("a.md", "---\nnot-private: true\nprivately: true\n---\n", false);
        check("a.md", "---\nprivate: no # not yet\n---\n", false);
        check("a.md", "**#secret** or (#secret)", true);
        check("a.md", "text #secret here", true);
        check("a.md", "text #secretary here", false);
    }
}
