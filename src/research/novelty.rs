//! What was found and is nothing new: a note of the vault says it already. It is named, and not
//! told again as a finding.

use super::statement::Part;
use super::verify::Checker;
use crate::evidence::covered::covered;
use crate::evidence::{Evidence, EvidenceId};
use crate::local::Surroundings;

/// Takes out of a part what one passage of a note says already; `threshold` is in hundredths.
pub fn without_known(
    part: &mut Part<'_>,
    evidence: &[Evidence],
    threshold: usize,
    (checker, around): (&Checker<'_>, &dyn Surroundings),
) {
    let notes: Vec<&Evidence> = evidence.iter().filter(|piece| piece.note().is_some()).collect();
    let from_note = |id: &EvidenceId| notes.iter().any(|piece| piece.id == *id);
    let least = threshold as f32 / 100.0;
    let mut known = Vec::new();
    part.statements.retain(|statement| {
        // What a note says is quoted as a note's, and what cites nothing was not found anywhere.
        if statement.cites.is_empty() || statement.cites.iter().any(from_note) {
            return true;
        }
        // The words alone would take a denial for what it denies.
        let says = |piece: &&&Evidence| {
            covered(&statement.text, &piece.text, &|term| around.rarity(term)) >= least
                && checker.bears_out(&statement.text, &piece.text)
        };
        match notes.iter().find(says) {
            Some(piece) => known.push(piece.id.clone()),
            None => return true,
        }
        false
    });
    part.known = known;
}
