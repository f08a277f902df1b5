//! Small in-memory disk that can be full or read-only. Mounting it requires privileges.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Disk that is mounted over a folder until it is dropped.
pub(super) struct SmallDisk {
    folder: PathBuf,
}

const SIZE: &str = "size=64m,mode=700";
/// File that occupies the remaining space.
const FILLER: &str = "filler";

impl SmallDisk {
    /// Mounts an empty disk over `folder`. Returns `None` if this user or system cannot do so.
    pub(super) fn mount(folder: &Path) -> Option<Self> {
        let disk = Self { folder: folder.to_owned() };
        mount(&["-t", "tmpfs", "-o", SIZE, "planwright-faults"], folder).then_some(disk)
    }

    /// Leaves `room` bytes free on the disk.
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

    /// Frees the space again.
    pub(super) fn free(&self) -> io::Result<()> {
        fs::remove_file(self.folder.join(FILLER))
    }

    /// Makes the disk read-only or writable.
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
