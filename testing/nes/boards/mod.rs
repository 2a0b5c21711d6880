//! Boards: properties of every row, then what each chip does.

mod action53;
mod discrete;
mod fme7;
mod konami;
mod listener;
mod mmc1;
mod mmc2;
mod mmc3;
mod mmc5;
mod n163;
mod n163_sound;
mod namco340;
mod page;
mod rows;
mod sunsoft5b;
