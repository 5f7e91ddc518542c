//! What happened between a run and the world: answers that were paid for once, so that a run can
//! be left and gone on with, or told again word for word; and what was sent to whom, for the
//! person to look up.

mod books;
mod desk;
mod door;
mod ledger;
mod notebook;
mod privacy;

pub use books::Books;
pub use desk::Desk;
pub use door::Door;
pub use ledger::{Errand, Ledger, Outing};
pub use notebook::{NOT_ASKED, Notebook};
pub use privacy::{Privacy, PrivacyRules};
