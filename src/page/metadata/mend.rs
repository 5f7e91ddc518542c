//! The text of a data block as values. Blocks come with errors more often than not, so that a
//! broken one is mended, or read as far as it goes.

use serde_json::Value;

/// The values of a block; a broken one is mended and read as far as it goes.
pub fn read(block: &str) -> Vec<Value> {
    let inside = block.split_once("<![CDATA[").map_or(block, |(_, inside)| inside);
    let start = inside.find(['{', '[']).unwrap_or(inside.len());
    let json = inside.get(start..).unwrap_or_default();
    let values = values(json);
    if values.is_empty() { self::values(&mended(json)) } else { values }
}

fn values(json: &str) -> Vec<Value> {
    serde_json::Deserializer::from_str(json).into_iter::<Value>().map_while(Result::ok).collect()
}

/// JSON without the usual mistakes: line breaks in texts, commas before an end, escapes that do
/// not exist.
fn mended(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut in_text = false;
    let mut comma = false;
    let mut characters = json.chars().peekable();
    while let Some(c) = characters.next() {
        if !in_text && (c.is_whitespace() || c == ',') {
            comma |= c == ',';
            continue;
        }
        if std::mem::take(&mut comma) && !matches!(c, ']' | '}') {
            out.push(',');
        }
        match c {
            '"' => in_text = !in_text,
            '\\' if characters.peek().is_none_or(|next| !is_escape(*next)) => continue,
            '\\' => {
                out.push(c);
                out.extend(characters.next());
                continue;
            }
            _ => {}
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

fn is_escape(c: char) -> bool {
    matches!(c, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(block: &str, expected: &str) {
        let values: Vec<String> = read(block).iter().map(Value::to_string).collect();
        assert_eq!(values.join(" "), expected, "{block:.100}");
    }

    #[test]
    fn blocks_are_freed_of_what_hides_them() {
        check("{\"a\": 1}", "{\"a\":1}");
        check("<!-- [1] -->", "[1]");
        check("//<![CDATA[\n[1]\n//]]>", "[1]");
        check("[1];", "[1]");
        check("[1] [2]", "[1] [2]");
    }

    #[test]
    fn the_usual_mistakes_are_mended() {
        check("{\"a\": [1, 2,],}", "{\"a\":[1,2]}");
        check("{\"a\": \"b\nc\"}", "{\"a\":\"b c\"}");
        check("{\"a\": \"it\\'s, \\\"so\\\"\\n\"}", "{\"a\":\"it's, \\\"so\\\"\\n\"}");
    }

    #[test]
    fn what_cannot_be_mended_is_passed_by() {
        for block in ["", "{", "\"", "nothing", "[[[", "{\"a\":"] {
            check(block, "");
        }
        check(&"[".repeat(100_000), "");
    }
}
