//! Tests of the debugger's tools, through their public functions.

mod assembler;
mod cheat_codes;
mod demo;
mod disassembler;
mod expression;
mod patches;
mod raster;
mod recent;
mod symbols;
