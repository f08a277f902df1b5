//! A small disk in memory, which can be full or read-only. It needs the right to mount.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A disk that is mounted over a folder until this is dropped.
pub(super) struct SmallDisk {
    folder: PathBuf,
}

const SIZE: &str = "size=64m,mode=700";
/// The file that takes what room there is.
const FILLER: &str = "filler";

impl SmallDisk {
    /// Mounts an empty disk over `folder`; `None` where this user or this system cannot.
    pub(super) fn mount(folder: &Path) -> Option<Self> {
        let disk = Self { folder: folder.to_owned() };
        mount(&["-t", "tmpfs", "-o", SIZE, "planwright-faults"], folder).then_some(disk)
    }

    /// Leaves `room` bytes on the disk.
    pub(super) fn fill(&self, room: u64) -> io::Result<()> {
        let file = fs::File::create(self.folder.join(FILLER))?;
        let full = loop {
            if let Err(error) = io::Write::write_all(&mut &file, &[1; 4_096]) {
                break error;
            }
        };
        if full.kind() != io::ErrorKind::StorageFull {
            return Err(full);
        }
        file.set_len(file.metadata()?.len().saturating_sub(room))
    }

    /// Gives the room back.
    pub(super) fn free(&self) -> io::Result<()> {
        fs::remove_file(self.folder.join(FILLER))
    }

    /// Lets nobody write, or all again.
    pub(super) fn read_only(&self, only: bool) -> Result<(), String> {
        let mode = if only { "remount,ro" } else { "remount,rw" };
        if mount(&["-o", mode], &self.folder) {
            Ok(())
        } else {
            Err(format!("{}: {mode} failed", self.folder.display()))
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.folder).stderr(Stdio::null()).status();
    }
}

fn mount(arguments: &[&str], folder: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(arguments).arg(folder).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
