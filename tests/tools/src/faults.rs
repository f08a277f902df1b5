//! `cargo tool faults`: injects faults while stores and generated folders are written.
//!
//! Writers are killed or interrupted, run out of space, meet another writer or a read-only disk, or see a clock that
//! was set back. Their files are damaged or replaced by links. The tool counts data that was lost, torn, left over, or
//! damaged without being noticed.

mod clock;
mod disk;
mod random;
mod stores;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use disk::SmallDisk;
use random::FaultRandom;
use rustix::process::{Pid, Signal, kill_process_group};
use stores::{Bench, CONTROL, FaultStore, STORES};

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of faults over all stores, not counting bit flips.
    points: usize,
    /// Number of bit flips over all stores.
    flips: usize,
    seed: u64,
    /// Program to test. By default it is built from this workspace.
    program: Option<PathBuf>,
    /// Store to test. By default all of our stores are tested.
    only: Option<&'static FaultStore>,
    /// Set to test a store without lock and checksum instead of ours.
    control: bool,
}

impl Settings {
    /// Parses command-line arguments.
    pub fn parse(arguments: &[&str]) -> Option<Self> {
        let mut settings = Self { points: 60, flips: 45, seed: 13, program: None, only: None, control: false };
        let mut rest = arguments;
        loop {
            rest = match rest {
                [] => return Some(settings),
                ["--points", count, rest @ ..] => {
                    settings.points = count.parse().ok()?;
                    rest
                }
                ["--flips", count, rest @ ..] => {
                    settings.flips = count.parse().ok()?;
                    rest
                }
                ["--seed", seed, rest @ ..] => {
                    settings.seed = seed.parse().ok()?;
                    rest
                }
                ["--program", file, rest @ ..] => {
                    settings.program = Some(PathBuf::from(file));
                    rest
                }
                ["--store", name, rest @ ..] => {
                    settings.only = Some(STORES.iter().find(|store| store.name == *name)?);
                    rest
                }
                ["--control", rest @ ..] => {
                    settings.control = true;
                    rest
                }
                _ => return None,
            };
        }
    }
}

/// Results of a run.
#[derive(Debug, Default)]
struct FaultCounts {
    tried: usize,
    lost: usize,
    torn: usize,
    left_over: usize,
    flips: usize,
    noticed: usize,
    silent: usize,
    notes: Vec<String>,
    /// Faults that this machine cannot inject.
    missing: BTreeSet<&'static str>,
}

/// Faults that this machine can inject in addition to signals.
struct Injectors<'m> {
    disk: Option<&'m SmallDisk>,
    clock: Option<&'m Path>,
}

