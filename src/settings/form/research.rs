//! What a run does.

use super::{Control, Field, choice, field};
use crate::settings::{MAX_RESULTS, MAX_TOPICS};

pub(super) fn fields() -> Vec<Field> {
    vec![
        field(
            "depth",
            "Depth",
            choice(&[("shallow", "Shallow"), ("deep", "Deep")]),
            "Shallow uses search results and passages of your notes. Deep also opens and reads the best two pages for each topic.",
        ),
        field(
            "topics",
            "Topics",
            Control::Number { min: 1, max: MAX_TOPICS },
            "How many topics, claims and questions of a note one run takes up at the most.",
        ),
        field(
            "results",
            "Results of a search",
            Control::Number { min: 1, max: MAX_RESULTS },
            "How many results of each web search are used.",
        ),
    ]
}
