//! Sets the clock back for one process, with a preloaded library that subtracts some time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCE: &str = r"
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME) now->tv_sec -= 400L * 24 * 60 * 60;
    return failed;
}
";

/// Builds the library in `folder`. Returns `None` without a C compiler, or if the library has no effect.
pub(super) fn built(folder: &Path) -> Option<PathBuf> {
    let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
    fs::write(&source, SOURCE).ok()?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).stderr(Stdio::null());
    let built = compiler.status().is_ok_and(|status| status.success());
    (built && has_effect(&library)).then_some(library)
}

/// Makes `command` see the clock that was set back.
pub(super) fn set_back(command: &mut Command, library: &Path) {
    command.env("LD_PRELOAD", library);
}

/// Checks that a process with the library sees an earlier year.
fn has_effect(library: &Path) -> bool {
    let year = |command: &mut Command| {
        let output = command.arg("+%s").output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse::<u64>().ok()
    };
    let mut back = Command::new("date");
    set_back(&mut back, library);
    matches!((year(&mut Command::new("date")), year(&mut back)), (Some(now), Some(then)) if then + 300 * 86_400 < now)
}
