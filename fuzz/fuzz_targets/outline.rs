//! Any text has an outline and passages, and the joined passages are the text.
#![no_main]

use ibid::notes::chunk::passages;
use ibid::notes::note::{Outline, prose};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let outline = Outline::parse(text);
    for heading in &outline.headings {
        assert!(
            text.get(heading.byte_range.clone()).is_some(),
            "a heading's range cuts a character"
        );
        assert!(outline.section_range(heading, text).end >= heading.byte_range.end);
    }
    let joined: String = passages(text).iter().map(|passage| passage.text).collect();
    assert_eq!(joined, text);
    let _ = prose::plain_text(text);
});
