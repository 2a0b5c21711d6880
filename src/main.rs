//! Arguments and start-up only.

fn main() {}
