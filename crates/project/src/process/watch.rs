//! Creates process groups that end together with this program.
//!
//! A second process, the watcher, leads the group and only reads its standard input. That is a pipe from this process,
//! so it ends when this process ends, even if it is killed. The watcher then kills its group. While the watcher runs,
//! the system cannot reuse the id of the group.
//!
//! If the `main` function of this program calls [`run_watcher_if_requested`] first, the watcher is the same program. Any other
//! program would start its normal work again, so there the watcher is `sh`.

#[cfg(not(unix))]
use std::process::Command;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
pub(super) use unix::{Group, wait_if_killed};

#[cfg(unix)]
pub use unix::kill_all;

/// Argument that makes this program act as the watcher.
const ARGUMENT: &str = "--kill-process-group-at-end-of-input";

/// `true` if this program can act as the watcher.
static IS_WATCHER: AtomicBool = AtomicBool::new(false);

/// Acts as the watcher if this process was started as one: waits until standard input ends, then kills the group.
///
/// Returns the exit code of the watcher, and `None` in every other process. A program that calls this first in `main`
/// needs no shell to start other programs.
pub fn run_watcher_if_requested() -> Option<ExitCode> {
    IS_WATCHER.store(true, Ordering::Relaxed);
    std::env::args_os().nth(1).filter(|argument| argument == ARGUMENT)?;
    let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    Some(ExitCode::SUCCESS)
}

/// Returns the command that starts a watcher.
#[cfg(unix)]
fn watcher() -> std::io::Result<std::process::Command> {
    if !IS_WATCHER.load(Ordering::Relaxed) {
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", "cat >/dev/null; kill -KILL 0"]);
        return Ok(shell);
    }
    // On Linux this path is the running program, even if its file was replaced.
    let program = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe()? };
    let mut command = std::process::Command::new(program);
    command.arg(ARGUMENT);
    Ok(command)
}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Ids of the process groups that exist.
    static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills every process group. The program must end after this call.
    ///
    /// The lock is never released. A thread that starts a process, or that waits for a killed one, blocks forever, so
    /// that nothing records a killed process as one that failed.
    pub fn kill_all() {
        let groups = groups();
        groups.iter().copied().for_each(kill);
        std::mem::forget(groups);
    }

    /// Blocks forever if [`kill_all`] was called.
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
        /// Creates a group that contains only the watcher.
        pub(in super::super) fn new() -> io::Result<Self> {
            let mut command = super::watcher()?;
            command.current_dir("/").process_group(0);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut groups = groups();
            let group = command.spawn().map(Self)?;
            groups.insert(group.id());
            Ok(group)
        }

        /// Makes a command start in this group.
        pub(in super::super) fn join(&self, command: &mut Command) {
            command.process_group(self.id());
        }

        /// Kills all processes of the group.
        pub(in super::super) fn kill(&mut self) {
            let _groups = groups();
            kill(self.id());
        }

        /// Returns the id of the group, which is the process id of the watcher.
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

/// Does nothing on systems without process groups.
#[cfg(not(unix))]
pub(super) fn wait_if_killed() {}

/// Does nothing on systems without process groups. There only the process itself is killed, at its deadline.
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

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Command, Stdio};

    use super::unix::Group;

    /// The test program does not call `run_watcher_if_requested`, so the watcher is `sh`.
    #[test]
    fn a_group_ends_without_this_program_as_its_watcher() {
        let mut group = Group::new().expect("sh");
        let mut sleep = Command::new("sleep");
        sleep.arg("600").stdin(Stdio::null());
        group.join(&mut sleep);
        let mut sleep = sleep.spawn().expect("sleep");
        assert!(sleep.try_wait().expect("its state").is_none());
        group.kill();
        assert!(!sleep.wait().expect("its end").success());
    }

    #[test]
    fn a_dropped_group_ends() {
        let group = Group::new().expect("sh");
        let mut sleep = Command::new("sleep");
        sleep.arg("600").stdin(Stdio::null());
        group.join(&mut sleep);
        let mut sleep = sleep.spawn().expect("sleep");
        drop(group);
        assert!(!sleep.wait().expect("its end").success());
    }
}
