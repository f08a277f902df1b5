//! Handles Ctrl-C and termination signals: kills child processes, then removes unfinished files.

/// Starts to handle signals. A signal that the parent process told this one to ignore stays ignored.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // Without a thread for signals, they end the process as usual.
    let Ok(mut signals) = Signals::new(heard) else { return };
    let listens = move || {
        let Some(signal) = signals.forever().next() else { return };
        // Kill child processes first: one that still runs could write into a folder while it is being removed.
        planwright_project::process::kill_all();
        planwright_sync::abandon();
        // Exit with the signal itself, so that a shell reports 130 for Ctrl-C and stops its loop.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(listens);
}

/// Returns the ignored signals as bits, signal 1 being the lowest. Only Linux provides them in a file. On other systems
/// only `nohup` matters.
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

/// Does nothing: on other systems the operating system ends the process.
#[cfg(not(unix))]
pub(crate) fn listen() {}
