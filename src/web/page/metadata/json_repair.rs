//! Parses the JSON-LD blocks of a page. Many contain JSON errors; the common ones are repaired, and
//! the values before the first remaining error are used.

use serde_json::Value;

/// Returns the JSON values in a block. If it cannot be parsed, repairs common errors and returns
/// the values before the first remaining error.
pub(super) fn parse_or_repair_json(block: &str) -> Vec<Value> {
    let content = block.split_once("<![CDATA[").map_or(block, |(_, content)| content);
    let start = content.find(['{', '[']).unwrap_or(content.len());
    let json = content.get(start..).unwrap_or_default();
    let values = parse_values(json);
    if values.is_empty() { parse_values(&repair_json(json)) } else { values }
}

fn parse_values(json: &str) -> Vec<Value> {
    serde_json::Deserializer::from_str(json).into_iter::<Value>().map_while(Result::ok).collect()
}

/// Repairs common errors in JSON: line breaks in strings, trailing commas, unknown escapes.
fn repair_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut in_string = false;
    let mut comma = false;
    let mut characters = json.chars().peekable();
    while let Some(c) = characters.next() {
        if !in_string && (c.is_whitespace() || c == ',') {
            comma |= c == ',';
            continue;
        }
        if std::mem::take(&mut comma) && !matches!(c, ']' | '}') {
            out.push(',');
        }
        match c {
            '"' => in_string = !in_string,
            '\\' if characters.peek().is_none_or(|next| !is_escape_char(*next)) => continue,
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

/// Whether JSON allows a character after a backslash.
fn is_escape_char(c: char) -> bool {
    matches!(c, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(block: &str, expected: &str) {
        let values: Vec<String> =
            parse_or_repair_json(block).iter().map(Value::to_string).collect();
        assert_eq!(values.join(" "), expected, "{block:.100}");
    }

    #[test]
    fn text_around_the_json_is_ignored() {
        check("{\"a\": 1}", "{\"a\":1}");
        check("<!-- [1] -->", "[1]");
        check("//<![CDATA[\n[1]\n//]]>", "[1]");
        check("[1];", "[1]");
        check("[1] [2]", "[1] [2]");
    }

    #[test]
    fn common_errors_are_repaired() {
        check("{\"a\": [1, 2,],}", "{\"a\":[1,2]}");
        check("{\"a\": \"b\nc\"}", "{\"a\":\"b c\"}");
        check("{\"a\": \"it\\'s, \\\"so\\\"\\n\"}", "{\"a\":\"it's, \\\"so\\\"\\n\"}");
    }

    #[test]
    fn other_errors_give_no_values() {
        for block in ["", "{", "\"", "nothing", "[[[", "{\"a\":"] {
            check(block, "");
        }
        check(&"[".repeat(100_000), "");
    }
}
