//! Group `cpu`.

use super::desk::Desk;

#[test]
fn registers_name_the_next_instruction_and_the_position() {
    let mut desk = Desk::new();
    let reply = desk.ok("cpu_registers");
    assert_eq!(reply["pc"], 0xC000);
    assert_eq!(reply["instruction"], "SEI");
    assert_eq!(reply["s"], 0xFD);
    assert_eq!(reply["frame"], 0);
    assert_eq!(reply["jammed"], false);
    assert!(reply.get("value").is_none());
}

#[test]
fn one_register_can_be_asked_for() {
    let mut desk = Desk::new();
    assert_eq!(desk.ok("r pc")["value"], 0xC000);
    assert_eq!(desk.text("r s"), "$FD (253)");
    assert_eq!(desk.code("r q"), "bad_value");
}

#[test]
fn cpu_state_renders_markdown() {
    assert!(Desk::new().text("cpu_state").starts_with("| A | X |"));
}

#[test]
fn registers_and_flags_are_set() {
    let mut desk = Desk::new();
    let set = desk.ok("cpu_set a $80");
    assert_eq!((&set["old"], &set["new"]), (&0.into(), &0x80.into()));
    assert_eq!(desk.ok("cpu_set c 1")["new"], 1);
    assert_eq!(
        desk.ok("r")["flags"].as_str().map(|f| f.ends_with('C')),
        Some(true)
    );
    assert_eq!(desk.ok("cpu_set pc $C123")["new"], 0xC123);
    assert_eq!(desk.ok("r")["pc"], 0xC123);
}

#[test]
fn values_too_large_for_a_register_are_refused_and_change_nothing() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("cpu_set a $100"), "out_of_range");
    assert_eq!(desk.code("cpu_set z 2"), "out_of_range");
    assert_eq!(desk.code("cpu_set pc $10000"), "out_of_range");
    assert_eq!(desk.ok("r")["a"], 0);
}

#[test]
fn the_stack_shows_who_called() {
    let mut desk = Desk::running();
    let idle = desk.ok("memory_find \"A0 03 88 D0 FD 60\"")["addresses"][0].clone();
    desk.ok(&format!("run_until ${:04X}", idle.as_u64().unwrap_or(0)));
    let stack = desk.ok("cpu_stack 8");
    let caller = stack["returns"][0]["caller"].as_u64().unwrap_or(0);
    let bytes = desk.ok(&format!("memory_read ${caller:04X} 1"));
    assert_eq!(bytes["bytes"][0], 0x20, "the caller is a JSR");
}

#[test]
fn the_first_instruction_has_an_empty_stack() {
    let mut desk = Desk::new();
    desk.ok("run_step 4");
    assert_eq!(desk.text("cpu_stack"), "S=$FF, the stack is empty");
}

#[test]
fn interrupt_sources_are_told_apart() {
    let mut desk = Desk::new();
    let quiet = desk.ok("cpu_interrupts");
    assert_eq!(quiet["irq_frame"], false);
    assert_eq!(quiet["next"], "none");
    desk.ok("run_until until=\"scanline == 100\"");
    desk.ok("run_frames 2");
    assert_eq!(
        desk.ok("cpu_interrupts")["irq_frame"],
        true,
        "nobody inhibits it"
    );
    assert_eq!(desk.ok("cpu_interrupts")["masked"], true);
}

#[test]
fn vectors_point_into_the_program() {
    let vectors = Desk::new().ok("cpu_vectors");
    assert_eq!(vectors["reset"], 0xC000);
    assert!(vectors["nmi"].as_u64() > Some(0xC000));
}

#[test]
fn the_bus_shows_the_last_cycle_and_what_it_left() {
    let mut desk = Desk::new();
    desk.ok("run_step 6");
    // STX $2000 was the last instruction.
    let bus = desk.ok("cpu_bus");
    assert_eq!(bus["last"]["address"], 0x2000);
    assert_eq!(
        (&bus["last"]["write"], &bus["last"]["purpose"]),
        (&true.into(), &"data".into())
    );
    assert_eq!(bus["external"], 0);
    let cycle = bus["cycle"].as_u64().unwrap_or(0);
    assert_eq!(bus["last"]["cycle"], cycle - 1);
    assert_ne!(bus["last"]["phase"], bus["next"]);
    assert!(Desk::new().ok("cpu_bus").get("last").is_none());
}

#[test]
fn the_bus_shows_an_oam_dma_in_mid_instruction() {
    let mut desk = Desk::running();
    let write = desk.ok("code_find \"STA OAMDMA\"")["hits"][0]["address"].clone();
    let write = write.as_u64().unwrap_or(0);
    desk.ok(&format!("run_until ${:04X}", write + 3));
    desk.ok("run_cycle 100");
    let bus = desk.ok("cpu_bus");
    assert_eq!(bus["oam_dma"]["page"], 2);
    assert_eq!(bus["oam_dma"]["halted"], true);
    assert_eq!(bus["last"]["purpose"], "oam_dma");
    assert!(desk.text("cpu_bus").contains("OAM DMA from $0200"));
}
