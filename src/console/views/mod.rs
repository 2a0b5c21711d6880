//! What the live view shows: a reply or a picture in, lines or cells out.
//!
//! Nothing here reads keys, writes to the terminal or asks the hub; [`super::live`] does.
//!
//! ```text
//! picture  pixels            -> half blocks     registers    reply of cpu_registers    -> lines
//! status   state of the view -> one line        disassembly  reply of code_disassemble -> lines
//! layout   window size       -> areas           watches      reply of expression_watch -> lines
//! output   texts of replies  -> lines           scene        everything above          -> cells
//! cell     a grid of colored characters         diff         two grids -> bytes for a terminal
//! ```

pub mod cell;
pub mod diff;
pub mod disassembly;
pub mod layout;
pub mod output;
pub mod picture;
pub mod registers;
pub mod scene;
pub mod status;
pub mod watches;
