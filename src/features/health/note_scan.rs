//! Everything that the check of the vault knows of one note. It is read once and again only after the
//! note changed.

use std::collections::BTreeMap;

use crate::evidence::Shingles;
use crate::features::health::note_anchors::NoteAnchors;
use crate::features::health::note_blocks::{
    LinkOnLine, NoteBlock, NoteBlockKind, NoteBlocks, word_count,
};
use crate::features::health::note_terms::{note_language, note_terms};
use crate::features::health::open_item::{OpenItem, open_items};
use crate::features::health::plain_names::{PlainName, keys_in_title, name_key, plain_names};
use crate::features::health::sketch_index::SKETCH_HASHES;
use crate::language::find_date;
use crate::notes::note::{NotePath, NoteProperty, frontmatter, read_properties};
use crate::values::text::{add_steps, fold_case};

/// Names of properties that tell when the note was last changed. They count more than the date of the
/// file, which changes when a vault is copied.
const UPDATED_PROPERTIES: [&str; 6] =
    ["updated", "modified", "date modified", "last modified", "lastmod", "date updated"];

/// Names of properties that say nothing about the subject of a note.
const HOUSEKEEPING_PROPERTIES: [&str; 26] = [
    "tags",
    "tag",
    "aliases",
    "alias",
    "title",
    "id",
    "uid",
    "uuid",
    "date",
    "created",
    "layout",
    "permalink",
    "publish",
    "dg-publish",
    "dg-home",
    "comments",
    "cssclass",
    "cssclasses",
    "draft",
    "draftin",
    "share",
    "slug",
    "hidden",
    "private",
    "number headings",
    "banner",
];

/// The property of notes that are drawings of the plugin Excalidraw.
const DRAWING_PROPERTY: &str = "excalidraw-plugin";

/// Names of folders with templates, whose notes are no notes yet.
const TEMPLATE_FOLDERS: [&str; 5] = ["templates", "template", "_templates", "模板", "模版"];

/// Number of words that are counted: more than a stub has.
const COUNTED_WORDS: usize = 20;

/// A tag of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagOnLine {
    /// The tag as written, without `#`.
    pub tag: String,
    /// The tag in the form in which tags are compared.
    pub key: String,
    /// The number of the line, counted from one.
    pub line: usize,
}

/// How much a note contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContentSize {
    /// Number of words; in scripts without spaces, half the number of characters. Of a long note only
    /// the first are counted.
    pub words: usize,
    /// Number of lines of code.
    pub code_lines: usize,
    /// Number of images and embeds.
    pub embeds: usize,
    /// Number of links to notes and to the web, without those in properties.
    pub links: usize,
    /// Number of values of properties that are about the subject of the note.
    pub property_values: usize,
}

/// What is known of one note.
#[derive(Debug, Default)]
pub struct NoteScan {
    /// Whether the note is private.
    pub is_private: bool,
    /// Whether the note is a template.
    pub is_template: bool,
    /// The links to notes and files, in order.
    pub links: Vec<LinkOnLine>,
    /// The links to headings and blocks of the note itself, in order.
    pub own_links: Vec<LinkOnLine>,
    /// What links can lead to inside the note.
    pub anchors: NoteAnchors,
    /// The tags, in order, with repeats.
    pub tags: Vec<TagOnLine>,
    /// The aliases.
    pub aliases: Vec<String>,
    /// The open questions and tasks, in order.
    pub open_items: Vec<OpenItem>,
    /// How much the note contains.
    pub size: ContentSize,
    /// The typical terms in lower case with their weights.
    pub terms: Vec<(String, u32)>,
    /// The names in the text that are not linked.
    pub plain_names: Vec<PlainName>,
    /// The keys of the title and the aliases.
    pub own_names: Vec<u64>,
    /// The keys of the names that the title, aliases and links of the note contain.
    pub known_names: Vec<u64>,
    /// The lowest hashes of the shingles of the text, sorted.
    pub sketch: Vec<u32>,
    /// When the note was last changed according to its properties, in milliseconds since 1970.
    pub updated_millis: Option<i64>,
}

