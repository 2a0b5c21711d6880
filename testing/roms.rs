//! Our own test programs: sources in `testing/roms`, assembled here and run on the machine.
//!
//! A file holds many programs. One begins with `;;; name [options]: $address=$byte ...`, the
//! bytes it must leave behind. Options: `mapper`, `prg` (8 KiB), `chr` (1 KiB, 0 is RAM),
//! `mirroring` (1 vertical), `battery`, `hold1`, `hold2`, `warm` (start in vertical blank).

use nescope::{
    debugger::assembler::assemble,
    nes::{
        cartridge::Rom,
        event::{Buttons, Event},
        machine::Machine,
        observer::Silent,
        options::PowerOptions,
    },
};
use std::{collections::BTreeMap, sync::Arc};

const CPU: &str = include_str!("roms/cpu.s");
const PPU: &str = include_str!("roms/ppu.s");
const APU: &str = include_str!("roms/apu.s");
const BOARDS: &str = include_str!("roms/boards.s");
/// Start-up code and the routines that programs share.
const START: &str = include_str!("roms/start.s");

const PRG_UNIT: usize = 0x2000;
const CHR_UNIT: usize = 0x400;
/// Frames after which a program must be done.
const FRAMES: u64 = 60;
const BUTTONS: [&str; 8] = ["A", "B", "Select", "Start", "Up", "Down", "Left", "Right"];

/// One program of a file.
struct Program<'a> {
    name: &'a str,
    options: BTreeMap<&'a str, &'a str>,
    expected: Vec<(u16, u8)>,
    code: &'a str,
}

fn hexadecimal(text: &str) -> u16 {
    u16::from_str_radix(text.trim_start_matches('$'), 16).expect(text)
}

fn programs(file: &str) -> Vec<Program<'_>> {
    let sections = file.split(";;; ").skip(1);
    sections.map(program).collect()
}

fn program(section: &str) -> Program<'_> {
    let (head, code) = section.split_once('\n').expect("a section has code");
    let (left, right) = head
        .rsplit_once(": ")
        .expect("a section says what it expects");
    let (name, options) = left.split_once(" [").unwrap_or((left, ""));
    let options = options.trim_end_matches(']').split_whitespace();
    let expected = right.split_whitespace().map(|pair| {
        let (address, value) = pair.split_once('=').expect(pair);
        (
            hexadecimal(address),
            u8::try_from(hexadecimal(value)).expect(pair),
        )
    });
    Program {
        name,
        options: options
            .map(|option| option.split_once('=').unwrap_or((option, "1")))
            .collect(),
        expected: expected.collect(),
        code,
    }
}

