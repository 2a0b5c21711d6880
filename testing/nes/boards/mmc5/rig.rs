//! Machines with an MMC5 and small assembled programs.

use nescope::{
    debugger::assembler::assemble,
    nes::{cartridge::Rom, machine::Machine, observer::Silent, options::PowerOptions},
};
use std::sync::Arc;

const PRG: usize = 0x2000;
const CHR: usize = 0x1_0000;

/// Start: two vertical blanks, palette cell n shows color n, nametable 0 full of tile 1 with
/// palette 0. Ends with rendering after `setup`; `irq` is what the handler does.
fn source(setup: &str, main: &str, irq: &str) -> String {
    format!(
        "
.org $E000
        .byte 0
.org $E010
reset:  sei
        cld
        ldx #$FF
        txs
        jsr blank
        jsr blank
        lda #$3F
        ldx #$00
        jsr address
@cell:  stx $2007
        inx
        cpx #32
        bne @cell
        lda #$20
        ldx #$00
        jsr address
        ldy #4
        lda #1
@tile:  sta $2007
        inx
        bne @tile
        dey
        bne @tile
        lda #$23
        ldx #$C0
        jsr address
        lda #0
@attr:  sta $2007
        inx
        bne @attr
{setup}
        jsr blank
        lda #0
        sta $2005
        sta $2005
        lda #$1E
        sta $2001
{main}
        jmp *
blank:  bit $2002
@wait:  bit $2002
        bpl @wait
        rts
address:
        bit $2002
        sta $2006
        stx $2006
        rts
; Extended RAM: each byte its own offset.
own:    ldx #2
        stx $5104
        ldx #0
@byte:  txa
        sta $5C00,x
        sta $5D00,x
        sta $5E00,x
        sta $5F00,x
        inx
        bne @byte
        rts
irq:    {irq}
        rti
nmi:    rti
.org $FFFA
.word nmi, reset, irq
"
    )
}

/// A machine at power-on. In 4 KiB CHR bank b, all pixels of tile t have color b + t modulo 4.
pub fn machine(setup: &str, main: &str, irq: &str) -> Machine {
    let image = assemble(&source(setup, main, irq)).expect("the program is right");
    assert_eq!(image.bytes.len(), PRG);
    let mut file = b"NES\x1A\x02\x08\x50\x00".to_vec();
    file.resize(16, 0);
    for _ in 0..4 {
        file.extend(&image.bytes);
    }
    file.extend((0..CHR).map(|i| {
        let color = (i >> 12) + (i >> 4 & 0xFF);
        if color >> (i >> 3 & 1) & 1 != 0 {
            0xFF
        } else {
            0
        }
    }));
    let rom = Arc::new(Rom::parse(&file).expect("a well-formed file"));
    Machine::power_on(rom, PowerOptions::default()).expect("MMC5 is supported")
}

/// The same after eight frames.
pub fn shown(setup: &str) -> Machine {
    let mut machine = machine(setup, "", "");
    machine.run_until_frame(8, &mut Silent);
    machine
}
