//! What an address only carries to tell a site where its visitors come from.

/// Parameters that follow a visitor and change nothing on the page.
const TRACKING: [&str; 40] = [
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

/// Beginnings of such parameters.
const TRACKING_STARTS: [&str; 6] = ["utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_"];

/// Whether a parameter of an address, as `utm_source=letter`, only follows a visitor.
pub fn is_tracking(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    TRACKING.contains(&name.as_str()) || TRACKING_STARTS.iter().any(|start| name.starts_with(start))
}
