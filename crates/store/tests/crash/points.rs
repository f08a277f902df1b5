//! Points at which a controller is stopped.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A way to stop a controller.
#[derive(Debug)]
pub(crate) enum Point {
    /// It is not stopped.
    None,
    /// It aborts itself at this step.
    Abort(u64),
    /// It is killed at this step, after so many microseconds.
    Kill(u64, u64),
}

/// The generator `SplitMix64`, which yields the same points in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// A controller in a separate process. It writes one byte per step.
pub(crate) struct Run {
    child: Child,
    steps: ChildStdout,
}

impl Run {
    pub(crate) fn start(folder: &Path, log: &str, point: &Point) -> Self {
        let abort_at = if let Point::Abort(step) = point { *step } else { 0 };
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("child").arg(folder).args([log, &abort_at.to_string()]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let steps = child.stdout.take().unwrap();
        Self { child, steps }
    }

    /// Stops it at the point, and returns whether it ended early.
    pub(crate) fn ended_early(mut self, point: &Point) -> bool {
        if let Point::Kill(step, microseconds) = point {
            let mut bytes = vec![0; usize::try_from(*step).unwrap()];
            self.steps.read_exact(&mut bytes).unwrap();
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_micros(*microseconds) {
                std::hint::spin_loop();
            }
            self.child.kill().unwrap();
        }
        !self.succeeded()
    }

    /// Waits for the end, and returns whether it succeeded.
    pub(crate) fn succeeded(mut self) -> bool {
        let mut rest = Vec::new();
        self.steps.read_to_end(&mut rest).unwrap();
        self.child.wait().unwrap().success()
    }
}

/// Returns the number of steps of an uninterrupted run.
pub(crate) fn steps(folder: &Path, log: &str) -> u64 {
    let mut run = Run::start(folder, log, &Point::None);
    let mut bytes = Vec::new();
    run.steps.read_to_end(&mut bytes).unwrap();
    assert!(run.child.wait().unwrap().success());
    bytes.len() as u64
}