impl NoteScan {
    /// Reads a note. Whether it is private is the caller's knowledge.
    pub fn new(path: &NotePath, text: &str) -> Self {
        let parsed = NoteBlocks::parse(text);
        let properties = read_properties(text);
        let hashes = match is_drawing(&properties) {
            true => Vec::new(),
            false => Shingles::lowest_hashes(&comparable_text(&parsed.blocks), SKETCH_HASHES),
        };
        let language = note_language(path.title(), &parsed.blocks);
        let aliases = aliases(&properties);
        Self {
            is_private: false,
            is_template: is_template(path),
            anchors: NoteAnchors::new(text),
            tags: note_tags(text, &parsed, &properties),
            known_names: known_names(path.title(), &aliases, &parsed.links),
            own_names: own_names(path.title(), &aliases),
            plain_names: plain_names(&parsed.blocks, language),
            aliases,
            open_items: open_items(&parsed.blocks),
            size: content_size(&parsed, &properties),
            terms: note_terms(path.title(), &parsed.blocks, language),
            sketch: hashes.iter().map(|hash| (hash >> 32) as u32).collect(),
            updated_millis: updated_millis(&properties),
            links: parsed.links,
            own_links: parsed.own_links,
        }
    }
}

fn is_template(path: &NotePath) -> bool {
    let folders = path.folder().split('/');
    folders.map(str::to_lowercase).any(|folder| TEMPLATE_FOLDERS.contains(&folder.as_str()))
}

/// Whether a note is a drawing, whose text is compared with that of no other.
fn is_drawing(properties: &[NoteProperty]) -> bool {
    properties.iter().any(|property| property.key == DRAWING_PROPERTY)
}

/// The text by which two notes are compared: without blocks that plugins draw.
pub fn comparable_text(blocks: &[NoteBlock]) -> String {
    let is_text = |block: &&NoteBlock| block.kind != NoteBlockKind::PluginCode;
    let texts: Vec<&str> = blocks.iter().filter(is_text).map(|block| block.text.as_str()).collect();
    texts.join("\n")
}

