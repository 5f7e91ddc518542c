//! Checks a path that a call names, before it is looked up: nothing outside the vault, and no
//! configuration.

use crate::notes::note::NotePath;
use crate::values::text::{is_invisible, quoted};
use crate::values::{Error, ErrorCode, Result};

/// Returns the path of a note as it is looked up: without `./` at its beginning and without the
/// brackets of a link.
pub fn check_note_argument(argument: &str) -> Result<String> {
    let link = argument.trim().strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let path = match link {
        Some(link) => link.split(['|', '#']).next().unwrap_or_default(),
        None => argument,
    };
    check_parts(argument, path.trim())
}

/// Returns the path of a folder without slashes around it; empty for the top of the vault. Obsidian
/// writes `/` for the top.
pub fn check_folder_argument(argument: &str) -> Result<String> {
    let path = argument.trim();
    if matches!(path, "" | "/" | "." | "./") {
        return Ok(String::new());
    }
    check_parts(argument, path.strip_suffix('/').unwrap_or(path))
}

/// Adds an extension to the path of a note that has none.
pub fn with_note_extension(path: &str, extension: &str) -> String {
    match NotePath::parse(path) {
        Ok(_) => path.to_owned(),
        Err(_) => format!("{path}.{extension}"),
    }
}

fn check_parts(argument: &str, path: &str) -> Result<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
    let is_inside = !path.contains(['\\', '\0'])
        && !path.chars().any(char::is_control)
        && !has_drive_or_scheme(path)
        && !path.starts_with('~')
        // Obsidian shows no file or folder whose name begins with a dot: configuration folders and
        // the trash begin with one, and so does `..`.
        && !parts.is_empty()
        && parts.iter().all(|part| !visible_start(part).is_empty() && !visible_start(part).starts_with('.'));
    if is_inside { Ok(parts.join("/")) } else { Err(path_outside(argument)) }
}

/// A name without what can't be seen at its beginning.
fn visible_start(name: &str) -> &str {
    name.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c))
}

/// Whether a path begins with a drive or a scheme, such as `C:` or `file:`.
fn has_drive_or_scheme(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    let Some((name, rest)) = first.split_once(':') else { return false };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_name && (name.len() == 1 || rest.is_empty())
}

fn path_outside(argument: &str) -> Error {
    Error::new(ErrorCode::PathOutside, format!("{} is not a path in this vault", quoted(argument)))
        .hint("Paths are relative to the vault, for example Projects/Tea.md.")
}

/// The error for a note that does not exist. A private or excluded note has the same error, so that
/// nobody learns that it exists.
pub fn note_missing(argument: &str) -> Error {
    let message = format!("There is no note {} in this vault", quoted(argument));
    Error::new(ErrorCode::NoteMissing, message)
        .hint("Find its path with search_vault or list_folder.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_inside_the_vault_are_looked_up() {
        let check = |path: &str, expected: &str| {
            let got = check_note_argument(path).unwrap_or_else(|error| error.code.to_string());
            assert_eq!(got, expected, "{path}");
        };
        check("Tea", "Tea");
        check(" a/Tea.md ", "a/Tea.md");
        check("./a/./Tea.md", "a/Tea.md");
        check("[[a/Tea#Heat|hot]]", "a/Tea");
        check("Note: one.md", "Note: one.md");
        check("v1.2", "v1.2");
        for path in [
            "/etc/passwd",
            "../a.md",
            "a/../b.md",
            "..",
            ".",
            "C:\\a.md",
            "C:/a.md",
            "c:a",
            "a\\b.md",
            "file:///etc/a.md",
            "a\nb.md",
            "a\0.md",
            "a//b.md",
            "~/a.md",
            ".obsidian/app.md",
            ".OBSIDIAN/x",
            "a/.git/b.md",
            " .trash/a.md",
            "\u{feff}../x.md",
            "a/\u{200d}.git/b.md",
            "[[../a]]",
            "a/ ../b",
            "",
        ] {
            check(path, "path-outside");
        }
    }

    #[test]
    fn a_folder_may_end_with_a_slash() {
        let check = |path: &str, expected: &str| {
            let got = check_folder_argument(path).unwrap_or_else(|error| error.code.to_string());
            assert_eq!(got, expected, "{path}");
        };
        check("", "");
        check("/", "");
        check("a/b/", "a/b");
        check("./a", "a");
        check("/a", "path-outside");
        check("a//", "path-outside");
        check("..", "path-outside");
        check(".obsidian", "path-outside");
    }
}
