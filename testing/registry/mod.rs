//! The command registry, on a table of its own: nothing here knows the NES.

mod address;
mod aliases;
mod buttons;
mod complete;
mod effects;
mod fixture;
mod help;
mod hostile;
mod line;
mod loading;
mod needs;
mod numbers;
mod position;
mod prepare;
mod probe;
mod profile;
mod schema;
mod script;
