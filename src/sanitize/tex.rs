//! TeX inside a formula, as MathJax reads it: commands that link, load, redefine, hide what is
//! written or draw over it lose their backslash, so that their words are shown.

use crate::sanitize::change::Changes;

const WHAT: &str = "a command inside a formula";

/// Commands that reach beyond the formula, hide words behind it or change what later ones mean;
/// an optional argument of `bbox` is a style.
const REACHING: &str = " href url includegraphics require class cssId style data mmlToken bbox unicode def gdef edef xdef let futurelet csname catcode Newextarrow definecolor tooltip texttip mathtip toggle input include special write directlua ";

/// Commands whose words are not seen, or that cover others.
const HIDING: &str = " phantom hphantom vphantom smash llap rlap clap mathllap mathrlap mathclap crampedllap crampedrlap crampedclap color textcolor colorbox fcolorbox pagecolor rule Rule Space raise lower raisebox moveleft moveright vspace vskip negthinspace negmedspace negthickspace enclose mathmakebox makebox ";

/// Families of such commands: how their names begin.
const FAMILIES: [&str; 11] = [
    "html",
    "newcommand",
    "newenvironment",
    "newtagform",
    "renew",
    "provide",
    "Declare",
    "setOptions",
    "mathtoolsset",
    "usepackage",
    "usetagform",
];

/// Commands that move what follows by a length.
const MOVING: &str = " hspace hskip kern mkern mskip mspace ";

/// Commands with options that may hold colours.
const CROSSING: &str = " cancel bcancel xcancel cancelto ";

/// Backward steps `\!` in a row that are ordinary.
const MAX_STEPS: usize = 3;

/// Disarms the commands of a formula that begins at byte `start` of the text.
pub fn mend(source: &str, start: usize, changes: &mut Changes) {
    let mut at = 0;
    let mut steps = 0;
    while let Some(found) = source.get(at..).and_then(|rest| rest.find('\\')) {
        let between = source.get(at..at + found).unwrap_or_default();
        at += found;
        let rest = source.get(at + 1..).unwrap_or_default();
        let name = rest.get(..rest.bytes().take_while(u8::is_ascii_alphabetic).count());
        let name = name.unwrap_or_default();
        let behind = rest.get(name.len()..).unwrap_or_default();
        let step = rest.starts_with('!');
        steps = if step && between.trim().is_empty() { steps + 1 } else { usize::from(step) };
        if is_barred(name, behind) || steps > MAX_STEPS {
            changes.remove(start + at..start + at + 1, WHAT);
        } else if let Some(bracket) = far_line(rest) {
            let bracket = start + at + 1 + bracket;
            changes.replace(bracket..bracket + 1, "(", WHAT);
        }
        // Behind a backslash that stands for a line end, no other one begins a command.
        let sign = if name.is_empty() {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            name.len()
        };
        at += 1 + sign;
    }
}

fn is_barred(name: &str, behind: &str) -> bool {
    let listed = |names: &str| names.contains(&format!(" {name} "));
    if name.is_empty() {
        return false;
    }
    listed(REACHING)
        || listed(HIDING)
        || FAMILIES.iter().any(|family| name.starts_with(family))
        || (listed(CROSSING) && behind.trim_start().starts_with('['))
        || (listed(MOVING) && !is_short(behind))
}

/// Where the bracket stands of a line end that moves the next line far, as in `\\[-5em]`.
fn far_line(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('\\')?;
    let behind = behind.strip_prefix('*').unwrap_or(behind).trim_start();
    let length = behind.strip_prefix('[')?;
    let measures =
        length.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    (measures && !is_short(length)).then_some(rest.len() - behind.len())
}

/// Whether the length that a text begins with moves nothing over, or far from, its neighbours.
fn is_short(behind: &str) -> bool {
    let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || c == '*' || c == '{');
    let digits = behind.bytes().take_while(|b| b.is_ascii_digit() || b"+-. ".contains(b)).count();
    let number = behind.get(..digits).unwrap_or_default().replace(' ', "");
    let unit = behind.get(digits..digits + 2).unwrap_or_default();
    let em = match unit {
        "em" => 1.0,
        "ex" => 0.45,
        "mu" => 1.0 / 18.0,
        "pt" => 0.1,
        "pc" => 1.2,
        "px" => 1.0 / 16.0,
        "cm" => 2.9,
        "mm" => 0.29,
        "in" => 7.2,
        _ => return false,
    };
    number.parse::<f64>().is_ok_and(|number| (-0.5..=8.0).contains(&(number * em)))
}
