//! The reply of `cpu_registers` as lines.

use super::cell::{Line, Look};
use serde_json::Value;

/// CPU registers, flags and position, for panels at least 34 columns wide.
pub fn lines(result: &Value) -> Vec<Line> {
    let number = |name: &str| result[name].as_u64().unwrap_or_default();
    let flags = result["flags"].as_str().unwrap_or_default();
    let mut lines = vec![
        Line::with(
            Look::Bold,
            format!(
                "PC ${:04X}  A ${:02X} X ${:02X} Y ${:02X} S ${:02X}",
                number("pc"),
                number("a"),
                number("x"),
                number("y"),
                number("s")
            ),
        ),
        Line::plain(format!(
            "P ${:02X} {flags}{}",
            number("p"),
            lines_pulled(result)
        )),
        Line::plain(format!(
            "frame {} line {} dot {}",
            number("frame"),
            number("scanline"),
            number("dot")
        )),
    ];
    if result["jammed"] == true {
        lines.push(Line::with(Look::Bold, "jammed; machine_reset restarts"));
    }
    lines
}

/// Interrupts that wait.
fn lines_pulled(result: &Value) -> String {
    let names = [("nmi_pending", " NMI"), ("irq_pending", " IRQ")];
    let pending = names.iter().filter(|(name, _)| result[*name] == true);
    pending.map(|(_, text)| *text).collect()
}
