//! Tests of the debugger's tools, through their public functions.

mod assembler;
mod cheat_codes;
mod demo;
mod disassembler;
mod expression;
mod raster;
mod recent;
