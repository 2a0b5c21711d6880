//! The public PPU test ROMs, run in the machine. Protocols: `shared/roms/README.md`.

use crate::shared;
use nescope::nes::{
    cartridge::Rom, machine::Machine, observer::Silent, options::PowerOptions, region::Region,
};
use std::{path::Path, sync::Arc};

/// How a program reports.
#[derive(Clone, Copy)]
enum Report {
    /// Status at `$6000` once `$6001` holds the signature; text follows.
    Area,
    /// One byte of zero page, after this many frames.
    Byte(u16, u64),
}

/// Frames after which a program that reports by area hangs.
const PATIENCE: u64 = 3600;

/// Every program of these suites passes.
const PASSING: &[(&str, Report)] = &[
    ("ppu_vbl_nmi/01-vbl_basics", Report::Area),
    ("ppu_vbl_nmi/02-vbl_set_time", Report::Area),
    ("ppu_vbl_nmi/03-vbl_clear_time", Report::Area),
    ("ppu_vbl_nmi/04-nmi_control", Report::Area),
    ("ppu_vbl_nmi/05-nmi_timing", Report::Area),
    ("ppu_vbl_nmi/06-suppression", Report::Area),
    ("ppu_vbl_nmi/07-nmi_on_timing", Report::Area),
    ("ppu_vbl_nmi/08-nmi_off_timing", Report::Area),
    ("ppu_vbl_nmi/09-even_odd_frames", Report::Area),
    ("ppu_vbl_nmi/10-even_odd_timing", Report::Area),
    ("vbl_nmi_timing/1.frame_basics", Report::Byte(0xF8, 470)),
    ("vbl_nmi_timing/2.vbl_timing", Report::Byte(0xF8, 426)),
    ("vbl_nmi_timing/3.even_odd_frames", Report::Byte(0xF8, 316)),
    ("vbl_nmi_timing/4.vbl_clear_timing", Report::Byte(0xF8, 352)),
    ("vbl_nmi_timing/5.nmi_suppression", Report::Byte(0xF8, 450)),
    ("vbl_nmi_timing/7.nmi_timing", Report::Byte(0xF8, 336)),
    ("sprite_hit_2005/01.basics", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/02.alignment", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/03.corners", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/04.flip", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/05.left_clip", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/06.right_edge", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/07.screen_bottom", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/08.double_height", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/09.timing_basics", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/10.timing_order", Report::Byte(0xF8, 300)),
    ("sprite_hit_2005/11.edge_timing", Report::Byte(0xF8, 300)),
    ("sprite_hit_6000/ppu_spr_hit_basics", Report::Area),
    ("sprite_hit_6000/ppu_spr_hit_corners", Report::Area),
    ("sprite_hit_6000/ppu_spr_hit_double_height", Report::Area),
    ("sprite_hit_6000/ppu_spr_hit_flip", Report::Area),
    ("sprite_hit_6000/ppu_spr_hit_right_edge", Report::Area),
    ("sprite_hit_6000/ppu_spr_hit_screen_bottom", Report::Area),
    ("sprite_overflow/1.Basics", Report::Byte(0xF8, 300)),
    ("sprite_overflow/2.Details", Report::Byte(0xF8, 300)),
    ("sprite_overflow/3.Timing", Report::Byte(0xF8, 370)),
    ("sprite_overflow/5.Emulator", Report::Byte(0xF8, 300)),
    ("blargg_ppu_2005/palette_ram", Report::Byte(0xF0, 300)),
    ("blargg_ppu_2005/sprite_ram", Report::Byte(0xF0, 300)),
    ("blargg_ppu_2005/vbl_clear_time", Report::Byte(0xF0, 300)),
    ("blargg_ppu_2005/vram_access", Report::Byte(0xF0, 300)),
    ("ppu_open_bus/ppu_open_bus", Report::Area),
    ("ppu_read_buffer/test_ppu_read_buffer", Report::Area),
    ("oam/oam_read", Report::Area),
    ("oam/oam_stress", Report::Area),
    ("cpu_dummy/cpu_dummy_writes_ppumem", Report::Area),
    ("cpu_dummy/cpu_dummy_writes_oam", Report::Area),
    ("cpu_exec_space/test_cpu_exec_space_ppuio", Report::Area),
    ("mmc3_test_2/1-clocking", Report::Area),
    ("mmc3_test_2/2-details", Report::Area),
    ("mmc3_test_2/3-A12_clocking", Report::Area),
    ("mmc3_test_2/4-scanline_timing", Report::Area),
    ("mmc3_test_2/5-MMC3", Report::Area),
];

#[test]
fn every_program_of_the_ppu_suites_passes() {
    let Some(roms) = shared::roms() else { return };
    let failures: Vec<String> = PASSING
        .iter()
        .filter_map(|(name, report)| {
            let failure = run(&roms, name, *report).err()?;
            Some(format!("{name}: {failure}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn run(roms: &Path, name: &str, report: Report) -> Result<(), String> {
    let mut machine = power_on(&roms.join(format!("{name}.nes")));
    let code = match report {
        Report::Area => area(&mut machine)?,
        Report::Byte(address, frames) => {
            machine.run_until_frame(frames, &mut Silent);
            machine.peek(address).wrapping_sub(1)
        }
    };
    if code == 0 {
        Ok(())
    } else {
        Err(format!("code {code}: {}", text(&machine)))
    }
}

fn power_on(path: &Path) -> Machine {
    let file = std::fs::read(path).expect("the suite's file is readable");
    let rom = Rom::parse(&file).expect("the suite's header is valid");
    let options = PowerOptions {
        region: Some(Region::Ntsc),
        ..PowerOptions::default()
    };
    Machine::power_on(Arc::new(rom), options).expect("the suite's board is supported")
}

/// Runs until the report area holds a final status.
fn area(machine: &mut Machine) -> Result<u8, String> {
    for frame in 1..PATIENCE {
        machine.run_until_frame(frame, &mut Silent);
        let signature = [0x6001, 0x6002, 0x6003].map(|address| machine.peek(address));
        let status = machine.peek(0x6000);
        if signature == [0xDE, 0xB0, 0x61] && status < 0x80 {
            return Ok(status);
        }
    }
    Err(format!("no verdict: {}", text(machine)))
}

fn text(machine: &Machine) -> String {
    let bytes = (0x6004..0x7000).map(|address| machine.peek(address));
    bytes
        .take_while(|byte| *byte != 0)
        .map(char::from)
        .collect()
}
