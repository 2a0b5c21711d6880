//! The seed of tests that try a part of what there is: another part every day, so that all of
//! it comes by. A failure names the seed; `NESCOPE_SEED=<seed> cargo test ...` repeats it.

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

/// Sets the seed, to repeat a failure.
pub const VARIABLE: &str = "NESCOPE_SEED";
const SECONDS_A_DAY: u64 = 86_400;

/// The number of the day, or what the variable says.
pub fn today() -> u64 {
    if let Some(seed) = env::var(VARIABLE).ok().and_then(|seed| seed.parse().ok()) {
        return seed;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.expect("the clock is set").as_secs() / SECONDS_A_DAY
}
