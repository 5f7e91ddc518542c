//! Counts the steps that functions take in tests, so that a test can check how the work grows with
//! the input without measuring time. Outside of tests nothing is counted.

/// Does nothing outside of tests. In tests, `counting::add_steps` takes its place.
#[cfg(not(test))]
#[inline]
pub(crate) fn add_steps(_steps: usize) {}

#[cfg(test)]
pub(crate) use counting::{add_steps, assert_linear, count_steps};

#[cfg(test)]
mod counting {
    use std::cell::Cell;

    thread_local! {
        static STEP_COUNT: Cell<usize> = const { Cell::new(0) };
    }

    /// An input of twice the length may take at most this many times the steps: 2 for linear work,
    /// plus some tolerance.
    const MAX_STEP_GROWTH_RATIO: f64 = 2.2;

    /// Counts steps of the current thread. Tests run in parallel, so each thread has its own count.
    pub(crate) fn add_steps(steps: usize) {
        STEP_COUNT.set(STEP_COUNT.get() + steps);
    }

    /// Runs a function and returns the number of steps that it counted.
    pub(crate) fn count_steps(run: impl FnOnce()) -> usize {
        STEP_COUNT.set(0);
        run();
        STEP_COUNT.get()
    }

    /// Checks that the work on a repeated piece of text grows at most linearly: twice as many
    /// repetitions may take at most 2.2 times as many steps.
    pub(crate) fn assert_linear(piece: &str, repetitions: usize, run: impl Fn(&str)) {
        let [once, twice] =
            [repetitions, 2 * repetitions].map(|count| count_steps(|| run(&piece.repeat(count))));
        assert!(once > 0, "{piece:?}: no steps were counted");
        let growth = twice as f64 / once as f64;
        assert!(
            growth <= MAX_STEP_GROWTH_RATIO,
            "{piece:?}: {once} steps, {twice} for twice the text"
        );
    }
}
