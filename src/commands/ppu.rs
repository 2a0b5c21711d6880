//! Group `ppu`: registers, nametables, patterns, sprites and palette.

use super::{Answer, Attachment, Bindings, CommandError, Context, NoArgs};
use crate::{
    debugger::{
        colors,
        picture::Picture,
        scroll,
        sprites::{self, Sprite},
        tiles::{self, Nametable},
    },
    nes::event::Space,
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("ppu_registers", registers);
    bindings.bind("ppu_nametable", nametable);
    bindings.bind("ppu_patterns", patterns);
    bindings.bind("ppu_oam", oam);
    bindings.bind("ppu_palette", palette);
}

/// Reply of `ppu_registers`.
#[derive(Debug, Serialize)]
struct RegistersReply {
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

fn registers(context: &mut Context, _args: NoArgs) -> Result<RegistersReply, CommandError> {
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

/// Attaches a picture in the machine's colors as PNG.
fn attached(picture: &Picture) -> Attachment {
    Attachment {
        mime: "image/png".to_string(),
        bytes: picture.png(colors::rgb, &[]),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NametableForm {
    Tiles,
    Attr,
    Json,
    Png,
}

/// Arguments of `ppu_nametable`.
#[derive(Debug, Deserialize)]
struct NametableArgs {
    n: String,
    #[serde(rename = "as")]
    form: NametableForm,
}

/// Reply of `ppu_nametable`.
#[derive(Debug, Serialize)]
struct NametableReply {
    tables: Vec<TableRow>,
    scroll_x: u16,
    scroll_y: u16,
    background_table: u16,
    #[serde(skip)]
    picture: Option<Picture>,
}

/// One nametable.
#[derive(Debug, Serialize)]
struct TableRow {
    n: u32,
    address: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<Vec<u8>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attributes: Option<Vec<u8>>,
}

impl Answer for NametableReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "scroll {},{}  background tiles ${:04X}",
            self.scroll_x, self.scroll_y, self.background_table
        )];
        for table in &self.tables {
            lines.push(format!("nametable {} at ${:04X}", table.n, table.address));
            for row in table.tiles.iter().flatten() {
                lines.push(row.iter().map(|tile| format!("{tile:02X}")).collect());
            }
            let attributes = table.attributes.iter().flat_map(|bytes| bytes.chunks(8));
            lines.extend(attributes.map(super::render::hex));
        }
        lines.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.picture.iter().map(attached).collect()
    }
}

