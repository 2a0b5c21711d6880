//! Devices in the console's two ports, and what is aimed or turned on them.

use crate::{
    commands::{Answer, CommandError, Context, Session},
    nes::{
        event::{Device, Event, Spot},
        input::{vaus, zapper::Pull},
    },
};
use serde::{Deserialize, Serialize};

/// Arguments of `input_device`.
#[derive(Debug, Deserialize)]
pub(super) struct DeviceArgs {
    port: u8,
    #[serde(rename = "type")]
    device: Device,
}

/// Reply of `input_device`.
#[derive(Debug, Serialize)]
pub(super) struct DeviceReply {
    port: u8,
    #[serde(rename = "type")]
    device: Device,
}

impl Answer for DeviceReply {
    fn text(&self) -> String {
        let port = self.port;
        let next = match self.device {
            Device::Zapper => format!("; input_aim 128 120 port={port} aims it"),
            Device::Arkanoid => format!("; input_knob $A4 port={port} turns it, button A fires"),
            _ => String::new(),
        };
        format!("port {port}: {:?}{next}", self.device)
    }
}

/// Puts a device into a port.
pub(super) fn connect(
    context: &mut Context,
    args: DeviceArgs,
) -> Result<DeviceReply, CommandError> {
    let session = &mut *context.session;
    session.apply(&Event::Attach {
        port: args.port,
        device: args.device,
    })?;
    Ok(DeviceReply {
        port: args.port,
        device: connected(session, args.port)?,
    })
}

fn connected(session: &Session, port: u8) -> Result<Device, CommandError> {
    Ok(session.machine()?.input().device(usize::from(port - 1)))
}

/// Refuses to aim or turn what is not there.
fn expect(session: &Session, port: u8, device: Device, word: &str) -> Result<(), CommandError> {
    let found = connected(session, port)?;
    if found == device {
        return Ok(());
    }
    Err(CommandError::new(
        "not_connected",
        format!(
            "port {port} holds {found:?}, no {device:?}; input_device {port} {word} connects one"
        ),
    ))
}

/// Arguments of `input_aim`.
#[derive(Debug, Deserialize)]
pub(super) struct AimArgs {
    x: Option<u8>,
    y: Option<u8>,
    trigger: Option<Pull>,
    port: u8,
}

/// Reply of `input_aim`.
#[derive(Debug, Serialize)]
pub(super) struct AimReply {
    port: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim: Option<Spot>,
    trigger: Pull,
}

impl Answer for AimReply {
    fn text(&self) -> String {
        let place = place(self.aim.unwrap_or(Spot::AWAY));
        let trigger = match self.trigger {
            Pull::Released => "released",
            Pull::Half => "half-pulled",
            Pull::Pulled => "pulled",
        };
        format!("port {}: {place}, trigger {trigger}", self.port)
    }
}

/// Where a light gun points, in words.
pub(super) fn place(spot: Spot) -> String {
    if spot == Spot::AWAY {
        "aimed away from the picture".to_string()
    } else {
        format!("aimed at {}, {}", spot.x, spot.y)
    }
}

/// Points the light gun of a port, and moves its trigger.
pub(super) fn aim(context: &mut Context, args: AimArgs) -> Result<AimReply, CommandError> {
    let (session, port) = (&mut *context.session, args.port);
    expect(session, port, Device::Zapper, "zapper")?;
    let spot = match (args.x, args.y) {
        (Some(x), Some(y)) => Spot {
            x: x.into(),
            y: y.into(),
        },
        (None, None) => Spot::AWAY,
        _ => return Err(CommandError::bad_value("give both x and y, or neither")),
    };
    session.apply(&Event::Aim { port, spot })?;
    if let Some(trigger) = args.trigger {
        session.inputs.clear(port);
        let buttons = trigger.buttons();
        session.apply(&Event::Input { port, buttons })?;
    }
    let held = session.machine()?.input().held(usize::from(port - 1));
    Ok(AimReply {
        port,
        aim: Some(spot).filter(|&spot| spot != Spot::AWAY),
        trigger: Pull::of(held),
    })
}

/// Arguments of `input_knob`.
#[derive(Debug, Deserialize)]
pub(super) struct KnobArgs {
    position: u8,
    port: u8,
}

/// Reply of `input_knob`.
#[derive(Debug, Serialize)]
pub(super) struct KnobReply {
    port: u8,
    position: u8,
}

impl Answer for KnobReply {
    fn text(&self) -> String {
        let (left, right) = (vaus::RANGE.start(), vaus::RANGE.end());
        format!(
            "port {}: knob at ${:02X} (${left:02X} left, ${right:02X} right)",
            self.port, self.position
        )
    }
}

/// Turns the knob of the Arkanoid controller of a port.
pub(super) fn turn(context: &mut Context, args: KnobArgs) -> Result<KnobReply, CommandError> {
    let (session, port) = (&mut *context.session, args.port);
    expect(session, port, Device::Arkanoid, "arkanoid")?;
    let position = args.position;
    session.apply(&Event::Knob { port, position })?;
    Ok(KnobReply { port, position })
}
