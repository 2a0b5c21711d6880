//! The one door: every face reaches the machine through [`Hub::call`] and [`Hub::line`].
//!
//! The hub owns the session (machine, breakpoints, labels), the command table and the host.
//! A call is prepared by the registry, passed by the gate, run inside a containment that undoes
//! everything when a handler panics, and answered with a [`Reply`]:
//!
//! ```text
//! Call -> prepare -> gate -> contain(handler) -> check -> Reply
//! ```
//!
//! [`HubHandle`] is a hub on a thread of its own; all faces share its handle.

mod contain;
mod entry;
mod gate;
mod live;
mod names;
mod thread;
pub mod viewer;

pub use crate::commands::{
    Attachment, Binding, Bindings, Call, Cancel, CommandError, Context, Door, Host, Message,
    Origin, Progress, Reply, Session, Spending,
};
pub use thread::{Change, HubHandle};
pub use viewer::{Glimpse, Viewer};

use crate::{
    commands::{self, Scope},
    registry::{Completion, Profile, Registry, SpecError},
};
use entry::Entry;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Commands that a room brings along: its spec files and the functions bound to them.
#[derive(Clone, Copy)]
pub struct Room {
    /// Spec files: file name and text.
    pub specs: &'static [(&'static str, &'static str)],
    /// Binds every command of these specs.
    pub bind: fn(&mut Bindings),
}

/// How a hub is set up.
#[derive(Clone)]
pub struct HubOptions {
    /// Rooms above the hub that bring commands of their own.
    pub rooms: Vec<Room>,
    /// Whether agents may do more than look.
    pub driving: bool,
    /// Whether every reply is checked against the `returns` of its spec.
    pub check_replies: bool,
    /// Which commands agents are offered as tools, to tell in `machine_info`.
    pub profile: Profile,
}

impl Default for HubOptions {
    fn default() -> HubOptions {
        HubOptions {
            rooms: Vec::new(),
            driving: true,
            check_replies: cfg!(debug_assertions),
            profile: Profile::Full,
        }
    }
}

/// The owner of the session.
pub struct Hub {
    session: Session,
    registry: Registry,
    host: Box<dyn Host>,
    entry: Entry,
    driving: Arc<AtomicBool>,
}

impl Hub {
    /// A hub with no cartridge.
    ///
    /// Errors: a spec file that does not hold to the format.
    pub fn new(options: HubOptions, host: Box<dyn Host>) -> Result<Hub, SpecError> {
        let mut specs = commands::SPECS.to_vec();
        let mut bindings = Bindings::new();
        commands::bind(&mut bindings);
        for room in &options.rooms {
            specs.extend_from_slice(room.specs);
            (room.bind)(&mut bindings);
        }
        let mut session = Session::default();
        session.profile = options.profile;
        Ok(Hub {
            session,
            registry: Registry::load(&specs)?,
            host,
            entry: Entry {
                bindings,
                check_replies: options.check_replies,
            },
            driving: Arc::new(AtomicBool::new(options.driving)),
        })
    }

    /// Runs one command and returns its reply; a failure is a reply too.
    pub fn call(&mut self, call: Call) -> Reply {
        let scope = self.scope(&call);
        let (entry, mut context) = self.enter(scope);
        entry.enter(&mut context, call)
    }

    /// Runs a line, one command or several with `;`, and returns a reply for each.
    pub fn line(&mut self, line: &str, origin: Origin) -> Vec<Reply> {
        self.line_with(line, &Call::new("", serde_json::Value::Null, origin))
    }

    /// Runs a line with the origin, canceller and listener of `call`.
    pub fn line_with(&mut self, line: &str, call: &Call) -> Vec<Reply> {
        let scope = self.scope(call);
        let (entry, mut context) = self.enter(scope);
        entry.enter_line(&mut context, line)
    }

    /// The command table as it is now.
    pub fn registry(&self) -> Arc<Registry> {
        Arc::new(self.registry.clone())
    }

    /// The session, to look at.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether agents may do more than look.
    pub fn driving(&self) -> bool {
        self.driving.load(Ordering::SeqCst)
    }

    /// The flag behind [`Hub::driving`], shared.
    pub fn driving_flag(&self) -> Arc<AtomicBool> {
        self.driving.clone()
    }

    /// Adds commands at run time: one spec file, and functions for its commands.
    ///
    /// Errors: a spec that does not hold to the format; nothing is added then.
    pub fn add(
        &mut self,
        file: &str,
        spec: &str,
        bind: impl FnOnce(&mut Bindings),
    ) -> Result<(), SpecError> {
        self.registry.add(file, spec)?;
        bind(&mut self.entry.bindings);
        self.session.catalog += 1;
        Ok(())
    }

    /// The commands that have a spec but no function, and the functions without a spec.
    pub fn unpaired(&self) -> Vec<String> {
        let bound = self.entry.bindings.iter().map(|(name, _)| name.to_string());
        let unknown = bound.filter(|name| self.registry.find(name).is_none());
        let commands = self.registry.commands().map(|command| command.name.clone());
        let unbound = commands.filter(|name| self.entry.bindings.get(name).is_none());
        unknown.chain(unbound).collect()
    }

    /// The functions bound to the commands.
    pub fn bindings(&self) -> &Bindings {
        &self.entry.bindings
    }

    /// Candidates for the word at the cursor (a byte offset).
    pub fn complete(&self, line: &str, cursor: usize) -> Completion {
        let names = names::SessionNames::new(&self.session, &self.registry, self.host.as_ref());
        self.registry.complete(line, cursor, &names)
    }

    /// Ends the session: saves battery RAM where the host keeps it.
    pub fn close(&mut self) {
        commands::machine::save_battery(&self.session, self.host.as_ref());
    }

    fn scope(&self, call: &Call) -> Scope {
        Scope {
            origin: call.origin,
            cancel: call.cancel.clone(),
            progress: call.progress.clone(),
            depth: 0,
            driving: self.driving.clone(),
            spending: Spending::default(),
            reported: None,
        }
    }

    fn enter(&mut self, scope: Scope) -> (&Entry, Context<'_>) {
        let entry = &self.entry;
        let context = Context {
            session: &mut self.session,
            registry: &mut self.registry,
            host: self.host.as_mut(),
            scope,
            notices: Vec::new(),
            door: entry,
        };
        (entry, context)
    }
}
