//! Restricts the folders that a process and its descendants may write to. Works on Linux, using Landlock.

use std::io;
use std::path::Path;
use std::process::{Child, Command};

use planwright_sync::TemporaryFolder;

/// Description of what the confinement does not cover, for messages that mention it.
pub const NOT_CONFINED: &str = "reading, the network, signals, file modes and times, and actions of other processes";

/// Allows writes only below some folders, below a private temporary folder, and to devices such as `/dev/null`.
pub struct Confinement {
    #[cfg(all(target_os = "linux", feature = "confine"))]
    folders: Vec<std::os::fd::OwnedFd>,
    #[cfg(all(target_os = "linux", feature = "confine"))]
    devices: Vec<std::os::fd::OwnedFd>,
    /// Temporary folder of the process. It is deleted when the confinement is dropped.
    temporary: TemporaryFolder,
    weakness: Option<String>,
}

impl Confinement {
    /// Creates a confinement to these folders and a temporary one.
    ///
    /// This also succeeds where the system cannot confine processes. [`Confinement::weakness`] then returns the reason.
    pub fn to<'p>(folders: impl IntoIterator<Item = &'p Path>) -> io::Result<Self> {
        let temporary = TemporaryFolder::new()?;
        Self::with(folders, temporary)
    }

    /// Returns the reason why processes are not confined, or `None` if they are.
    pub fn weakness(&self) -> Option<&str> {
        self.weakness.as_deref()
    }
}

#[cfg(all(target_os = "linux", feature = "confine"))]
impl Confinement {
    fn with<'p>(folders: impl IntoIterator<Item = &'p Path>, temporary: TemporaryFolder) -> io::Result<Self> {
        let named = |path: &Path| {
            handle(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        };
        let mut opened = vec![named(temporary.path())?];
        for folder in folders {
            opened.push(named(folder)?);
        }
        let devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];
        let devices = devices.iter().filter_map(|path| handle(Path::new(path)).ok()).collect();
        let mut confinement = Self { folders: opened, devices, temporary, weakness: None };
        // Try it on a separate thread, because a thread cannot leave its confinement.
        confinement.weakness =
            std::thread::scope(|scope| scope.spawn(|| confinement.enter().err().map(|error| error.to_string())).join())
                .unwrap_or_else(|_| Some("the thread that tested it panicked".to_owned()));
        Ok(confinement)
    }

    /// Starts a command inside the confinement. Only the new thread that starts it is confined.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        command.env("TMPDIR", self.temporary.path());
        if self.weakness.is_some() {
            return command.spawn();
        }
        std::thread::scope(|scope| scope.spawn(|| self.enter().and_then(|()| command.spawn())).join())
            .unwrap_or_else(|_| Err(io::Error::other("the thread that starts it panicked")))
    }

    /// Confines the current thread.
    fn enter(&self) -> io::Result<()> {
        use landlock::{
            ABI, AccessFs, CompatLevel, Compatible as _, PathBeneath, Ruleset, RulesetAttr as _,
            RulesetCreatedAttr as _, RulesetError, RulesetStatus,
        };
        // ABI version 3 of Landlock is the first that covers all ways to change the content of a file.
        let needed = AccessFs::from_write(ABI::V3);
        let further = AccessFs::from_write(ABI::V5);
        let on_files = AccessFs::WriteFile | AccessFs::Truncate;
        let restrict = || -> Result<RulesetStatus, RulesetError> {
            let mut rules = Ruleset::default()
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(needed)?
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(further)?
                .create()?;
            for folder in &self.folders {
                rules = rules.add_rule(PathBeneath::new(folder, further))?;
            }
            for device in &self.devices {
                rules = rules.add_rule(PathBeneath::new(device, on_files))?;
            }
            Ok(rules.restrict_self()?.ruleset)
        };
        match restrict() {
            Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => Ok(()),
            Ok(RulesetStatus::NotEnforced) => Err(io::Error::other("Landlock is disabled")),
            Err(error) => Err(io::Error::other(format!("Landlock: {error}"))),
        }
    }
}

/// Opens a handle for a rule.
#[cfg(all(target_os = "linux", feature = "confine"))]
fn handle(path: &Path) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    Ok(openat(CWD, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?)
}

#[cfg(not(all(target_os = "linux", feature = "confine")))]
impl Confinement {
    #[allow(clippy::unnecessary_wraps, reason = "where processes are confined, that can fail")]
    fn with<'p>(_: impl IntoIterator<Item = &'p Path>, temporary: TemporaryFolder) -> io::Result<Self> {
        Ok(Self { temporary, weakness: Some("this system has no Landlock".to_owned()) })
    }

    /// Starts a command that uses the temporary folder.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        command.env("TMPDIR", self.temporary.path()).spawn()
    }
}
