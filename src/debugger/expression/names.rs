//! The built-in names: registers, flags, chips, time and the access a breakpoint looks at.

/// Declares the names as an enum and a table, so that neither can forget one.
macro_rules! names {
    ($($variant:ident $name:literal $bits:literal $group:ident $meaning:literal;)*) => {
        /// A built-in name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Identifier {
            $(#[doc = $meaning] $variant,)*
        }

        /// All built-in names, in the order of [`Identifier`].
        pub const NAMES: &[NameRow] = &[
            $(NameRow {
                identifier: Identifier::$variant,
                name: $name,
                bits: $bits,
                group: Group::$group,
                meaning: $meaning,
            },)*
        ];
    };
}

/// One built-in name.
#[derive(Clone, Copy, Debug)]
pub struct NameRow {
    /// The name's identity.
    pub identifier: Identifier,
    /// Its spelling, in lower case.
    pub name: &'static str,
    /// Width of its value: 1, 8, 16 or 64 bits.
    pub bits: u8,
    /// Where it has a value.
    pub group: Group,
    /// What it is.
    pub meaning: &'static str,
}

/// Where a name has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Always.
    Machine,
    /// Single letters that a label takes precedence over.
    Flag,
    /// Only while a breakpoint looks at an access.
    Access,
    /// Only where the debugger keeps the record it comes from.
    Record,
}

impl Group {
    /// What a name of this group needs, for the message that it is refused with.
    pub fn needs(self) -> &'static str {
        match self {
            Group::Access => "it belongs to the access of a read, write or execute breakpoint",
            Group::Record => "the debugger keeps no record of it",
            Group::Machine | Group::Flag => "this machine does not give it",
        }
    }
}

