//! What a debugging session holds: the machine, and everything set up around it.
//!
//! A session is cheap to clone: the hub clones it before a call and takes the clone back
//! when a handler panics. The machine is shared until it changes, so a call that only looks
//! copies nothing.

use super::{answer::CommandError, messages::Messages, run, settings::Settings};
use crate::{
    debugger::{
        breakpoints::{Breakpoints, EventKind},
        cheats::Cheats,
        input_queue::InputQueue,
        memory_search::Search,
        recent::Recent,
        snapshots::Snapshots,
        stop::StopRecord,
        symbols::{MachineNames, Symbols},
        text_table::TextTable,
        watches::Watches,
    },
    nes::{
        event::{Event, Reset},
        machine::{Machine, Position},
        options::PowerOptions,
    },
    registry::Profile,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Real-time running, as `machine_resume` started it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    /// The frame at which it ends by itself.
    pub until_frame: Option<u64>,
    /// Instructions executed before it began.
    pub instructions_before: u64,
    /// Whether a frame of it has run.
    pub begun: bool,
}

/// The session of one hub.
#[derive(Clone, Debug)]
pub struct Session {
    machine: Option<Arc<Machine>>,
    /// Path the cartridge was loaded from; `None` for the built-in demo.
    pub rom_path: Option<String>,
    /// File name of the cartridge, for people.
    pub rom_name: String,
    /// Options for the next power-on.
    pub power: PowerOptions,
    /// Inputs waiting for their frames.
    pub inputs: InputQueue,
    /// Checkpoints and events of the last frames.
    pub recent: Recent,
    /// Cheats in force.
    pub cheats: Cheats,
    /// Execute breakpoints.
    pub breakpoints: Breakpoints,
    /// Hardware names and vectors of the loaded cartridge.
    pub labels: Arc<Symbols>,
    /// Console settings (`set`, `show`).
    pub settings: Settings,
    /// Aliases made in this session: name to the line it stands for.
    pub aliases: BTreeMap<String, String>,
    /// Notices waiting for `messages`.
    pub messages: Messages,
    /// Named states kept in memory.
    pub states: BTreeMap<String, Arc<Vec<u8>>>,
    /// The search through memory that is under way.
    pub search: Option<Arc<Search>>,
    /// Named copies of memories.
    pub snapshots: Snapshots,
    /// The file before patches that were powered on with; `None` when it is the machine's own.
    pub unpatched: Option<Arc<Vec<u8>>>,
    /// What the game's bytes mean as text; it stays when the cartridge changes.
    pub text_table: Option<Arc<TextTable>>,
    /// Watched expressions.
    pub watches: Watches,
    /// Instructions since power-on when the counters of memory were reset.
    pub counted_from: Option<u64>,
    /// When the stopwatch was reset.
    pub stopwatch: Position,
    /// Pictures kept by name: palette indexes with emphasis, 256 x 240.
    pub pictures: BTreeMap<String, Arc<Vec<u16>>>,
    /// How the last run ended.
    pub last_stop: Option<StopRecord>,
    /// Sound channels left out of the mix.
    pub muted: BTreeSet<String>,
    /// Speed of real-time running in percent of the console's rate; 0 is unlimited.
    pub speed: u32,
    /// Real-time running, when it goes on.
    pub live: Option<Live>,
    /// Which commands agents are offered as tools.
    pub profile: Profile,
    /// Rises whenever commands come or go.
    pub catalog: u64,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            machine: None,
            rom_path: None,
            rom_name: String::new(),
            power: PowerOptions::default(),
            inputs: InputQueue::default(),
            recent: Recent::default(),
            breakpoints: Breakpoints::default(),
            labels: Arc::new(Symbols::hardware()),
            settings: Settings::default(),
            aliases: BTreeMap::new(),
            messages: Messages::default(),
            states: BTreeMap::new(),
            cheats: Cheats::default(),
            search: None,
            unpatched: None,
            snapshots: Snapshots::default(),
            text_table: None,
            watches: Watches::default(),
            counted_from: None,
            stopwatch: Position::default(),
            pictures: BTreeMap::new(),
            last_stop: None,
            muted: BTreeSet::new(),
            speed: 100,
            live: None,
            profile: Profile::Full,
            catalog: 0,
        }
    }
}

