//! The process group of a process, which ends with Planwright.
//!
//! The group belongs to a second process of this program, which does nothing but read its standard input. That is a pipe from
//! us, so it ends when we do, even if we are killed; then the process kills its group. While it is there the id of the group
//! cannot become that of another one.

#[cfg(not(unix))]
use std::process::Command;
use std::process::ExitCode;

#[cfg(unix)]
pub(super) use unix::{Group, wait_if_killed};

#[cfg(unix)]
pub(crate) use unix::kill_all;

/// The argument that makes this program the one that watches.
const ARGUMENT: &str = "--kill-process-group-at-end-of-input";

/// Watches, if this process was started to do that.
pub(crate) fn watch_if_asked() -> Option<ExitCode> {
    std::env::args_os().nth(1).filter(|argument| argument == ARGUMENT)?;
    let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    Some(ExitCode::SUCCESS)
}

/// This program, also after its file was replaced.
#[cfg(unix)]
fn executable() -> std::io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// The numbers of the groups that exist.
    static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills every group. The process has to end after this: a thread that starts a program, or that one of these programs
    /// ended for, waits forever, so that nothing records a program that was killed as one that failed.
    pub(crate) fn kill_all() {
        let groups = groups();
        groups.iter().copied().for_each(kill);
        std::mem::forget(groups);
    }

    /// Waits forever if [`kill_all`] has begun.
    pub(in super::super) fn wait_if_killed() {
        drop(groups());
    }

    fn kill(group: i32) {
        if let Some(id) = Pid::from_raw(group) {
            let _ = kill_process_group(id, Signal::KILL);
        }
    }

    /// A process group.
    pub(in super::super) struct Group(Child);

    impl Group {
        /// A group with nothing in it but the process that watches.
        pub(in super::super) fn new() -> io::Result<Self> {
            let mut command = Command::new(super::executable()?);
            command.arg(super::ARGUMENT).current_dir("/").process_group(0);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut groups = groups();
            let group = command.spawn().map(Self)?;
            groups.insert(group.id());
            Ok(group)
        }

        /// Makes a command start in the group.
        pub(in super::super) fn join(&self, command: &mut Command) {
            command.process_group(self.id());
        }

        /// Kills all that is in it.
        pub(in super::super) fn kill(&mut self) {
            let _groups = groups();
            kill(self.id());
        }

        /// Its number, which is that of the process that watches.
        pub(in super::super) fn id(&self) -> i32 {
            self.0.id().cast_signed()
        }
    }

    impl Drop for Group {
        fn drop(&mut self) {
            let mut groups = groups();
            kill(self.id());
            groups.remove(&self.id());
            let _ = self.0.wait();
        }
    }
}

/// There are no groups to wait for.
#[cfg(not(unix))]
pub(super) fn wait_if_killed() {}

/// No groups: only the process itself is killed, and only when its time is over.
#[cfg(not(unix))]
pub(super) struct Group;

#[cfg(not(unix))]
impl Group {
    #[allow(clippy::unnecessary_wraps, reason = "where there are groups, that can fail")]
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    #[allow(clippy::unused_self, reason = "where there are groups, it is used")]
    pub(super) fn join(&self, _: &mut Command) {}

    #[allow(clippy::unused_self, reason = "where there are groups, it is used")]
    pub(super) fn kill(&mut self) {}

    #[allow(clippy::unused_self, reason = "where there are groups, it is used")]
    pub(super) fn id(&self) -> i32 {
        0
    }
}
