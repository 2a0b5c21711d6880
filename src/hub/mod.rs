//! The one door to the machine.

pub use crate::commands::{
    Attachment, Bindings, Call, Cancel, Message, Origin, Progress, Reply, bind,
};
