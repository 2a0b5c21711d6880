//! `ppu_pipeline`.

use crate::{
    commands::{Answer, CommandError, Context, NoArgs},
    debugger::pipeline_view::{self, PipelineView},
};

impl Answer for PipelineView {
    fn text(&self) -> String {
        let (bus, background, evaluation) = (&self.bus, &self.background, &self.evaluation);
        let mut lines = vec![
            format!(
                "frame {} line {} dot {}: {}",
                self.frame, self.scanline, self.dot, self.stage
            ),
            format!(
                "v=${:04X} t=${:04X} x={} w={}{}",
                self.v,
                self.t,
                self.x,
                u8::from(self.w),
                if self.mask_pending {
                    "  PPUMASK pending"
                } else {
                    ""
                }
            ),
            format!(
                "bus: {} ${:04X} {}, latch ${:02X} pins ${:02X}",
                bus.fetch,
                bus.address,
                if bus.reads { "read" } else { "address" },
                bus.latch,
                bus.pins
            ),
            format!(
                "background: low {:016b} high {:016b} attributes {:08b} {:08b} latch {} -> {}",
                background.pattern_low,
                background.pattern_high,
                background.attribute_low,
                background.attribute_high,
                background.attribute_latch,
                background.tap
            ),
            format!(
                "next tile: ${:02X} attribute ${:02X} low ${:02X}",
                background.next_tile, background.next_attribute, background.next_low
            ),
            format!(
                "evaluation: {} oam ${:02X} secondary ${:02X} buffer ${:02X}{}",
                evaluation.step,
                evaluation.oam_address,
                evaluation.secondary_address,
                evaluation.buffer,
                if evaluation.sprite_zero_next {
                    ", slot 0 is sprite zero"
                } else {
                    ""
                }
            ),
        ];
        lines.extend(self.units.iter().map(|unit| {
            let state = match unit.counting {
                true => format!("in {} dots", unit.remaining),
                false => "putting out".to_string(),
            };
            format!(
                "unit {}: low {:08b} high {:08b} attributes ${:02X} {state}",
                unit.slot, unit.low, unit.high, unit.attributes
            )
        }));
        lines.join("\n")
    }
}

/// The pipeline before the next dot.
pub fn pipeline(context: &mut Context, _args: NoArgs) -> Result<PipelineView, CommandError> {
    Ok(pipeline_view::now(context.session.machine()?))
}
