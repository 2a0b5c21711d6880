//! Viewers: the last finished picture, for whoever shows it while the machine runs.
//!
//! The machine never waits for a viewer. After a frame of real-time running the hub copies the
//! picture into a slot, but only when the viewer has taken the one before; a paused machine is
//! copied after every request. The viewer takes it at a rate of its own:
//!
//! ```text
//! hub's thread: frame, frame, frame ...  --copy if wanted-->  slot  --take-->  viewer's thread
//! ```
//!
//! Nothing but pictures and notices goes through a slot, so a viewer can not disturb anything.

use super::{Hub, Message};
use crate::debugger::colors;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError, Weak,
    atomic::{AtomicBool, Ordering},
};

/// Columns of the picture.
pub const PICTURE_WIDTH: usize = 256;
/// Rows of the picture.
pub const PICTURE_HEIGHT: usize = 240;

/// Notices that wait for a viewer; the oldest make room.
const MOST_NOTICES: usize = 200;

/// Red, green and blue of a pixel of a [`Glimpse`], 0 to 255 each.
pub fn color(pixel: u16) -> [u8; 3] {
    colors::rgb(pixel)
}

/// What a viewer sees of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glimpse {
    /// 256 x 240 pixels row by row, palette index in bits 0 to 5, emphasis in bits 6 to 8;
    /// empty without a cartridge.
    pub pixels: Vec<u16>,
    /// Frame number.
    pub frame: u64,
    /// Whether the machine runs in real time.
    pub running: bool,
    /// Speed of real-time running in percent; 0 is unlimited.
    pub speed: u32,
}

impl Glimpse {
    /// Takes over what the hub shows now, into the same memory.
    fn copy(&mut self, hub: &Hub) {
        let session = hub.session();
        self.running = session.live.is_some();
        self.speed = session.speed;
        self.pixels.clear();
        if let Ok(machine) = session.machine() {
            self.pixels.extend_from_slice(machine.pixels());
            self.frame = machine.position().frame;
        }
    }
}

#[derive(Default)]
struct Latest {
    glimpse: Glimpse,
    fresh: bool,
    notices: Vec<Message>,
}

#[derive(Default)]
struct Slot {
    wanted: AtomicBool,
    latest: Mutex<Latest>,
}

impl Slot {
    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The taking end; the hub forgets a viewer that is dropped.
pub struct Viewer {
    slot: Arc<Slot>,
}

impl Viewer {
    /// Takes the newest glimpse; false when there is none since the last time.
    pub fn take(&self, glimpse: &mut Glimpse) -> bool {
        let mut latest = self.slot.latest();
        let fresh = std::mem::take(&mut latest.fresh);
        if fresh {
            std::mem::swap(&mut latest.glimpse, glimpse);
        }
        self.slot.wanted.store(true, Ordering::Release);
        fresh
    }

    /// Takes the notices queued since the last time, oldest first; they stay in the queue of
    /// `messages`.
    pub fn notices(&self) -> Vec<Message> {
        std::mem::take(&mut self.slot.latest().notices)
    }
}

/// The hub's end of a viewer.
pub(super) struct Watched(Weak<Slot>);

/// A viewer and its end for the hub.
pub(super) fn pair() -> (Viewer, Watched) {
    let slot = Arc::new(Slot::default());
    slot.wanted.store(true, Ordering::Release);
    let watched = Watched(Arc::downgrade(&slot));
    (Viewer { slot }, watched)
}

/// All viewers, as the hub's thread keeps them.
#[derive(Default)]
pub(super) struct Viewers(Vec<Watched>);

impl Viewers {
    /// Another viewer; the next [`Viewers::show`] is for it too.
    pub fn add(&mut self, viewer: Watched) {
        self.0.push(viewer);
    }

    /// Shows the viewers the machine: those who want it, and all while it stands still.
    pub fn show(&mut self, hub: &Hub) {
        self.each(|slot| {
            if slot.wanted.swap(false, Ordering::Acquire) || !hub.is_live() {
                let mut latest = slot.latest();
                latest.glimpse.copy(hub);
                latest.fresh = true;
            }
        });
    }

    /// Tells the viewers a notice.
    pub fn tell(&mut self, message: &Message) {
        self.each(|slot| {
            let mut latest = slot.latest();
            if latest.notices.len() >= MOST_NOTICES {
                latest.notices.remove(0);
            }
            latest.notices.push(message.clone());
        });
    }

    /// Whoever is still there.
    fn each(&mut self, act: impl Fn(&Slot)) {
        self.0.retain(|viewer| {
            let slot = viewer.0.upgrade();
            slot.inspect(|slot| act(slot)).is_some()
        });
    }
}
