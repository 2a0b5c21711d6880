//! The hub as a door: from outside through its handle, from inside a command through its context.

use super::{
    catalogue,
    door::{Call, Door, Listed, Origin, Reply, Standing},
};
use crate::{
    hub::{Context, HubHandle},
    registry::{Profile, Registry},
};
use serde_json::Value;
use std::{cell::RefCell, sync::Arc};

/// The hub, reached from other threads.
#[derive(Clone)]
pub struct HubDoor {
    /// The hub.
    pub handle: HubHandle,
    /// Which commands are listed.
    pub profile: Profile,
}

impl Door for HubDoor {
    fn tools(&self) -> Vec<Listed> {
        catalogue::tools(&self.handle.registry(), &self.profile)
    }

    fn definition(&self, name: &str) -> Option<Value> {
        catalogue::definition(&self.handle.registry(), name)
    }

    fn standing(&self, name: &str) -> Option<Standing> {
        catalogue::standing(&self.handle.registry(), name)
    }

    fn driving(&self) -> bool {
        self.handle.driving()
    }

    fn call(&self, call: Call) -> Reply {
        self.handle.call(call)
    }
}

/// The hub, reached from inside one of its commands: calls run in place, under that command's
/// canceller, and as an agent's.
pub struct InnerDoor<'a, 'c> {
    context: RefCell<&'a mut Context<'c>>,
    registry: Arc<Registry>,
}

impl<'a, 'c> InnerDoor<'a, 'c> {
    /// A door that lasts as long as the command runs.
    pub fn new(context: &'a mut Context<'c>) -> InnerDoor<'a, 'c> {
        InnerDoor {
            registry: Arc::new(context.registry.clone()),
            context: RefCell::new(context),
        }
    }
}

impl Door for InnerDoor<'_, '_> {
    fn tools(&self) -> Vec<Listed> {
        catalogue::tools(&self.registry, &Profile::Full)
    }

    fn definition(&self, name: &str) -> Option<Value> {
        catalogue::definition(&self.registry, name)
    }

    fn standing(&self, name: &str) -> Option<Standing> {
        catalogue::standing(&self.registry, name)
    }

    fn driving(&self) -> bool {
        self.context.borrow().driving()
    }

    fn call(&self, mut call: Call) -> Reply {
        let mut context = self.context.borrow_mut();
        call.origin = Origin::Mcp;
        call.cancel = context.scope.cancel.clone();
        let door = context.door;
        door.enter(*context, call)
    }
}