impl Program<'_> {
    fn number(&self, option: &str, default: usize) -> usize {
        self.options
            .get(option)
            .map_or(default, |text| text.parse().expect(text))
    }

    fn source(&self) -> String {
        let warm = if self.options.contains_key("warm") {
            "warm"
        } else {
            "program"
        };
        let mut source = format!(
            "first = {warm}\n{START}\nprogram:\n{}\n        jmp done\n",
            self.code
        );
        for handler in ["nmi", "irq"] {
            if !self.code.contains(&format!("\n{handler}:")) {
                source.push_str(&format!("{handler}: rti\n"));
            }
        }
        source + ".org $FFFA\n.word nmi, reset, irq\n"
    }

    /// The ROM file: the assembled 8 KiB over and over, each with its number.
    fn rom(&self) -> Vec<u8> {
        let name = self.name;
        let image = assemble(&self.source()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (image.origin, image.bytes.len()),
            (0xE000, PRG_UNIT),
            "{name}"
        );
        let (prg, chr) = (self.number("prg", 4), self.number("chr", 8));
        let (mapper, mirroring) = (self.number("mapper", 0), self.number("mirroring", 0));
        let flags = mirroring | self.number("battery", 0) << 1 | (mapper & 15) << 4;
        let mut file = b"NES\x1A".to_vec();
        let header = [
            prg / 2,
            chr / 8,
            flags,
            mapper & 0xF0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        file.extend(
            header
                .iter()
                .map(|&field| u8::try_from(field).expect("a header byte")),
        );
        for unit in 0..prg {
            file.push(u8::try_from(unit).expect("few banks"));
            file.extend(&image.bytes[1..]);
        }
        for unit in 0..chr {
            let mut bank = [0; CHR_UNIT];
            // Tile 1 is solid.
            bank[16..32].fill(0xFF);
            bank[0] = u8::try_from(unit).expect("few banks");
            file.extend(bank);
        }
        file
    }

    fn hold(&self, option: &str) -> Buttons {
        let names = self.options.get(option).map_or("", |names| names);
        let bits = BUTTONS
            .iter()
            .enumerate()
            .filter(|(_, name)| names.split('+').any(|n| n == **name));
        Buttons(bits.map(|(bit, _)| 1 << bit).sum())
    }

    fn run(&self) {
        let name = self.name;
        let rom = Rom::parse(&self.rom()).expect(name);
        let mut machine = Machine::power_on(Arc::new(rom), PowerOptions::default()).expect(name);
        for (port, option) in [(1, "hold1"), (2, "hold2")] {
            let buttons = self.hold(option);
            machine.apply(&Event::Input { port, buttons }).expect(name);
        }
        machine.set_output(false, false);
        for frame in 1..=FRAMES {
            assert!(machine.run_until_frame(frame, &mut Silent), "{name} jammed");
            if machine.peek(0) == 1 {
                break;
            }
        }
        assert_eq!(
            machine.peek(0),
            1,
            "{name} did not end, PC {:04X}",
            machine.cpu().pc
        );
        for &(address, value) in &self.expected {
            let found = machine.peek(address);
            assert_eq!(
                found, value,
                "{name}: ${address:04X} is ${found:02X}, not ${value:02X}"
            );
        }
    }
}

fn run(file: &str, name: &str) {
    let programs = programs(file);
    let program = programs.iter().find(|program| program.name == name);
    program.unwrap_or_else(|| panic!("no program {name}")).run();
}

/// One test for each program of a file, and one that none is left out.
macro_rules! run_programs {
    ($module:ident $file:ident: $($name:ident)*) => {
        mod $module {
            $(#[test]
            fn $name() {
                super::run(super::$file, stringify!($name));
            })*

            #[test]
            fn every_program_of_the_file_runs() {
                let written: Vec<&str> = super::programs(super::$file).iter().map(|p| p.name).collect();
                assert_eq!(written, [$(stringify!($name)),*]);
            }
        }
    };
}

run_programs! {
    cpu CPU:
        adc_adds_the_carry
        adc_overflows_upward
        adc_overflows_downward
        adc_wraps_to_zero
        adc_has_no_decimal_mode
        sbc_borrows
        sbc_overflows
        sbc_has_no_decimal_mode
        cmp_of_equals
        cmp_of_less
        cmp_is_unsigned_in_carry
        cpx_and_cpy_compare_their_register
        and_ora_eor_combine_bits
        bit_copies_two_bits_and_tests_the_rest
        asl_shifts_into_carry
        lsr_clears_negative
        rol_takes_the_carry_in
        ror_takes_the_carry_in
        shifts_work_in_memory
        inc_and_dec_wrap
        index_registers_wrap
        transfers_set_flags_but_txs_does_not
        flags_are_set_and_cleared_one_by_one
        clv_clears_overflow
        php_pushes_bits_4_and_5
        plp_takes_all_flags_but_those
        the_stack_wraps_in_page_one
        jsr_pushes_the_address_of_its_last_byte
        rti_pulls_flags_then_the_exact_address
        jmp_indirect_does_not_leave_its_page
        zero_page_indexing_wraps
        indexed_indirect_wraps_in_page_zero
        indirect_indexed_wraps_its_pointer
        absolute_indexing_crosses_pages
        indexing_wraps_at_the_end_of_memory
        branches_go_both_ways_and_fall_through
        brk_pushes_b_and_skips_a_byte
        brk_disables_interrupts
        cli_takes_effect_after_the_next_instruction
        cli_then_sei_lets_one_irq_through
        work_ram_is_mirrored_three_times
        unmapped_reads_give_the_open_bus
        lax_loads_two_registers
        sax_stores_a_and_x_without_flags
        dcp_decrements_and_compares
        isc_increments_and_subtracts
        slo_shifts_and_ors
        rla_rotates_and_ands
        sre_shifts_and_exclusive_ors
        rra_rotates_and_adds
        anc_copies_negative_to_carry
        alr_ands_and_shifts
        arr_has_carry_and_overflow_of_its_own
        axs_subtracts_from_a_and_x
        the_second_sbc_is_the_first
        long_nops_skip_their_operands
}

