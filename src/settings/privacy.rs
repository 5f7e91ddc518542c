//! Which notes never leave the device: those that say so, and those with a tag or in a folder
//! that the person named.

use super::Settings;
use crate::note::frontmatter::Frontmatter;
use crate::note::{NotePath, tag};

impl Settings {
    /// Whether nothing of a note may be sent anywhere.
    pub fn is_private(&self, path: &NotePath, text: &str) -> bool {
        if path.excluded_by(&self.private_folders).is_some() {
            return true;
        }
        let properties = Frontmatter::of(text);
        // In doubt it is: a word that is not a plain no counts as a yes.
        let is_no = |value: &str| ["false", "no", "off", "0"].contains(&value);
        let said = properties.values("private").any(|value| !is_no(&value.to_lowercase()));
        let values = ["tags", "tag"].into_iter().flat_map(|key| properties.values(key));
        let tags = values.flat_map(|value| value.split([',', ' ']));
        said || tags.chain(tag::inline(text)).any(|tag| self.is_private_tag(tag))
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
        check("a.md", "text #secret here", true);
        check("a.md", "text #secretary here", false);
    }
}
