//! Lists notes by folder, by property and by date, in order of path.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use crate::features::tools::note_catalog::NoteFacts;
use crate::features::tools::note_date::property_day;
use crate::features::tools::read_tools::to_result;
use crate::features::tools::result_block::{Continuation, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_call::{FolderDepth, ListPage, NoteDateKind, PropertyMatch};
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::{ListedNote, VaultFiles};
use crate::features::tools::vault_path::check_folder_argument;
use crate::host::NoteInfo;
use crate::notes::note::{NotePath, NoteProperty};
use crate::values::text::fold_case;
use crate::values::{Date, Result, Timestamp};

/// The names of the property that contains the tags of a note.
const TAG_PROPERTIES: [&str; 2] = ["tags", "tag"];

/// Lists the notes and the subfolders of a folder. A folder in which a tool sees no note is not
/// listed, because its name may be private.
pub async fn list_folder(
    context: &ToolContext<'_>,
    session: &ToolSession,
    argument: &str,
    depth: FolderDepth,
    page: ListPage,
) -> Result<ToolResult> {
    let folder = check_folder_argument(argument)?;
    let files = VaultFiles::load(context).await?;
    let folder = files.folder_spelling(&folder);
    let is_below = |path: &str| match folder.is_empty() {
        true => true,
        false => path.strip_prefix(&folder).is_some_and(|rest| rest.starts_with('/')),
    };
    let is_listed = |path: &NotePath| match depth {
        FolderDepth::OneFolder => path.folder() == folder,
        FolderDepth::AllSubfolders => is_below(path.as_str()),
    };
    let notes = files.visible_notes(|path, _| is_listed(path)).await?;
    let folders: BTreeSet<String> = match depth {
        FolderDepth::OneFolder => files.visible_subfolders(&folder).await?,
        FolderDepth::AllSubfolders => {
            notes.iter().flat_map(|note| folders_between(&folder, note.path.folder())).collect()
        }
    };
    let paths: Vec<&NotePath> = notes.iter().map(|note| &note.path).collect();
    let list = PathList::new(&paths, page);
    let data = json!({ "paths": list.texts(), "folders": folders, "total": list.total });
    let shown_folders: Vec<String> = folders.iter().map(|folder| format!("{folder}/")).collect();
    let mut blocks = list.blocks(context).await?;
    if !shown_folders.is_empty() {
        let text = shown_folders.join("\n");
        let redactor = context.privacy.build_redactor(&[], &[&text], "").await?;
        blocks.push(ResultBlock::sentence_with_number("Folders: ", shown_folders.len()));
        blocks.push(ResultBlock::data("folders", redactor.redact(&text)));
    }
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// All folders below `folder` on the way to the folder `below`, and `below` itself.
fn folders_between(folder: &str, below: &str) -> Vec<String> {
    let ends = below.match_indices('/').map(|(at, _)| at).chain([below.len()]);
    let paths = ends.filter(|end| *end > folder.len()).filter_map(|end| below.get(..end));
    paths.map(str::to_owned).collect()
}

/// Lists the notes whose property matches a value.
pub async fn list_by_property(
    context: &ToolContext<'_>,
    session: &ToolSession,
    (property, value, matching): (&str, &str, PropertyMatch),
    page: ListPage,
) -> Result<ToolResult> {
    let files = VaultFiles::load(context).await?;
    let notes = files.visible_notes(|_, _| true).await?;
    let wanted = PropertyQuery::new(property, value, matching);
    let paths: Vec<&NotePath> =
        notes.iter().filter(|note| wanted.matches(&note.facts)).map(|note| &note.path).collect();
    list_result(context, session, &paths, page).await
}

/// A property and the value to look for.
struct PropertyQuery {
    key: String,
    value: String,
    matching: PropertyMatch,
}

impl PropertyQuery {
    fn new(key: &str, value: &str, matching: PropertyMatch) -> Self {
        let key = fold_case(key.trim());
        let is_tag = TAG_PROPERTIES.contains(&key.as_str());
        let value = if is_tag { value.trim().trim_start_matches('#') } else { value.trim() };
        Self { key, value: value.to_owned(), matching }
    }

    fn matches(&self, facts: &NoteFacts) -> bool {
        if TAG_PROPERTIES.contains(&self.key.as_str()) {
            return self.matches_tags(facts);
        }
        let mut named =
            facts.properties.iter().filter(|property| fold_case(&property.key) == self.key);
        named.any(|property| self.matches_property(property))
    }

    fn matches_property(&self, property: &NoteProperty) -> bool {
        match (self.matching, property.is_list, property.values.as_slice()) {
            (PropertyMatch::Equals, _, [value]) => self.equals(value),
            (PropertyMatch::Equals, ..) => false,
            (PropertyMatch::Contains, true, items) => {
                items.iter().any(|item| self.equals_ignoring_case(item))
            }
            (PropertyMatch::Contains, false, values) => {
                let wanted = fold_case(&self.value);
                values.iter().any(|value| fold_case(value).contains(&wanted))
            }
        }
    }

    /// Compares the tags of the properties and of the text. Each tag counts as an item of one list.
    fn matches_tags(&self, facts: &NoteFacts) -> bool {
        let named = facts
            .properties
            .iter()
            .filter(|property| TAG_PROPERTIES.contains(&fold_case(&property.key).as_str()));
        // Obsidian also splits a text with several tags.
        let values = named.flat_map(|property| &property.values);
        let parts = values.flat_map(|value| value.split([',', ' ']));
        let tags = parts.map(|tag| tag.trim().trim_start_matches('#').to_owned());
        let tags = tags.chain(facts.tags.iter().cloned()).filter(|tag| !tag.is_empty());
        // Obsidian ignores the case of tags.
        let distinct: BTreeSet<String> = tags.map(|tag| fold_case(&tag)).collect();
        let wanted = fold_case(&self.value);
        match self.matching {
            PropertyMatch::Contains => distinct.contains(&wanted),
            PropertyMatch::Equals => distinct.len() == 1 && distinct.contains(&wanted),
        }
    }

    /// Whether a value is the wanted one, also if either of them is written as a link.
    fn equals(&self, value: &str) -> bool {
        value == self.value || link_name(value) == link_name(&self.value)
    }

    fn equals_ignoring_case(&self, value: &str) -> bool {
        fold_case(link_name(value)) == fold_case(link_name(&self.value))
    }
}

/// The target of a value such as `[[Tea]]`; other values stay as they are.
fn link_name(value: &str) -> &str {
    let inner = value.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    inner.map_or(value, |inner| inner.split(['|', '#']).next().unwrap_or(inner))
}

/// Lists the notes that were changed or created in a period.
pub async fn list_by_date(
    context: &ToolContext<'_>,
    session: &ToolSession,
    (days, date): (RangeInclusive<Date>, NoteDateKind),
    page: ListPage,
) -> Result<ToolResult> {
    let files = VaultFiles::load(context).await?;
    let utc_offset_minutes = context.host.now().utc_offset_minutes;
    let file_day = |unix_millis| Timestamp { unix_millis, utc_offset_minutes }.local_date();
    let is_possible = |info: &NoteInfo| match date {
        NoteDateKind::Modified => days.contains(&file_day(info.modified_millis)),
        NoteDateKind::Created => true,
    };
    let notes = files.visible_notes(|_, info| is_possible(info)).await?;
    let day = |note: &ListedNote<'_>| {
        let modified = file_day(note.info.modified_millis);
        match date {
            NoteDateKind::Modified => modified,
            NoteDateKind::Created => property_day(&note.facts.properties, utc_offset_minutes)
                .or_else(|| note.info.created_millis.map(file_day))
                // A host that does not know when a file was created only knows its last change.
                .unwrap_or(modified),
        }
    };
    let paths: Vec<&NotePath> =
        notes.iter().filter(|note| days.contains(&day(note))).map(|note| &note.path).collect();
    list_result(context, session, &paths, page).await
}

/// The result of a tool that lists notes.
pub async fn list_result(
    context: &ToolContext<'_>,
    session: &ToolSession,
    paths: &[&NotePath],
    page: ListPage,
) -> Result<ToolResult> {
    let list = PathList::new(paths, page);
    let data = json!({ "paths": list.texts(), "total": list.total });
    let blocks = list.blocks(context).await?;
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// One page of a list of notes.
struct PathList<'p> {
    paths: Vec<&'p NotePath>,
    total: usize,
}

impl<'p> PathList<'p> {
    fn new(all: &[&'p NotePath], page: ListPage) -> Self {
        let paths = all.iter().skip(page.offset).take(page.limit).copied().collect();
        Self { paths, total: all.len() }
    }

    fn texts(&self) -> Vec<Value> {
        self.paths.iter().map(|path| json!(path.as_str())).collect()
    }

    async fn blocks(&self, context: &ToolContext<'_>) -> Result<Vec<ResultBlock>> {
        let mut blocks = vec![ResultBlock::sentence_with_number("Notes in all: ", self.total)];
        if self.paths.len() < self.total {
            blocks
                .push(ResultBlock::sentence_with_number("Notes in this part: ", self.paths.len()));
        }
        let lines: Vec<&str> = self.paths.iter().map(|path| path.as_str()).collect();
        let text = lines.join("\n");
        let redactor = context.privacy.build_redactor(&self.paths, &[&text], "").await?;
        blocks.push(ResultBlock::data("paths", redactor.redact(&text)));
        Ok(blocks)
    }
}
