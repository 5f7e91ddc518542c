//! Checks the path of a note that is to be created or moved: its names must be possible on Windows,
//! macOS, Android and Linux, because vaults are synced between them.
//!
//! Names that are made from titles are not checked here: `sanitize` makes them so that they are possible.

use crate::safety::sanitize::is_device_name;
use crate::values::text::{is_direction_mark, is_invisible, is_joiner};
use crate::values::{Error, ErrorCode, Result};

/// Maximum length of the name of a file or folder in bytes, on Linux and Android. Other systems allow
/// as many UTF-16 units, which are never more than the bytes.
const MAX_NAME_BYTES: usize = 255;

/// Maximum length of a path in bytes. macOS allows 1,024 with the folder of the vault.
const MAX_PATH_BYTES: usize = 900;

/// Characters that Windows and Android forbid in names. The slash separates names.
const FORBIDDEN_CHARS: [char; 8] = ['\\', ':', '*', '?', '"', '<', '>', '|'];

/// Fails if a file or folder of a new path can't have its name on every system. Names that are there
/// already are not checked: `exists` tells whether the vault has a part of the path, from its beginning.
/// The error repeats no name, because it may be that of a private note.
pub fn check_new_path(path: &str, exists: impl Fn(&str) -> bool) -> Result<()> {
    if path.len() > MAX_PATH_BYTES {
        return Err(too_long("The path", path.len(), MAX_PATH_BYTES));
    }
    let mut end = 0;
    for name in path.split('/') {
        end += name.len();
        if !path.get(..end).is_some_and(&exists) {
            check_name(name)?;
        }
        end += 1;
    }
    Ok(())
}

fn check_name(name: &str) -> Result<()> {
    let is_hidden = |c: char| is_invisible(c) && !is_joiner(c) && !is_direction_mark(c);
    if name.len() > MAX_NAME_BYTES {
        return Err(too_long("A name in the path", name.len(), MAX_NAME_BYTES));
    }
    if let Some(c) = name.chars().find(|c| FORBIDDEN_CHARS.contains(c)) {
        return Err(impossible(&format!("contains {c}, which Windows and Android don't allow"))
            .hint("Leave it out, or write - instead."));
    }
    if name.chars().any(|c| c.is_control() || is_hidden(c)) {
        return Err(impossible("contains an invisible character").hint("Leave it out."));
    }
    if name.ends_with(['.', ' ']) {
        return Err(impossible("ends with a dot or a space, which Windows leaves out")
            .hint("Leave it out."));
    }
    match is_device_name(name) {
        true => Err(impossible("is one that Windows reserves, such as CON or LPT1")
            .hint("Choose another name.")),
        false => Ok(()),
    }
}

fn impossible(why: &str) -> Error {
    Error::new(ErrorCode::ArgumentInvalid, format!("A name in the path {why}"))
}

fn too_long(what: &str, length: usize, limit: usize) -> Error {
    let message = format!("{what} is {length} bytes long, but can have at most {limit}");
    Error::new(ErrorCode::ArgumentInvalid, message).hint("Shorten it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str) {
        let exists = |part: &str| matches!(part, "Why?" | "Old" | "Old/What: now.md");
        let got = check_new_path(path, exists);
        let got = got.map_or_else(|error| error.message, |()| String::new());
        assert!(got.contains(expected) && got.is_empty() == expected.is_empty(), "{path}: {got}");
    }

    #[test]
    fn names_that_are_possible_everywhere_are_accepted() {
        for path in [
            "Tea.md",
            "Projects/2026-11-15 (draft), v1.2 – “final” & more!.md",
            "C# and F#.md",
            "Übung/عربي\u{200f}/می\u{200c}خواهم/茶.md",
            "👩\u{200d}🍳.md",
            "Console.md",
            "CONTENT/com/COM10.md",
            "Why?/Tea.md",
            "Old/What: now.md",
        ] {
            check(path, "");
        }
        check(&format!("{}.md", "x".repeat(252)), "");
    }

    #[test]
    fn names_that_some_system_forbids_are_refused() {
        for path in
            ["CON.md", "con.md", "a/Nul/b.md", "aux.tar.md", "COM1.md", "lpt³.md", "PRN .md"]
        {
            check(path, "reserves");
        }
        for path in ["a?b.md", "Why?/What?.md", "a:b.md", "a|b.md", "<a>/b.md", "a*.md", "a\"b.md"]
        {
            check(path, "Windows and Android");
        }
        for path in ["\u{feff}a.md", "a\u{202e}b.md", "a\u{200b}/b.md", "a\u{7}.md"] {
            check(path, "invisible");
        }
        check("a./b.md", "dot or a space");
        check("a /b.md", "dot or a space");
        check(&format!("{}.md", "x".repeat(253)), "256 bytes");
        check(&format!("{}.md", "茶".repeat(100)), "303 bytes");
        check(&format!("{}b.md", "a/".repeat(500)), "1004 bytes");
    }
}