names! {
    A "a" 8 Machine "accumulator";
    X "x" 8 Machine "index X";
    Y "y" 8 Machine "index Y";
    S "s" 8 Machine "stack pointer";
    Sp "sp" 8 Machine "stack pointer";
    P "p" 8 Machine "status flags, bit 5 set";
    Pc "pc" 16 Machine "program counter";
    Op "op" 8 Machine "opcode byte at PC";
    OpSize "opsize" 8 Machine "bytes of the instruction at PC";
    Oppc "oppc" 16 Machine "address of the instruction that runs or runs next";
    Ea "ea" 16 Machine "effective address of the instruction at PC, -1 without one";
    Cycle "cycle" 64 Machine "CPU cycles since power-on";
    Insn "insn" 64 Machine "instructions since power-on";
    N "n" 1 Flag "negative flag";
    V "v" 1 Flag "overflow flag";
    B "b" 1 Flag "B flag, which only bytes on the stack have: 0";
    D "d" 1 Flag "decimal flag";
    I "i" 1 Flag "interrupt disable flag";
    Z "z" 1 Flag "zero flag";
    C "c" 1 Flag "carry flag";
    Irq "irq" 1 Machine "whether an IRQ is asserted";
    Nmi "nmi" 1 Machine "whether an NMI is pending";
    Jam "jam" 1 Machine "whether a JAM opcode stopped the CPU";
    Scanline "scanline" 16 Machine "scanline, 0 to 261 (311 outside NTSC); the last is the pre-render line";
    Dot "dot" 16 Machine "dot, 0 to 340";
    Frame "frame" 64 Machine "frames since power-on";
    Odd "odd" 1 Machine "whether the frame is odd";
    PpuCtrl "ppuctrl" 8 Machine "PPUCTRL as last written";
    PpuMask "ppumask" 8 Machine "PPUMASK as last written";
    PpuStatus "ppustatus" 8 Machine "PPUSTATUS as a read would give it";
    PpuV "ppuv" 16 Machine "PPU register v, the current VRAM address";
    PpuT "pput" 16 Machine "PPU register t, the temporary VRAM address";
    PpuX "ppux" 8 Machine "PPU register x, fine X scroll";
    PpuW "ppuw" 1 Machine "PPU register w, the write toggle";
    Rendering "rendering" 1 Machine "whether the PPU renders: enabled, on lines 0 to 239 or the pre-render line";
    Vblank "vblank" 1 Machine "vblank flag";
    Spr0 "spr0" 1 Machine "sprite 0 hit flag";
    Overflow "overflow" 1 Machine "sprite overflow flag";
    OamAddr "oamaddr" 8 Machine "OAM address";
    PpuAddr "ppuaddr" 16 Machine "PPU address that PPUDATA uses";
    Pulse1Period "pulse1.period" 16 Machine "timer period of pulse 1";
    Pulse1Length "pulse1.length" 8 Machine "length counter of pulse 1";
    Pulse1Volume "pulse1.volume" 8 Machine "envelope output of pulse 1, 0 to 15";
    Pulse2Period "pulse2.period" 16 Machine "timer period of pulse 2";
    Pulse2Length "pulse2.length" 8 Machine "length counter of pulse 2";
    Pulse2Volume "pulse2.volume" 8 Machine "envelope output of pulse 2, 0 to 15";
    TrianglePeriod "triangle.period" 16 Machine "timer period of the triangle";
    TriangleLength "triangle.length" 8 Machine "length counter of the triangle";
    TriangleLinear "triangle.linear" 8 Machine "linear counter of the triangle";
    NoisePeriod "noise.period" 16 Machine "timer period of the noise";
    NoiseLength "noise.length" 8 Machine "length counter of the noise";
    NoiseVolume "noise.volume" 8 Machine "envelope output of the noise, 0 to 15";
    DmcLeft "dmc.left" 16 Machine "bytes that the DMC has still to fetch";
    DmcAddress "dmc.address" 16 Machine "address of the DMC's next fetch";
    DmcLevel "dmc.level" 8 Machine "output level of the DMC, 0 to 127";
    FrameCounter "framecnt" 16 Machine "CPU cycles since the frame counter's sequence began";
    Mirror "mirror" 8 Machine "mirroring: 0 horizontal, 1 vertical, 2 one screen A, 3 one screen B, 4 four screens";
    Value "value" 8 Access "the byte read or written";
    Old "old" 8 Access "the byte before the write";
    Address "address" 16 Access "CPU or PPU address of the access";
    Space "space" 8 Access "memory of the access, as a number: cpu 0, ram 1, wram 2, sram 3, prg 4, chr 5, chrram 6, ppu 7, nt 8, pal 9, oam 10";
    MemAddr "memaddr" 64 Access "offset of the access in its own memory";
    IsRead "isread" 1 Access "whether it is a read";
    IsWrite "iswrite" 1 Access "whether it is a write";
    IsExec "isexec" 1 Access "whether it is an execution";
    IsDma "isdma" 1 Access "whether a DMA makes it";
    IsDummy "isdummy" 1 Access "whether the CPU does not use it";
    IsNmi "isnmi" 1 Access "whether it belongs to an NMI sequence, or is the first instruction after it";
    IsIrq "isirq" 1 Access "whether it belongs to an IRQ sequence, or is the first instruction after it";
    Joy1 "joy1" 8 Machine "buttons held on pad 1, bit 0 A to bit 7 Right";
    Joy2 "joy2" 8 Machine "buttons held on pad 2, bit 0 A to bit 7 Right";
    Lag "lag" 1 Machine "whether this frame has not polled the pads yet";
    Polls "polls" 16 Record "controller polls in this frame";
    Depth "depth" 16 Record "calls and interrupts that have not returned";
    Elapsed "elapsed" 64 Record "CPU cycles since the stopwatch was reset";
}

impl Identifier {
    /// The name's row.
    pub fn row(self) -> &'static NameRow {
        &NAMES[self as usize]
    }
}

/// The row of a spelling, in any case.
pub fn find(name: &str) -> Option<&'static NameRow> {
    NAMES.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

/// The bit of a flag in `p`, by its letter.
pub fn flag_bit(name: &str) -> Option<u8> {
    Some(match name.to_ascii_lowercase().as_str() {
        "n" => 7,
        "v" => 6,
        "b" => 4,
        "d" => 3,
        "i" => 2,
        "z" => 1,
        "c" => 0,
        _ => return None,
    })
}

/// The built-in name or function that looks most like an unknown one, within two letters.
pub fn near(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if name.len() < 3 {
        return None;
    }
    let functions = super::functions::FUNCTION_NAMES;
    let words = NAMES.iter().map(|row| row.name).chain(functions);
    words
        .filter(|word| word.len() > 2)
        .map(|word| (distance(word.as_bytes(), name.as_bytes()), word))
        .filter(|(distance, _)| *distance <= 2)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Letters to change, add or remove to get from one word to the other.
fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}