fn nametable(context: &mut Context, args: NametableArgs) -> Result<NametableReply, CommandError> {
    let machine = context.session.machine()?;
    let tables: Vec<_> = (0..4)
        .filter(|number| args.n == "all" || args.n == number.to_string())
        .map(|number| Nametable::read(machine, number))
        .collect();
    let form = args.form;
    let picture = (form == NametableForm::Png).then(|| tiles::nametable_picture(machine, &tables));
    let with_tiles = matches!(form, NametableForm::Tiles | NametableForm::Json);
    let with_attributes = matches!(form, NametableForm::Attr | NametableForm::Json);
    let row = |table: Nametable| TableRow {
        n: table.number,
        address: table.address(),
        tiles: with_tiles.then_some(table.tiles),
        attributes: with_attributes.then_some(table.attributes),
    };
    let (scroll_x, scroll_y) = scroll::origin(machine);
    Ok(NametableReply {
        tables: tables.into_iter().map(row).collect(),
        scroll_x,
        scroll_y,
        background_table: u16::from(machine.ppu().ctrl() >> 4 & 1) << 12,
        picture,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
enum Source {
    #[serde(rename = "0")]
    Left,
    #[serde(rename = "1")]
    Right,
    #[serde(rename = "rom")]
    Rom,
    #[serde(rename = "ram")]
    Ram,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PatternForm {
    Png,
    Json,
}

/// Arguments of `ppu_patterns`.
#[derive(Debug, Deserialize)]
struct PatternsArgs {
    src: Source,
    bank: u32,
    pal: usize,
    #[serde(rename = "as")]
    form: PatternForm,
}

/// Reply of `ppu_patterns`.
#[derive(Debug, Serialize)]
struct PatternsReply {
    src: Source,
    bank: u32,
    used: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<Vec<u8>>>,
    #[serde(skip)]
    picture: Option<Picture>,
}

impl Answer for PatternsReply {
    fn text(&self) -> String {
        let place = match self.src {
            Source::Left => "pattern table $0000".to_string(),
            Source::Right => "pattern table $1000".to_string(),
            Source::Rom => format!("CHR ROM bank {}", self.bank),
            Source::Ram => format!("CHR RAM bank {}", self.bank),
        };
        format!("{place}: {} of 256 tiles are not blank", self.used)
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.picture.iter().map(attached).collect()
    }
}

fn patterns(context: &mut Context, args: PatternsArgs) -> Result<PatternsReply, CommandError> {
    let machine = context.session.machine()?;
    let bank = |space| {
        tiles::bank(machine, space, args.bank).ok_or_else(|| {
            let banks = machine.space_length(space) / tiles::TABLE_BYTES;
            CommandError::out_of_range(format!("there are {banks} banks of 4 KiB"))
        })
    };
    let bytes = match args.src {
        Source::Left => tiles::table(machine, 0),
        Source::Right => tiles::table(machine, 1),
        Source::Rom => bank(Space::Chr)?,
        Source::Ram => bank(Space::ChrRam)?,
    };
    let each = || bytes.chunks_exact(tiles::TILE_BYTES);
    let colors = tiles::palette(machine, args.pal);
    Ok(PatternsReply {
        src: args.src,
        bank: args.bank,
        used: each()
            .filter(|tile| tile.iter().any(|&byte| byte != 0))
            .count(),
        tiles: (args.form == PatternForm::Json).then(|| each().map(<[u8]>::to_vec).collect()),
        picture: (args.form == PatternForm::Png).then(|| tiles::table_picture(&bytes, colors)),
    })
}

/// Arguments of `ppu_oam`.
#[derive(Debug, Deserialize)]
struct OamArgs {
    i: Option<usize>,
    all: bool,
}

/// Reply of `ppu_oam`.
#[derive(Debug, Serialize)]
struct OamReply {
    sprites: Vec<Sprite>,
    visible: usize,
    off_screen: usize,
    height: u8,
}

impl Answer for OamReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} visible, {} off screen, 8x{}",
            self.visible, self.off_screen, self.height
        )];
        lines.extend(self.sprites.iter().map(|sprite| {
            let flag = |on: bool, word: &'static str| if on { word } else { "" };
            format!(
                "{:2}: x={:3} y={:3} tile ${:02X} at ${:04X} palette {}{}{}{}",
                sprite.i,
                sprite.x,
                sprite.y,
                sprite.tile,
                sprite.chr,
                sprite.palette,
                flag(sprite.behind, " behind"),
                flag(sprite.flip_x, " flip-x"),
                flag(sprite.flip_y, " flip-y")
            )
        }));
        lines.join("\n")
    }
}

fn oam(context: &mut Context, args: OamArgs) -> Result<OamReply, CommandError> {
    let machine = context.session.machine()?;
    let all = sprites::all(machine);
    let visible = all.iter().filter(|sprite| sprite.visible).count();
    let wanted = |sprite: &Sprite| match args.i {
        Some(i) => sprite.i == i,
        None => args.all || sprite.visible,
    };
    Ok(OamReply {
        visible,
        off_screen: all.len() - visible,
        height: sprites::height(machine),
        sprites: all.into_iter().filter(wanted).collect(),
    })
}

/// Reply of `ppu_palette`.
#[derive(Debug, Serialize)]
struct PaletteReply {
    entries: Vec<Entry>,
    backdrop: u8,
}

/// One palette entry.
#[derive(Debug, Serialize)]
struct Entry {
    address: u16,
    index: u8,
    rgb: String,
}

impl Answer for PaletteReply {
    fn text(&self) -> String {
        let row = |(number, entries): (usize, &[Entry])| {
            let cells: Vec<_> = entries
                .iter()
                .map(|entry| format!("${:02X} {}", entry.index, entry.rgb))
                .collect();
            format!(
                "${:04X} palette {number}: {}",
                entries[0].address,
                cells.join("  ")
            )
        };
        let rows: Vec<_> = self.entries.chunks(4).enumerate().map(row).collect();
        rows.join("\n")
    }
}

fn palette(context: &mut Context, _args: NoArgs) -> Result<PaletteReply, CommandError> {
    let cells = context.session.machine()?.ppu().palette();
    let entry = |(number, &cell): (usize, &u8)| {
        let [red, green, blue] = colors::rgb(u16::from(cell & 0x3F));
        Entry {
            address: 0x3F00 + number as u16,
            index: cell & 0x3F,
            rgb: format!("#{red:02X}{green:02X}{blue:02X}"),
        }
    };
    Ok(PaletteReply {
        entries: cells.iter().enumerate().map(entry).collect(),
        backdrop: cells[0] & 0x3F,
    })
}
