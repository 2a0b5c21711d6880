//! Tests of the debugger's tools, through their public functions.

mod assembler;
mod demo;
mod disassembler;
mod expression;
mod raster;
mod recent;
