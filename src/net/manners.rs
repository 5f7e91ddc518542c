//! stub
use super::http::HttpResponse;
/// m
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Manners {
    /// e
    pub every_millis: u32,
    /// t
    pub together: usize,
}
impl Manners {
    /// f
    pub fn from_headers(_r: &HttpResponse) -> Option<Self> {
        None
    }
}