/// The parts of a session that take part in a run.
pub struct RunParts<'a> {
    /// The machine.
    pub machine: &'a mut Machine,
    /// Its recent past.
    pub recent: &'a mut Recent,
    /// Its breakpoints.
    pub breakpoints: &'a mut Breakpoints,
    /// Inputs that wait for their frames.
    pub inputs: &'a mut InputQueue,
    /// Cheats, which act as a frame begins.
    pub cheats: &'a mut Cheats,
}

impl Session {
    /// The machine, to look at.
    ///
    /// Errors: `no_rom`.
    pub fn machine(&self) -> Result<&Machine, CommandError> {
        self.machine.as_deref().ok_or_else(CommandError::no_rom)
    }

    /// The machine, to move time and set up its output. Changes go through [`Session::apply`].
    ///
    /// Errors: `no_rom`.
    pub fn machine_mut(&mut self) -> Result<&mut Machine, CommandError> {
        let machine = self.machine.as_mut();
        machine.map(Arc::make_mut).ok_or_else(CommandError::no_rom)
    }

    /// The machine, and what takes part in a run.
    ///
    /// Errors: `no_rom`.
    pub fn run_parts(&mut self) -> Result<RunParts<'_>, CommandError> {
        let machine = self.machine.as_mut().ok_or_else(CommandError::no_rom)?;
        Ok(RunParts {
            machine: Arc::make_mut(machine),
            recent: &mut self.recent,
            breakpoints: &mut self.breakpoints,
            inputs: &mut self.inputs,
            cheats: &mut self.cheats,
        })
    }

    /// Holds what the queued inputs say for the present frame.
    ///
    /// Errors: `no_rom`.
    pub fn feed_inputs(&mut self) -> Result<(), CommandError> {
        let frame = self.machine()?.position().frame;
        for event in self.inputs.due(frame) {
            self.apply(&event)?;
        }
        Ok(())
    }

    /// The labels, shared.
    pub fn symbols(&self) -> Arc<Symbols> {
        self.labels.clone()
    }

    /// What addresses are called now: the labels over the machine's page tables.
    ///
    /// Errors: `no_rom`.
    pub fn names(&self) -> Result<MachineNames<'_>, CommandError> {
        Ok(MachineNames::new(self.machine()?, &self.labels))
    }

    /// Whether a cartridge is loaded.
    pub fn has_machine(&self) -> bool {
        self.machine.is_some()
    }

    /// Puts another machine in, or none.
    pub fn set_machine(&mut self, machine: Option<Machine>) {
        self.machine = machine.map(Arc::new);
        self.recent = Recent::default();
        if let Some(machine) = &self.machine {
            self.recent.restart(machine);
        }
        self.live = None;
        self.last_stop = None;
        self.cheats = Cheats::default();
        self.search = None;
        self.unpatched = None;
        self.snapshots = Snapshots::default();
        self.inputs = InputQueue::default();
        self.forget_marks();
    }

    /// Changes the machine: the one place every change from outside goes through.
    ///
    /// Errors: `no_rom`; the event's own when the machine can not take it.
    pub fn apply(&mut self, event: &Event) -> Result<(), CommandError> {
        run::finish_instruction(self)?;
        let RunParts {
            machine,
            recent,
            breakpoints,
            ..
        } = self.run_parts()?;
        let applied = recent.apply(machine, event);
        applied.map_err(|error| CommandError::new(error.code(), error.to_string()))?;
        match event {
            Event::Reset(_) => breakpoints.note(EventKind::Reset),
            Event::LoadState(_) => breakpoints.note(EventKind::StateLoaded),
            _ => {}
        }
        if matches!(event, Event::Reset(Reset::Power) | Event::LoadState(_)) {
            breakpoints.forget_judged();
            self.forget_marks();
        }
        Ok(())
    }

    /// Another past begins: counters and stopwatch count from here.
    fn forget_marks(&mut self) {
        self.counted_from = None;
        self.stopwatch = self.machine().map(Machine::position).unwrap_or_default();
    }
}
