//! HTML character references such as `&gt;`.

/// Names of the references for characters of addresses, attributes and marks of plugins, and for white space.
const NAMED_CHARACTERS: [(&str, char); 12] = [
    ("colon", ':'),
    ("sol", '/'),
    ("period", '.'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("gt", '>'),
    ("plus", '+'),
    ("equals", '='),
    ("nbsp", '\u{a0}'),
    ("Tab", '\t'),
];

/// The character for which a reference stands, given what is between `&` and `;`. `None` for other names.
pub fn referenced_char(name: &str) -> Option<char> {
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    let named = NAMED_CHARACTERS.iter().find(|(listed, _)| *listed == name);
    named.map(|(_, character)| *character).or_else(|| char::from_u32(number?))
}
