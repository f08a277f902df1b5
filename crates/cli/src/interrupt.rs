//! Handles Ctrl-C and requests to end: stops other programs, then removes what was begun and not finished.

/// Begins to listen. A signal that the caller of this process has it ignore is ignored still.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // Without a thread that listens the signals end the process as they end any.
    let Ok(mut signals) = Signals::new(heard) else { return };
    let listens = move || {
        let Some(signal) = signals.forever().next() else { return };
        // Other programs first: one that still runs could write into a folder while it is being removed.
        planwright_project::process::kill_all();
        planwright_sync::abandon();
        // The end of the process tells its caller which signal it was: a shell reports 130 for Ctrl-C, and stops its own loop.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(listens);
}

/// The signals that this process ignores, the first as the lowest bit. Only Linux says so in a file; nohup is all that matters elsewhere.
#[cfg(unix)]
fn ignored() -> u64 {
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    } else {
        1 << (signal_hook::consts::SIGHUP - 1)
    }
}

/// Elsewhere the system ends the process.
#[cfg(not(unix))]
pub(crate) fn listen() {}
