//! Sprite output units across a forced blank.
//!
//! A unit's X counter runs on every visible dot, its shifter on rendered dots only, and dot
//! 339 starts the counters anew only while rendering. So what a unit holds can be drawn late,
//! in parts, or on another line.
//!
//! The background is opaque everywhere, so each line shows by itself which dots were rendered:
//! `#` sprite, `.` background, a blank for the backdrop.
//!
//! NESdev: PPU rendering; PPU sprite priority. AccuracyCoin page 19: Stale Sprite Shift Regs

use super::rig::Rig;

const LINE: u16 = 40;
/// Low plane of every row of the sprite's tile: `#.##...#`.
const PLANE: u8 = 0xB1;
/// Dots from the first of a write to `$2001` to the first that it changes.
const DELAY: u16 = 4;
const ON: u8 = 0x1E;
const OFF: u8 = 0;

/// A rig rendering a sprite with this X on lines 36 to 43, in the line before 40.
fn with_sprite(x: u8) -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    rig.video.memory[..0x1000].fill(0xFF);
    rig.video.memory[0x1000..0x1008].fill(PLANE);
    rig.sprites(&[[35, 0, 0, x].as_slice(), &[0xFF; 252]].concat());
    rig.store(0x3F00, &[0x0F, 0x11, 0x11, 0x11]);
    rig.store(0x3F10, &[0x0F, 0x21]);
    rig.address(0);
    rig.write(0, 0x08);
    rig.write(1, ON);
    rig.next_frame();
    rig.goto(LINE - 1, 0);
    rig
}

/// Makes `value` act from this dot on.
fn mask_from(rig: &mut Rig, line: u16, dot: u16, value: u8) {
    rig.goto(line, dot - DELAY);
    rig.write(1, value);
}

/// Columns of a finished line as runs of equal signs, like `.100 #1`.
fn runs(rig: &mut Rig, line: u16) -> String {
    rig.goto(line + 1, 0);
    let sign = |column| match rig.pixel(line.into(), column) {
        0x21 => '#',
        0x11 => '.',
        _ => '_',
    };
    let signs: Vec<char> = (0..256).map(sign).collect();
    let runs = signs.chunk_by(|a, b| a == b);
    let runs: Vec<String> = runs.map(|run| format!("{}{}", run[0], run.len())).collect();
    runs.join(" ")
}

#[test]
fn a_sprite_is_drawn_at_its_x_while_rendering() {
    let mut rig = with_sprite(120);
    assert_eq!(runs(&mut rig, LINE), ".120 #1 .1 #2 .3 #1 .128");
}

#[test]
fn the_x_counter_runs_on_through_a_forced_blank() {
    let mut rig = with_sprite(120);
    // Dot d draws column d - 1: blank are columns 30 to 79.
    mask_from(&mut rig, LINE, 31, OFF);
    mask_from(&mut rig, LINE, 81, ON);
    assert_eq!(runs(&mut rig, LINE), ".30 _50 .40 #1 .1 #2 .3 #1 .128");
}

#[test]
fn a_sprite_whose_counter_ran_out_in_the_blank_begins_with_the_first_rendered_dot() {
    let mut rig = with_sprite(50);
    mask_from(&mut rig, LINE, 31, OFF);
    mask_from(&mut rig, LINE, 81, ON);
    assert_eq!(runs(&mut rig, LINE), ".30 _50 #1 .1 #2 .3 #1 .168");
}

#[test]
fn a_shifter_that_was_stopped_puts_out_its_rest_after_the_blank() {
    let mut rig = with_sprite(100);
    // Columns 100 to 102 are the first three pixels; five are left.
    mask_from(&mut rig, LINE, 104, OFF);
    mask_from(&mut rig, LINE, 201, ON);
    assert_eq!(runs(&mut rig, LINE), ".100 #1 .1 #1 _97 #1 .3 #1 .51");
}

#[test]
fn a_unit_that_dot_339_found_blanked_ignores_its_x_lines_later() {
    let mut rig = with_sprite(100);
    // Loaded on dots 257 to 320 of line 39, in output mode since that line's sprite.
    mask_from(&mut rig, LINE - 1, 338, OFF);
    mask_from(&mut rig, LINE + 5, 151, ON);
    assert_eq!(runs(&mut rig, LINE + 5), "_150 #1 .1 #2 .3 #1 .98");
}

#[test]
fn a_unit_armed_before_the_blank_counts_on_the_next_line() {
    let mut rig = with_sprite(100);
    mask_from(&mut rig, LINE - 1, 340, OFF);
    mask_from(&mut rig, LINE, 21, ON);
    assert_eq!(runs(&mut rig, LINE), "_20 .80 #1 .1 #2 .3 #1 .148");
}

#[test]
fn pixels_left_at_the_right_edge_go_on_at_the_left_when_the_loads_were_blanked() {
    let mut rig = with_sprite(255);
    // One pixel is out on dot 256; the unit is loaded no more but armed on dot 339, with a
    // counter that has run out.
    mask_from(&mut rig, LINE, 257, OFF);
    mask_from(&mut rig, LINE, 335, ON);
    assert_eq!(runs(&mut rig, LINE), ".255 #1");
    let mut next = with_sprite(255);
    mask_from(&mut next, LINE, 257, OFF);
    mask_from(&mut next, LINE, 335, ON);
    assert_eq!(runs(&mut next, LINE + 1), ".1 #2 .3 #1 .249");
}
