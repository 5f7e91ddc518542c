//! Notices that the device has no internet connection although the system says it has one. Retries
//! would then only delay the run.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::values::{Error, ErrorCode};
use crate::web::http::{HttpRequest, PublicUrl};

/// Number of different public hosts that must be unreachable. A single one may have a problem of
/// its own.
const MIN_UNREACHABLE_HOSTS: usize = 2;

/// The public hosts that could not be reached since the last response of any public host.
#[derive(Default)]
pub(super) struct UnreachableHosts(RefCell<BTreeSet<String>>);

impl UnreachableHosts {
    /// Records that a host responded: the connection works.
    pub(super) fn record_response(&self, request: &HttpRequest) {
        if is_public(request) {
            self.0.borrow_mut().clear();
        }
    }

    /// Records a failed request. Returns the error to report: that the device is offline if other
    /// hosts can't be reached either, otherwise `error`.
    pub(super) fn record_failure(&self, request: &HttpRequest, error: Error) -> Error {
        if error.code != ErrorCode::Unreachable || !is_public(request) {
            return error;
        }
        let mut unreachable_hosts = self.0.borrow_mut();
        unreachable_hosts.insert(request.host().to_owned());
        if unreachable_hosts.len() < MIN_UNREACHABLE_HOSTS { error } else { Error::offline() }
    }
}

fn is_public(request: &HttpRequest) -> bool {
    PublicUrl::parse(&request.url).is_ok()
}
