//! A disk for tests: in memory, with limited room, and with power that fails at a given write.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use super::Media;

/// What the disk does, shared by those who look at it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Rc<RefCell<State>>);

#[derive(Clone, Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// How much of it was flushed.
    kept: usize,
    room: Option<usize>,
    /// How many bytes or calls are left until the power fails.
    power: Option<usize>,
}

impl Disk {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let state = State { bytes: bytes.to_vec(), kept: bytes.len(), ..State::default() };
        Self(Rc::new(RefCell::new(state)))
    }

    /// No more than this many bytes go on it.
    pub(crate) fn limit(&self, room: usize) {
        self.0.borrow_mut().room = Some(room);
    }

    /// The power fails after so many bytes and calls.
    pub(crate) fn fail_after(&self, units: usize) {
        self.0.borrow_mut().power = Some(units);
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.borrow().bytes.clone()
    }

    /// What a power failure may leave: all that was flushed, and `more` bytes of what was written since.
    pub(crate) fn after_failure(&self, more: usize) -> Vec<u8> {
        let state = self.0.borrow();
        let end = state.kept.saturating_add(more).min(state.bytes.len());
        state.bytes[..end].to_vec()
    }
}

impl State {
    fn spend(&mut self, units: usize) -> io::Result<usize> {
        let Some(left) = &mut self.power else { return Ok(units) };
        let spent = units.min(*left);
        *left -= spent;
        if spent == 0 && units > 0 { Err(io::Error::other("no power")) } else { Ok(spent) }
    }
}

impl Media for Disk {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        Ok(self.bytes())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        let room = state.room.map_or(usize::MAX, |room| room.saturating_sub(state.bytes.len()));
        let fits = bytes.len().min(room);
        let written = state.spend(fits)?;
        state.bytes.extend(&bytes[..written]);
        match (written < fits, fits < bytes.len()) {
            (true, _) => Err(io::Error::other("no power")),
            (_, true) => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.spend(1)?;
        state.kept = state.bytes.len();
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.spend(1)?;
        state.bytes.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        state.kept = state.kept.min(state.bytes.len());
        Ok(())
    }
}