/// The aliases of a note. Obsidian splits a text with commas into several aliases, but no item of a
/// list.
fn aliases(properties: &[NoteProperty]) -> Vec<String> {
    let is_aliases = |property: &&NoteProperty| {
        ["aliases", "alias"].iter().any(|key| property.key.eq_ignore_ascii_case(key))
    };
    let mut names: Vec<String> = Vec::new();
    for property in properties.iter().filter(is_aliases) {
        for value in &property.values {
            match property.is_list {
                true => names.push(value.trim().to_owned()),
                false => names.extend(value.split(',').map(|name| name.trim().to_owned())),
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn own_names(title: &str, aliases: &[String]) -> Vec<u64> {
    std::iter::once(title).chain(aliases.iter().map(String::as_str)).map(name_key).collect()
}

fn known_names(title: &str, aliases: &[String], links: &[LinkOnLine]) -> Vec<u64> {
    let mut keys = keys_in_title(title);
    keys.extend(own_names(title, aliases));
    keys.extend(aliases.iter().flat_map(|alias| keys_in_title(alias)));
    for link in links.iter().map(|link| &link.link) {
        let target = link.target.rsplit('/').next().unwrap_or_default();
        let target = target.strip_suffix(".md").unwrap_or(target);
        keys.push(name_key(target));
        keys.extend(link.display_text.as_deref().map(name_key));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn note_tags(text: &str, parsed: &NoteBlocks, properties: &[NoteProperty]) -> Vec<TagOnLine> {
    let is_tags = |property: &&NoteProperty| {
        ["tags", "tag"].iter().any(|key| property.key.eq_ignore_ascii_case(key))
    };
    let values = properties.iter().filter(is_tags).flat_map(|property| &property.values);
    let words = values.flat_map(|value| value.split([',', ' '])).map(tag_in_word);
    let lines = TagLines::new(text);
    let in_properties = words
        .filter(|word| word.chars().any(|c| c.is_alphanumeric()))
        .map(|word| tag_on_line(word, lines.line_of(word)));
    let in_text = parsed.tags.iter().map(|(tag, line)| tag_on_line(tag, *line));
    in_properties.chain(in_text).collect()
}

/// The lines of the tags in the properties of a note.
struct TagLines<'t> {
    /// The number of the line with the name of the property, counted from one.
    first: usize,
    /// The first line with each word from there on.
    by_word: BTreeMap<&'t str, usize>,
}

impl<'t> TagLines<'t> {
    fn new(text: &'t str) -> Self {
        let end = frontmatter::frontmatter_byte_range(text).map_or(0, |range| range.end);
        let lines = || text.get(..end).unwrap_or_default().lines().zip(1..);
        let first = lines().find(|(line, _)| {
            let key = line.split(':').next().unwrap_or_default().trim();
            key.eq_ignore_ascii_case("tags") || key.eq_ignore_ascii_case("tag")
        });
        let first = first.map_or(1, |(_, number)| number);
        let mut by_word = BTreeMap::new();
        for (line, number) in lines().skip(first - 1) {
            for word in line.split([',', ' ', '[', ']']) {
                add_steps(1);
                by_word.entry(tag_in_word(word)).or_insert(number);
            }
        }
        Self { first, by_word }
    }

    fn line_of(&self, tag: &str) -> usize {
        add_steps(1);
        self.by_word.get(tag).copied().unwrap_or(self.first)
    }
}

/// A word of a property without what surrounds a tag.
fn tag_in_word(word: &str) -> &str {
    word.trim().trim_matches(['"', '\'']).trim_start_matches('#').trim_end_matches('/')
}

fn tag_on_line(tag: &str, line: usize) -> TagOnLine {
    let tag = tag.trim_end_matches('/');
    TagOnLine { tag: tag.to_owned(), key: fold_case(tag), line }
}

fn content_size(parsed: &NoteBlocks, properties: &[NoteProperty]) -> ContentSize {
    let mut size = ContentSize {
        embeds: parsed.embed_count,
        links: parsed.links.iter().filter(|link| link.line >= parsed.first_line).count()
            + parsed.web_link_count,
        ..ContentSize::default()
    };
    for block in &parsed.blocks {
        match block.kind {
            NoteBlockKind::Code | NoteBlockKind::PluginCode => {
                size.code_lines += block.text.lines().count()
            }
            _ => {}
        }
    }
    let is_prose = |block: &&NoteBlock| {
        let kind = block.kind;
        !matches!(kind, NoteBlockKind::Code | NoteBlockKind::PluginCode | NoteBlockKind::Heading(_))
    };
    size.words = word_count(parsed.blocks.iter().filter(is_prose), COUNTED_WORDS);
    let is_about_subject = |property: &&NoteProperty| {
        let key = property.key.to_lowercase();
        !HOUSEKEEPING_PROPERTIES.contains(&key.as_str())
            && !UPDATED_PROPERTIES.contains(&key.as_str())
            && !key.starts_with("date ")
    };
    let about = properties.iter().filter(is_about_subject).flat_map(|property| &property.values);
    size.property_values = about.filter(|value| value.chars().any(char::is_alphabetic)).count();
    size
}

fn updated_millis(properties: &[NoteProperty]) -> Option<i64> {
    let is_update = |property: &&NoteProperty| {
        UPDATED_PROPERTIES.iter().any(|key| property.key.eq_ignore_ascii_case(key))
    };
    let mut values = properties.iter().filter(is_update).flat_map(|property| &property.values);
    values.find_map(|value| find_date(value)).map(|date| date.at_utc_minutes(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    #[test]
    fn a_tag_of_the_properties_has_the_line_of_its_word() {
        let check = |properties: &str, tag: &str, expected: usize| {
            let text = format!("---\nup: tea\n{properties}\n---\ntea\n");
            assert_eq!(TagLines::new(&text).line_of(tag), expected, "{text}");
        };
        check("tags:\n- teapot\n- tea\n- a", "tea", 5);
        check("tags:\n- teapot\n- tea\n- a", "a", 6);
        check("tags: [a, \"#tea/\"]", "tea", 3);
        check("tags: it\\x65m", "item", 3);
    }

    #[test]
    fn a_long_list_of_tags_takes_linear_work() {
        assert_linear("- tea\n", 500, |list| {
            let text = format!("---\ntags:\n{list}---\n");
            let lines = TagLines::new(&text);
            list.lines().for_each(|_| _ = lines.line_of("tea"));
        });
    }
}
