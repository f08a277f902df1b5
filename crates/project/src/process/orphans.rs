//! Finds processes that left the process group of a job (`setsid`).
//!
//! On Linux such a process becomes a child of this process when its parent ends, because this process is a subreaper.
//! It is killed together with the job.

#[cfg(target_os = "linux")]
pub(super) use linux::Orphans;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    /// Maximum number of rounds. Each round kills one generation of processes.
    const ROUNDS: usize = 1000;

    /// Number of running jobs. With more than one, the owner of an orphan is unknown, so no orphans are killed.
    static JOBS: AtomicUsize = AtomicUsize::new(0);

    /// The processes that became children of this one since this value was created.
    pub(in super::super) struct Orphans {
        before: BTreeSet<i32>,
        is_only_job: bool,
    }

    impl Orphans {
        /// Starts to adopt orphans.
        pub(in super::super) fn adopt() -> Self {
            let is_only_job = JOBS.fetch_add(1, Ordering::SeqCst) == 0 && set_child_subreaper(Some(getpid())).is_ok();
            Self { before: children(), is_only_job }
        }

        /// Kills all adopted processes except `known`. Killing a process makes its children orphans in turn, hence the
        /// loop.
        pub(in super::super) fn kill(&self, known: [i32; 2]) {
            for _ in 0..if self.is_only_job { ROUNDS } else { 0 } {
                let mut found = children();
                found.retain(|id| !self.before.contains(id) && !known.contains(id));
                if found.is_empty() {
                    return;
                }
                for id in found.into_iter().filter_map(Pid::from_raw) {
                    let _ = kill_process(id, Signal::KILL);
                    let _ = waitpid(Some(id), WaitOptions::empty());
                }
            }
        }
    }

    impl Drop for Orphans {
        fn drop(&mut self) {
            JOBS.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Returns the child processes of this process, including those that ended and were not waited for.
    fn children() -> BTreeSet<i32> {
        let ours = getpid().as_raw_nonzero().get();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|id| parent(*id) == Some(ours)).collect()
    }

    /// Returns the parent of a process. It is the second field after the name, which is in parentheses and may contain
    /// any character.
    fn parent(id: i32) -> Option<i32> {
        let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

/// On other systems a process that leaves its group is not found.
#[cfg(not(target_os = "linux"))]
pub(super) use NoOrphans as Orphans;

/// Does nothing on systems without subreapers.
#[cfg(not(target_os = "linux"))]
pub(super) struct NoOrphans;

#[cfg(not(target_os = "linux"))]
impl NoOrphans {
    pub(super) fn adopt() -> Self {
        Self
    }

    #[allow(clippy::unused_self, reason = "on Linux it is used")]
    pub(super) fn kill(&self, _: [i32; 2]) {}
}
