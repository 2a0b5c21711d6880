//! What a debugger adds to the machine: assembler, disassembler, expressions, breakpoints.
//!
//! Nothing here is stored in the machine: tools look through peeks and observers, and
//! change it only by events.

pub mod access_counts;
pub mod assembler;
pub mod beam;
pub mod board_view;
pub mod breakpoints;
pub mod call_stack;
pub mod cheats;
pub mod code;
pub mod colors;
pub mod demo;
pub mod difference;
pub mod disassembler;
pub mod expression;
pub mod film;
pub mod frame_events;
pub mod image;
pub mod input_queue;
pub mod instruction_history;
pub mod last_access;
pub mod last_write;
pub mod listening;
pub mod memory_map;
pub mod memory_search;
pub mod nestest;
pub mod objects;
pub mod overlay;
pub mod patches;
pub mod pattern;
pub mod picture;
pub mod pipeline_view;
pub mod png_picture;
pub mod pointers;
pub mod power_knobs;
pub mod raster;
pub mod recent;
pub mod rectangle;
pub mod registers;
pub mod rgb_png;
pub mod rom_file;
pub mod run;
pub mod screen_text;
pub mod scroll;
pub mod snapshots;
pub mod spaces;
pub mod sprites;
pub mod stack;
pub mod stop;
pub mod subroutine;
pub mod symbols;
pub mod text_table;
pub mod tiles;
pub mod watches;
pub mod written;
