//! Recognises URL parameters that only track visitors.

use std::sync::LazyLock;

use crate::language::{WordList, WordSet, word_list};

const TRACKING_PARAMETERS: &str = include_str!("tracking_parameters.txt");

/// Names of URL parameters that only track visitors and do not change the page, such as `fbclid`,
/// in lower case.
static TRACKING_PARAMETER_NAMES: WordSet =
    LazyLock::new(|| word_list::word_set(TRACKING_PARAMETERS, "names"));

/// URL parameters whose names begin with one of these only track visitors, such as `utm_source`.
static TRACKING_PARAMETER_PREFIXES: WordList =
    LazyLock::new(|| word_list::words(TRACKING_PARAMETERS, "prefixes"));

/// Whether a URL parameter, such as `utm_source=letter`, only tracks visitors.
pub fn is_tracking_parameter(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    TRACKING_PARAMETER_NAMES.contains(name.as_str())
        || TRACKING_PARAMETER_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
