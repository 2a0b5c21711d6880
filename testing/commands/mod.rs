//! Commands through the hub, group by group.

mod apu;
mod breakpoint;
mod cartridge;
mod cheat;
mod code;
mod cpu;
mod cpu_past;
pub mod desk;
mod examples;
mod expression;
mod games;
mod input;
mod machine;
mod memory;
mod meta;
mod ppu;
mod ppu_events;
mod ppu_past;
mod run;
mod run_call;
mod screen;
mod state;
mod stops;
mod stops_inside;
mod symbol;