run_programs! {
    ppu PPU:
        vblank_flag_clears_when_status_is_read
        video_reads_are_buffered
        palette_reads_are_not_buffered
        the_backdrop_cells_are_shared
        palette_cells_keep_six_bits
        the_palette_repeats_every_32_bytes
        the_address_can_step_by_32
        horizontal_mirroring_joins_left_and_right
        vertical_mirroring_joins_top_and_bottom
        nametables_show_again_at_3000
        status_resets_the_write_toggle
        scroll_and_address_share_the_toggle
        ppu_registers_repeat_every_8_bytes
        write_only_registers_read_the_latch
        chr_rom_is_not_written
        chr_ram_is_written
        oam_writes_advance_and_reads_do_not
        oam_attributes_lack_three_bits
        oam_dma_starts_at_oamaddr_and_wraps
        nmi_comes_once_a_frame
        nmi_comes_at_once_when_enabled_in_vblank
        nmi_does_not_come_after_the_flag_was_read
        sprite_0_hits_the_background
        sprite_0_does_not_hit_without_background
        sprite_0_does_not_hit_without_sprites
        sprite_0_does_not_hit_at_the_last_column
        sprite_0_does_not_hit_in_the_clipped_column
        sprite_0_hits_in_the_left_column_when_it_shows
        sprite_0_does_not_hit_with_a_clear_tile
        sprite_0_hits_from_behind_too
        sprite_0_does_not_hit_below_the_picture
        eight_sprites_on_a_line_are_no_overflow
        nine_sprites_on_a_line_overflow
        the_flags_clear_on_the_pre_render_line
        writes_before_the_warm_up_are_ignored
}

run_programs! {
    apu APU:
        a_length_write_starts_a_channel
        disabling_a_channel_stops_it_at_once
        a_disabled_channel_takes_no_length
        five_step_mode_clocks_lengths_at_once
        a_halted_length_does_not_count
        the_shortest_table_lengths_are_10_and_2
        the_triangle_has_its_halt_in_bit_7
        the_frame_counter_sets_its_flag_in_four_step_mode
        reading_status_clears_the_frame_flag
        the_frame_flag_can_be_inhibited
        five_step_mode_sets_no_frame_flag
        inhibiting_clears_the_frame_flag
        the_frame_flag_interrupts
        a_sample_plays_to_its_end
        a_looping_sample_does_not_end
        the_end_of_a_sample_sets_its_flag
        clearing_the_sample_irq_enable_clears_the_flag
        the_end_of_a_sample_interrupts
        pads_report_a_first_and_right_last
        the_second_pad_is_on_the_second_port
        after_eight_reads_a_pad_gives_ones
        a_strobed_pad_gives_a_again_and_again
        the_upper_bits_of_a_port_are_open_bus
        both_pads_are_latched_together
}

run_programs! {
    boards BOARDS:
        nrom_mirrors_sixteen_kib
        nrom_shows_thirty_two_kib
        uxrom_switches_the_lower_half
        cnrom_switches_chr
        axrom_switches_everything
        axrom_chooses_one_screen
        gxrom_switches_both
        color_dreams_has_them_the_other_way_round
        bnrom_switches_everything
        camerica_switches_at_c000
        mmc1_powers_on_with_the_last_bank_fixed
        mmc1_takes_five_writes
        mmc1_forgets_writes_on_a_reset
        mmc1_ignores_the_second_of_two_writes_in_a_row
        mmc1_switches_chr_in_four_kib
        mmc3_switches_eight_kib
        mmc3_swaps_its_fixed_bank
        mmc3_switches_chr_by_two_sizes
        mmc3_has_ram_that_can_be_protected
        mmc3_counts_scanlines
        mmc3_irq_waits_for_its_enable
        mmc2_switches_eight_kib
        mmc4_switches_sixteen_kib
        battery_ram_answers_at_6000
}
