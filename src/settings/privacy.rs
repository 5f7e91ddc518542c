//! Which notes are private and never leave the device: notes with the property `private`, and notes
//! with a tag or in a folder that the user listed.

use crate::notes::note::{FolderPattern, NotePath, frontmatter, tag};
use crate::settings::Settings;
use crate::values::text::{fold_case, lone_cr_to_lf};

/// The name of the note in which findings wait for the user.
pub const INBOX_FILE_NAME: &str = "Research inbox";

impl Settings {
    /// The settings without the names of private and excluded folders, tags and notes, for a trace.
    pub fn without_private_names(&self) -> Self {
        let none = Vec::new;
        Self {
            private_folders: none(),
            private_tags: none(),
            excluded_folders: none(),
            ..self.clone()
        }
    }

    /// Whether a note is private, so that nothing of it may be sent. In doubt it is private: the
    /// properties are not parsed as YAML here, because a YAML parser would miss malformed ones.
    pub fn is_private(&self, path: &NotePath, text: &str) -> bool {
        if self.private_folder_patterns().iter().any(|folder| folder.contains(path.as_str())) {
            return true;
        }
        // Some old programs end lines with a carriage return alone; the properties of their notes
        // must be found too.
        let text = &lone_cr_to_lf(text);
        let properties =
            frontmatter::frontmatter_byte_range(text).and_then(|range| text.get(range));
        let properties = properties.unwrap_or_else(|| unclosed_properties(text));
        let words = properties.split(|c: char| c.is_whitespace() || "[]{},:\"'".contains(c));
        has_private_property(properties)
            || words.chain(tag::possible_tags(text)).any(|tag| self.is_private_tag(tag))
    }

    /// The folders whose notes never leave the device.
    pub fn private_folder_patterns(&self) -> Vec<FolderPattern> {
        self.private_folders.iter().filter_map(|line| FolderPattern::parse(line)).collect()
    }

    /// The folders whose notes are neither indexed nor researched, and the file of the inbox: what
    /// waits there is not yet knowledge of the user.
    pub fn excluded_folder_patterns(&self) -> Vec<FolderPattern> {
        let inbox = FolderPattern::parse(&self.inbox_file_path());
        self.user_excluded_folders().chain(inbox).collect()
    }

    fn user_excluded_folders(&self) -> impl Iterator<Item = FolderPattern> {
        self.excluded_folders.iter().filter_map(|line| FolderPattern::parse(line))
    }

    /// The path of the note in which findings wait for the user.
    pub fn inbox_file_path(&self) -> String {
        format!("{}/{INBOX_FILE_NAME}.md", self.inbox_folder.trim().trim_matches('/'))
    }

    /// Returns the private and excluded folders that contain none of these paths, as the user wrote
    /// them. Most likely the user misspelled them.
    pub fn nonexistent_folders<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<String> {
        let mut empty = self.private_folder_patterns();
        empty.extend(self.user_excluded_folders());
        for path in paths {
            if empty.is_empty() {
                break;
            }
            empty.retain(|folder| !folder.contains(path));
        }
        empty.iter().map(|folder| folder.settings_line().to_owned()).collect()
    }

    fn is_private_tag(&self, tag: &str) -> bool {
        let tag = normalized_tag(tag);
        let lines = self.private_tags.iter().flat_map(|line| line.split([',', ' ', '\t']));
        let mut private = lines.map(normalized_tag).filter(|tag| !tag.is_empty());
        private.any(|parent| {
            tag.strip_prefix(&parent).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// Returns the properties of a note whose closing `---` is missing, up to the first empty line. The
/// user is still typing them, or they end with `...`.
fn unclosed_properties(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}');
    let block = text.strip_prefix("---").filter(|rest| rest.starts_with(['\n', '\r', ' ']));
    let block = block.unwrap_or_default();
    block.split("\n\n").next().unwrap_or_default()
}

/// Normalises a tag for comparison: `#Secret/`, `secret/*` and `SECRET` are the same tag.
fn normalized_tag(tag: &str) -> String {
    let tag = tag.trim().trim_matches(['"', '\'']).trim_start_matches('#');
    fold_case(tag.trim_end_matches(['/', '*']))
}

/// Whether there is a property named `private` with any value except `false`, `no` and the like.
fn has_private_property(properties: &str) -> bool {
    let lower = properties.to_lowercase();
    lower.match_indices("private").any(|(at, name)| {
        let before = lower.get(..at).and_then(|text| text.chars().next_back());
        let behind = lower.get(at + name.len()..).unwrap_or_default();
        let value = behind.trim_start_matches(['"', '\'', ' ', '\t']).strip_prefix(':');
        let value = value.and_then(|value| value.split(['\n', ',', '}', '#']).next());
        let is_negative = |value: &str| ["false", "no", "off", "0", "null", "~"].contains(&value);
        before.is_none_or(|c| !c.is_alphanumeric() && !"-_".contains(c))
            && value.is_some_and(|value| !is_negative(value.trim().trim_matches(['"', '\''])))
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
    fn folders_and_tags_match_in_every_spelling() {
        let is_private = |folders: &str, tags: &str, path: &str, text: &str| {
            let settings = Settings {
                private_folders: folders.lines().map(str::to_owned).collect(),
                private_tags: tags.lines().map(str::to_owned).collect(),
                ..Settings::default()
            };
            settings.is_private(&NotePath::parse(path).unwrap(), text)
        };
        for folder in ["/", "./Priv", "Priv/*", "Priv\\Sub", "PRIV", "priv/sub/"] {
            assert!(is_private(folder, "", "Priv/Sub/a.md", ""), "{folder}");
        }
        assert!(is_private("Tagebu\u{308}cher", "", "Tagebücher/a.md", ""));
        for tag in ["secret", "#Secret", "secret/", "#secret/*", "other, #secret", "\"secret\""] {
            assert!(is_private("", tag, "a.md", "text #SECRET/deep here"), "{tag}");
            assert!(!is_private("", tag, "a.md", "text #secretary here"), "{tag}");
        }
        assert!(is_private("", "café", "a.md", "text #cafe\u{301} here"));
        assert!(is_private("", "cafe\u{301}", "a.md", "---\ntags: [Café]\n---\n"));
    }

    #[test]
    fn a_note_is_private_by_its_property_its_tags_or_its_folder() {
        check("a.md", "plain", false);
        check("Diary/a.md", "plain", true);
        check("diary/a/b.md", "plain", true);
        check("Diary of others/a.md", "plain", false);
        check("a.md", "---\nprivate: true\n---\n", true);
        check("a.md", "---\rprivate: true\r---\rtext", true);
        check("a.md", "---\r\nprivate: true\r\n---\r\n", true);
        check("a.md", "---\rtags: secret\r---\r", true);
        check("a.md", "---\nprivate: true\n...\ntext", true);
        check("a.md", "---\nprivate: true\n", true);
        check("a.md", "---\n\nA private: matter\n", false);
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
        check("a.md", "---\nprivate\t: true\n---\n", true);
        check("a.md", "---\n private: true\n---\n", true);
        check("a.md", "---\n\"private\": \"true\"\n---\n", true);
        check("a.md", "---\nnot-private: true\nprivately: true\n---\n", false);
        check("a.md", "---\nprivate: no # not yet\n---\n", false);
        check("a.md", "**#secret** or (#secret)", true);
        check("a.md", "text #secret here", true);
        check("a.md", "text #secretary here", false);
    }
}
