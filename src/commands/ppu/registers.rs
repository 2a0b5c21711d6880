//! `ppu_registers`.

use crate::{
    commands::{Answer, CommandError, Context, NoArgs},
    debugger::{scroll, sprites},
};
use serde::Serialize;

/// Reply of `ppu_registers`.
#[derive(Debug, Serialize)]
pub struct RegistersReply {
    ctrl: u8,
    mask: u8,
    status: u8,
    v: u16,
    t: u16,
    x: u8,
    w: bool,
    oam_address: u8,
    read_buffer: u8,
    open_bus: u8,
    nmi_enabled: bool,
    sprite_height: u8,
    background_table: u16,
    sprite_table: u16,
    increment: u8,
    background: bool,
    sprites: bool,
    grayscale: bool,
    emphasis: u8,
    rendering: bool,
    vblank: bool,
    sprite_zero_hit: bool,
    overflow: bool,
    scroll_x: u16,
    scroll_y: u16,
    frame: u64,
    scanline: u16,
    dot: u16,
    odd: bool,
}

impl Answer for RegistersReply {
    fn text(&self) -> String {
        let on = |on: bool, word: &'static str| if on { word } else { "-" };
        format!(
            "PPUCTRL ${:02X}: {} sprites 8x{} bg ${:04X} spr ${:04X} +{}\n\
             PPUMASK ${:02X}: {} {} {} emphasis {:03b}\n\
             PPUSTATUS ${:02X}: {} {} {}\n\
             v=${:04X} t=${:04X} x={} w={} OAMADDR=${:02X} buffer=${:02X} bus=${:02X}\n\
             scroll {},{}  frame {} ({}) line {} dot {}{}",
            self.ctrl,
            on(self.nmi_enabled, "NMI"),
            self.sprite_height,
            self.background_table,
            self.sprite_table,
            self.increment,
            self.mask,
            on(self.background, "background"),
            on(self.sprites, "sprites"),
            on(self.grayscale, "grayscale"),
            self.emphasis,
            self.status,
            on(self.vblank, "vblank"),
            on(self.sprite_zero_hit, "sprite-0-hit"),
            on(self.overflow, "overflow"),
            self.v,
            self.t,
            self.x,
            u8::from(self.w),
            self.oam_address,
            self.read_buffer,
            self.open_bus,
            self.scroll_x,
            self.scroll_y,
            self.frame,
            if self.odd { "odd" } else { "even" },
            self.scanline,
            self.dot,
            if self.rendering { ", rendering" } else { "" }
        )
    }
}

/// The registers, decoded.
pub fn registers(context: &mut Context, _args: NoArgs) -> Result<RegistersReply, CommandError> {
    let machine = context.session.machine()?;
    let ppu = machine.ppu();
    let (ctrl, mask, status) = (ppu.ctrl(), ppu.mask(), ppu.status());
    let (scroll_x, scroll_y) = scroll::origin(machine);
    let position = machine.position();
    let table = |bit: u8| u16::from(ctrl >> bit & 1) << 12;
    Ok(RegistersReply {
        ctrl,
        mask,
        status,
        v: ppu.v(),
        t: ppu.t(),
        x: ppu.x(),
        w: ppu.w(),
        oam_address: ppu.oam_address(),
        read_buffer: ppu.read_buffer(),
        open_bus: ppu.open_bus(),
        nmi_enabled: ctrl & 0x80 != 0,
        sprite_height: sprites::height(machine),
        background_table: table(4),
        sprite_table: table(3),
        increment: if ctrl & 0x04 != 0 { 32 } else { 1 },
        background: mask & 0x08 != 0,
        sprites: mask & 0x10 != 0,
        grayscale: mask & 0x01 != 0,
        emphasis: mask >> 5,
        rendering: ppu.rendering(),
        vblank: status & 0x80 != 0,
        sprite_zero_hit: status & 0x40 != 0,
        overflow: status & 0x20 != 0,
        scroll_x,
        scroll_y,
        frame: position.frame,
        scanline: position.scanline,
        dot: position.dot,
        odd: position.frame % 2 == 1,
    })
}
