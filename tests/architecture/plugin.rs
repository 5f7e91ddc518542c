//! The folders of the plugin: each uses only those above it in the list, the files beside them put all
//! together, and only the first knows what `pkg` exports. The stand-in of the app has no circles either.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::{Imports, circle, typescript_imports};
use crate::report;

/// The folders of `plugin/src` from the lowest to the highest.
const FOLDERS: [&str; 12] = [
    "core",
    "vault",
    "ui",
    "consent",
    "settings",
    "research",
    "ask",
    "chat",
    "citations",
    "health",
    "search",
    "inbox",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin").join(name)
}

fn imports_below(name: &str) -> Imports {
    let root = folder(name);
    let mut imports = Imports::new();
    typescript_imports(&root, &root, &mut imports);
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 50, "the imports were not read");
    imports
}

/// The place of a file's folder in the list; after the last for a file beside the folders.
fn rank(file: &str) -> Option<usize> {
    match file.split_once('/') {
        Some((folder, _)) => FOLDERS.iter().position(|name| *name == folder),
        None => Some(FOLDERS.len()),
    }
}

#[test]
fn a_folder_of_the_plugin_uses_only_lower_ones() {
    let mut complaints = Vec::new();
    for (file, targets) in imports_below("src") {
        let Some(own) = rank(&file) else {
            complaints.push(format!("{file}: its folder is in no layer: add it to FOLDERS"));
            continue;
        };
        for target in targets.iter().filter(|target| rank(target).is_some_and(|rank| rank > own)) {
            complaints.push(format!("{file}: imports {target}, which is above it"));
        }
    }
    report(complaints);
}

#[test]
fn only_the_core_folder_names_pkg() {
    let mut complaints = Vec::new();
    for file in imports_below("src").keys().filter(|file| !file.starts_with("core/")) {
        let text = fs::read_to_string(folder("src").join(format!("{file}.ts"))).expect("readable");
        if text.contains("pkg/ibid") {
            complaints.push(format!("{file}: names pkg: import the type from core/exports"));
        }
    }
    report(complaints);
}

#[test]
fn no_file_of_the_stand_in_imports_itself_by_way_of_others() {
    assert_eq!(circle(&imports_below("mocks")), None);
}