/// Injects all faults and prints the results. Fails if any problem was found.
pub fn run(root: &Path, settings: &Settings) -> ExitCode {
    match try_all(root, settings) {
        Err(why) => {
            eprintln!("faults: {why}");
            ExitCode::from(2)
        }
        Ok(toll) => {
            for note in &toll.notes {
                println!("  {note}");
            }
            println!(
                "{} points tried: {} torn, {} lost, {} left over; {} bits flipped: {} noticed, {} silent corruptions",
                toll.tried, toll.torn, toll.lost, toll.left_over, toll.flips, toll.noticed, toll.silent
            );
            for fault in &toll.missing {
                println!("not tried here: {fault}");
            }
            if toll.torn + toll.lost + toll.left_over + toll.silent == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn try_all(root: &Path, settings: &Settings) -> Result<FaultCounts, String> {
    let program = match &settings.program {
        Some(program) => program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?,
        None => built(root)?,
    };
    // A separate folder for each run, because several may run at the same time.
    let scratch = root.join(format!("target/faults-{}", std::process::id()));
    let mut toll = FaultCounts::default();
    let mut dice = FaultRandom::new(settings.seed);
    fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let clock = clock::built(&scratch);
    if clock.is_none() {
        toll.missing.insert("a clock that is set back, which needs a C compiler and Linux");
    }
    let stores = match settings.only {
        Some(store) => std::slice::from_ref(store),
        None if settings.control => CONTROL,
        None => STORES,
    };
    for (index, store) in stores.iter().enumerate() {
        let folder = scratch.join(store.name);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let disk = SmallDisk::mount(&folder);
        if disk.is_none() {
            toll.missing.insert("a full and a read-only disk, which need the right to mount");
        }
        let means = Injectors { disk: disk.as_ref(), clock: clock.as_deref() };
        let bench = Bench { program: program.clone(), folder };
        let share = |all: usize, index: usize, parts: usize| all / parts + usize::from(index < all % parts);
        let before = (toll.tried, toll.flips);
        let share_of_points = share(settings.points, index, stores.len());
        points(store, &bench, &means, share_of_points, &mut dice, &mut toll)?;
        // Bits are flipped only in stores that consist of one file.
        let files = |stores: &[FaultStore]| stores.iter().filter(|store| store.file.is_some()).count();
        let count = match files(stores) {
            0 => 0,
            all => share(settings.flips, files(&stores[..index]), all),
        };
        flips(store, &bench, count, &mut dice, &mut toll)?;
        println!("{:<8} {} points, {} flips", store.name, toll.tried - before.0, toll.flips - before.1);
    }
    let _ = fs::remove_dir_all(&scratch);
    Ok(toll)
}

/// Builds the program with `cargo build`.
pub fn built(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).current_dir(root).args(["build", "--quiet", "--bin", "planwright"]).status();
    match built {
        Ok(status) if status.success() => Ok(root.join("target/debug/planwright")),
        Ok(status) => Err(format!("cargo build: {status}")),
        Err(error) => Err(format!("cargo build: {error}")),
    }
}

/// Writes number after number, each under another fault, and checks each time that all acknowledged numbers are
/// present.
fn points(
    store: &FaultStore,
    bench: &Bench,
    means: &Injectors<'_>,
    count: usize,
    dice: &mut FaultRandom,
    toll: &mut FaultCounts,
) -> Result<(), String> {
    (store.make)(bench)?;
    let mut known = BTreeSet::new();
    // Duration of a writer without a fault.
    let begun = Instant::now();
    if !(store.write)(bench, 0).output().map_err(|error| error.to_string())?.status.success() {
        return Err(format!("{}: it cannot be written at all", store.name));
    }
    let usual = begun.elapsed();
    known.insert(0);
    let allowed = bench.names();
    for number in 1..=count {
        toll.tried += 1;
        let mut writers = vec![number];
        let acknowledged = match (number % 8, means) {
            // With two writers at once, each either completes or is refused.
            (1 | 5, _) => {
                writers.push(number + 1_000_000);
                two_writers(store, bench, &writers)?
            }
            (2, _) => with_size_limit(store, bench, number, dice)?,
            (3, Injectors { disk: Some(disk), .. }) => on_full_disk(store, bench, disk, number, dice)?,
            (6, Injectors { disk: Some(disk), .. }) => on_read_only_disk(store, bench, disk, number)?,
            (7, Injectors { clock: Some(clock), .. }) => {
                let mut writer = (store.write)(bench, number);
                clock::set_back(&mut writer, clock);
                undisturbed(&mut writer, number)?
            }
            // Ctrl-C, which a terminal sends to the whole process group.
            (4, _) => interrupted(store, bench, number, dice.below_duration(usual * 2), Signal::INT)?,
            _ => interrupted(store, bench, number, dice.below_duration(usual * 2), Signal::KILL)?,
        };
        // The next reader recovers the state and must not fail.
        match (store.read)(bench) {
            Err(why) => {
                toll.torn += 1;
                toll.notes.push(format!("{} after point {number}: {why}", store.name));
                return Ok(());
            }
            Ok(found) => {
                known.extend(acknowledged);
                let lost: Vec<_> = known.difference(&found).copied().collect();
                let strange: Vec<_> =
                    found.iter().filter(|one| !known.contains(*one) && !writers.contains(*one)).collect();
                if !lost.is_empty() {
                    toll.lost += lost.len();
                    toll.notes.push(format!("{} after point {number}: lost {lost:?}", store.name));
                }
                if !strange.is_empty() {
                    toll.torn += strange.len();
                    toll.notes.push(format!("{} after point {number}: nobody wrote {strange:?}", store.name));
                }
                known = found;
            }
        }
    }
    let last = (store.write)(bench, count + 1).output().map_err(|error| error.to_string())?;
    if !last.status.success() {
        toll.torn += 1;
        toll.notes.push(format!("{}: nobody could go on: {}", store.name, String::from_utf8_lossy(&last.stderr)));
    }
    let left: Vec<_> = bench.names().difference(&allowed).cloned().collect();
    if !left.is_empty() && !store.grows {
        toll.left_over += left.len();
        toll.notes.push(format!("{}: left over {left:?}", store.name));
    }
    Ok(())
}

/// Starts a writer without output in a separate process group.
fn start(store: &FaultStore, bench: &Bench, number: usize) -> Result<Child, String> {
    let mut command = (store.write)(bench, number);
    command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn().map_err(|error| error.to_string())
}

/// Sends a signal to a writer after some time. Returns its number if the write was acknowledged before.
fn interrupted(
    store: &FaultStore,
    bench: &Bench,
    number: usize,
    after: Duration,
    signal: Signal,
) -> Result<Vec<usize>, String> {
    let mut child = start(store, bench, number)?;
    std::thread::sleep(after);
    let ended = child.try_wait().map_err(|error| error.to_string())?.is_some_and(|status| status.success());
    // The whole group, because a shell starts some of the writers.
    let _ = kill_process_group(Pid::from_child(&child), signal);
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok(if ended || status.success() { vec![number] } else { Vec::new() })
}

/// Runs a writer with a limit on the size of its files.
fn with_size_limit(
    store: &FaultStore,
    bench: &Bench,
    number: usize,
    dice: &mut FaultRandom,
) -> Result<Vec<usize>, String> {
    let writer = (store.write)(bench, number);
    let mut command = Command::new("sh");
    let blocks = 1 + dice.below(80);
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(writer.get_program());
    command.args(writer.get_args());
    if let Some(folder) = writer.get_current_dir() {
        command.current_dir(folder);
    }
    undisturbed(&mut command, number)
}

/// Runs a writer without a fault. Returns its number if it acknowledges the write.
fn undisturbed(writer: &mut Command, number: usize) -> Result<Vec<usize>, String> {
    let output = writer.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    Ok(if output.status.success() { vec![number] } else { Vec::new() })
}

/// Runs a writer on a disk with little or no space.
fn on_full_disk(
    store: &FaultStore,
    bench: &Bench,
    disk: &SmallDisk,
    number: usize,
    dice: &mut FaultRandom,
) -> Result<Vec<usize>, String> {
    let mut writer = (store.write)(bench, number);
    disk.fill(4_096 * dice.below(40) as u64).map_err(|error| format!("filling the disk: {error}"))?;
    let acknowledged = undisturbed(&mut writer, number);
    disk.free().map_err(|error| format!("emptying the disk: {error}"))?;
    acknowledged
}

/// Runs a writer on a read-only disk.
fn on_read_only_disk(store: &FaultStore, bench: &Bench, disk: &SmallDisk, number: usize) -> Result<Vec<usize>, String> {
    let mut writer = (store.write)(bench, number);
    disk.read_only(true)?;
    let acknowledged = undisturbed(&mut writer, number);
    disk.read_only(false)?;
    let acknowledged = acknowledged?;
    if acknowledged.is_empty() {
        Ok(acknowledged)
    } else {
        Err(format!("{}: {number} was written to a read-only disk", store.name))
    }
}

/// Runs two writers at once.
fn two_writers(store: &FaultStore, bench: &Bench, numbers: &[usize]) -> Result<Vec<usize>, String> {
    let mut children = Vec::new();
    for number in numbers {
        children.push((*number, start(store, bench, *number)?));
    }
    let mut done = Vec::new();
    for (number, mut child) in children {
        if child.wait().map_err(|error| error.to_string())?.success() {
            done.push(number);
        }
    }
    Ok(done)
}

/// Flips bits in the file of a store. Reading must return the old content, or fail with a reason.
fn flips(
    store: &FaultStore,
    bench: &Bench,
    count: usize,
    dice: &mut FaultRandom,
    toll: &mut FaultCounts,
) -> Result<(), String> {
    let Some(file) = store.file.map(|file| bench.folder.join(file)) else { return Ok(()) };
    let failed = |error: io::Error| format!("{}: {error}", file.display());
    let before = (store.read)(bench)?;
    let good = fs::read(&file).map_err(failed)?;
    // Most bytes of a database are unused, so only nonzero bytes are flipped.
    let used: Vec<usize> = (0..good.len()).filter(|&at| good[at] != 0).collect();
    for _ in 0..count {
        let mut bytes = good.clone();
        let at = used.get(dice.below(used.len())).copied().unwrap_or_default();
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << dice.below(8);
        }
        fs::write(&file, &bytes).map_err(failed)?;
        toll.flips += 1;
        match (store.read)(bench) {
            Err(_) => toll.noticed += 1,
            Ok(found) if found == before => {}
            Ok(found) => {
                toll.silent += 1;
                toll.notes.push(format!("{}: byte {at} was flipped, and {found:?} was read", store.name));
            }
        }
        // Readers may have set files aside, which do not belong to the store.
        fs::write(&file, &good).map_err(failed)?;
    }
    if (store.read)(bench)? == before { Ok(()) } else { Err(format!("{}: the control differs", store.name)) }
}
