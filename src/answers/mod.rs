//! How an answer is made, whoever asks: found by the built-in engine, gathered, run, and written.

pub mod built_in;
pub mod gather;
pub mod run;
pub mod writing;
