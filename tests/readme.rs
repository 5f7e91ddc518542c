//! The README leads through the source by file and function. This test fails when one of them was
//! renamed or moved without the README.

use std::fs;
use std::path::Path;

#[test]
fn every_function_that_the_readme_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README can be read");
    let pieces: Vec<&str> = readme.split('`').collect();
    let mut checked = 0;
    for window in pieces.windows(3) {
        let [path, " ", name] = window else { continue };
        let is_source = path.ends_with(".rs") || path.ends_with(".ts");
        if !is_source {
            continue;
        }
        let text = fs::read_to_string(root.join(path)).unwrap_or_default();
        let forms = [format!("{name}("), format!("{name}<"), format!("const {name}:")];
        assert!(forms.iter().any(|form| text.contains(form)), "{path} has no {name}");
        checked += 1;
    }
    assert!(checked > 20, "only {checked} functions were found in the README");
}
