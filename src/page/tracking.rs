//! Recognises URL parameters that only track visitors.

/// Names of tracking parameters, which do not change the page.
const TRACKING_PARAMETER_NAMES: [&str; 40] = [
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "ysclid",
    "twclid",
    "ttclid",
    "li_fat_id",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "ref_src",
    "ref_url",
    "_hsenc",
    "_hsmi",
    "__hssc",
    "__hstc",
    "__hsfp",
    "hsctatracking",
    "vero_id",
    "vero_conv",
    "oly_anon_id",
    "oly_enc_id",
    "s_cid",
    "wickedid",
    "_openstat",
    "_ga",
    "_gl",
    "srsltid",
    "rb_clickid",
    "ml_subscriber",
    "ml_subscriber_hash",
    "cmpid",
    "ncid",
];

/// Beginnings of the names of tracking parameters.
const TRACKING_PARAMETER_PREFIXES: [&str; 6] = ["utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_"];

/// Whether a URL parameter, such as `utm_source=letter`, only tracks visitors.
pub fn is_tracking_parameter(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    TRACKING_PARAMETER_NAMES.contains(&name.as_str())
        || TRACKING_PARAMETER_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
