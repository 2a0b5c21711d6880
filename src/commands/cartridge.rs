//! Group `cartridge`: the loaded ROM and its board.

mod export;
mod music;
mod patch;
mod sram;

use super::{Answer, Bindings, CommandError, Context, NoArgs};
use crate::{
    debugger::{
        board_view::{self, BoardRegister},
        memory_map,
    },
    nes::{digest, machine::Machine, memory::Mirroring, region::Region},
};
use music::Music;
use serde::Serialize;

/// Windows of the board's own part of the CPU space begin here.
const CARTRIDGE_SPACE: u32 = 0x6000;
const CPU_WINDOW: u32 = 0x2000;
const PPU_WINDOW: u32 = 0x0400;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("cartridge_info", info);
    bindings.bind("cartridge_mapper", mapper);
    bindings.bind("cartridge_patch", patch::patch);
    bindings.bind("cartridge_export", export::export);
    bindings.bind("cartridge_sram", sram::sram);
}

/// Reply of `cartridge_info`.
#[derive(Debug, Serialize)]
struct InfoReply {
    name: String,
    format: &'static str,
    mapper: u16,
    submapper: u8,
    board: String,
    prg_rom: u32,
    chr_rom: u32,
    prg_ram: u32,
    prg_nvram: u32,
    chr_ram: u32,
    mirroring: &'static str,
    battery: bool,
    trainer: bool,
    region: Region,
    size: usize,
    sha256: String,
    sha256_headerless: String,
    crc32: String,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    music: Option<Music>,
}

impl Answer for InfoReply {
    fn text(&self) -> String {
        let mut lines = vec![
            format!(
                "{}: {}, mapper {}.{} ({}), {} bytes",
                self.name, self.format, self.mapper, self.submapper, self.board, self.size
            ),
            format!(
                "PRG ROM {}  CHR ROM {}  PRG RAM {}  battery RAM {}  CHR RAM {}",
                kib(self.prg_rom),
                kib(self.chr_rom),
                kib(self.prg_ram),
                kib(self.prg_nvram),
                kib(self.chr_ram)
            ),
            format!(
                "{} mirroring, {}{}",
                self.mirroring,
                self.region,
                if self.trainer { ", trainer" } else { "" }
            ),
            format!(
                "sha256 {}\ncrc32 {} (without header)",
                self.sha256, self.crc32
            ),
        ];
        lines.extend(self.music.iter().flat_map(Music::lines));
        lines.extend(self.warnings.iter().map(|text| format!("warning: {text}")));
        lines.join("\n")
    }
}

fn kib(bytes: u32) -> String {
    match (bytes, bytes % 1024) {
        (0, _) => "none".to_string(),
        (_, 0) => format!("{}K", bytes / 1024),
        _ => format!("{bytes} bytes"),
    }
}

fn info(context: &mut Context, _args: NoArgs) -> Result<InfoReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let rom = machine.rom();
    let header = &rom.header;
    let start = header.prg_offset();
    let end = start + (header.prg_rom + header.chr_rom) as usize;
    Ok(InfoReply {
        name: session.rom_name.clone(),
        format: match &rom.nsf {
            Some(nsf) => nsf.format,
            None if header.nes2 => "NES 2.0",
            None => "iNES",
        },
        mapper: header.mapper,
        submapper: header.submapper,
        board: board_name(machine),
        prg_rom: header.prg_rom,
        chr_rom: header.chr_rom,
        prg_ram: header.prg_ram,
        prg_nvram: header.prg_nvram,
        chr_ram: header.chr_ram,
        mirroring: soldered(header.mirroring),
        battery: header.battery,
        trainer: header.trainer,
        region: header.region,
        size: rom.file.len(),
        sha256: rom.sha256_hex(),
        sha256_headerless: digest::hex(&rom.content_sha256),
        crc32: format!("{:08x}", crc32fast::hash(&rom.file[start..end])),
        warnings: rom.warnings.clone(),
        music: Music::of(machine),
    })
}

fn board_name(machine: &Machine) -> String {
    machine.rom().board_name().to_string()
}

fn soldered(mirroring: Mirroring) -> &'static str {
    match mirroring {
        Mirroring::Horizontal => "horizontal",
        Mirroring::Vertical => "vertical",
        Mirroring::FourScreen => "four-screen",
        Mirroring::OneScreenLower => "one-screen lower",
        Mirroring::OneScreenUpper => "one-screen upper",
    }
}

/// Reply of `cartridge_mapper`.
#[derive(Debug, Serialize)]
struct MapperReply {
    mapper: u16,
    board: String,
    mirroring: &'static str,
    irq: bool,
    registers: Vec<BoardRegister>,
    prg: Vec<Bank>,
    chr: Vec<Bank>,
}

/// What stands in one window.
#[derive(Debug, Serialize)]
struct Bank {
    address: u32,
    memory: &'static str,
    offset: u32,
}

impl Answer for MapperReply {
    fn text(&self) -> String {
        let registers: Vec<_> = self
            .registers
            .iter()
            .map(|row| format!("{}=${:02X}", row.expression_name(), row.value))
            .collect();
        let bank =
            |bank: &Bank| format!("${:04X} {} ${:05X}", bank.address, bank.memory, bank.offset);
        let banks = |rows: &[Bank]| rows.iter().map(bank).collect::<Vec<_>>().join("  ");
        let irq = if self.irq { "low" } else { "high" };
        format!(
            "mapper {} ({}), {} mirroring, /IRQ {irq}\n{}\nPRG {}\nCHR {}",
            self.mapper,
            self.board,
            self.mirroring,
            if registers.is_empty() {
                "no registers".to_string()
            } else {
                registers.join(" ")
            },
            banks(&self.prg),
            banks(&self.chr)
        )
    }
}

fn mapper(context: &mut Context, _args: NoArgs) -> Result<MapperReply, CommandError> {
    let machine = context.session.machine()?;
    let bank = |address: u32, answers: memory_map::Answers| Bank {
        address,
        memory: answers.name(),
        offset: answers.offset(),
    };
    let prg = (CARTRIDGE_SPACE..0x1_0000).step_by(CPU_WINDOW as usize);
    let chr = (0..0x2000).step_by(PPU_WINDOW as usize);
    Ok(MapperReply {
        mapper: machine.rom().header.mapper,
        board: board_name(machine),
        mirroring: memory_map::mirroring(machine),
        irq: machine.cartridge().irq(),
        registers: board_view::registers(machine),
        prg: prg
            .map(|at| bank(at, memory_map::behind_cpu(machine, at as u16)))
            .collect(),
        chr: chr
            .map(|at| bank(at, memory_map::behind_ppu(machine, at as u16)))
            .collect(),
    })
}
