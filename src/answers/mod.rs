//! How an answer is made, whoever asks: found by the built-in engine, gathered, run, and written.

pub mod built_in;
pub(crate) mod gather;
pub mod run;
pub mod writing;
