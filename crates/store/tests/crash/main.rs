//! Kills a controller at random points and checks the store: every effect has an entry, no effect is repeated, no entry
//! claims an effect that did not happen, and the chain is unbroken.
//!
//! The controller runs in a separate process of this program. Half of the points are steps of its ports, at which it
//! aborts itself, between entry, effect and end. The other half are SIGKILLs at some moment inside a step, so that they
//! interrupt writes. A seed determines the points. A control ends the test: a log that is written after the effect must
//! be detected.

mod child;
mod points;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_agent::controller::{EntryOutcome, Stored};
use planwright_store::{AgentStore, Filter};

use points::{Point, Random, Run, steps};

/// Number of points that are tried with the correct controller.
const POINTS: usize = 200;
/// Number of points that are tried with the control.
const CONTROLS: usize = 40;
/// Number of threads, which share the points evenly.
const THREADS: usize = 5;
const SEED: u64 = 0x5eed_0004;

/// Violations that were found at one point.
#[derive(Default)]
struct Losses {
    without_entry: usize,
    twice: usize,
    claimed: usize,
    other: Vec<String>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder, log, abort_at] = arguments.as_slice()
        && word == "child"
    {
        return child::run(Path::new(folder), log == "late", abort_at.parse().unwrap());
    }
    if arguments.iter().any(|argument| argument == "--list") {
        return;
    }
    let (killed, losses) = attack("early", POINTS);
    println!(
        "crash: {POINTS} points tried with seed {SEED:#x}, {killed} inside of a step by SIGKILL: {} losses, {} repetitions, \
         {} false claims",
        losses.without_entry, losses.twice, losses.claimed
    );
    assert_eq!((losses.without_entry, losses.twice, losses.claimed), (0, 0, 0));
    assert_eq!(losses.other, Vec::<String>::new());
    assert!(killed >= POINTS / 3, "only {killed} kills");
    let (_, control) = attack("late", CONTROLS);
    println!("crash: control, entries after effects: {CONTROLS} points tried, {} losses", control.without_entry);
    assert!(control.without_entry > 0, "a log that comes too late was not caught");
}

/// Tries points on several threads, because a controller mostly waits for its disk. Returns the number of SIGKILLs and
/// the violations.
fn attack(log: &str, wanted: usize) -> (usize, Losses) {
    let total = steps(&fresh().1, log);
    assert!(total > 40, "a run has only {total} steps");
    let (mut all, mut killed) = (Losses::default(), 0);
    std::thread::scope(|scope| {
        let start = |seed| scope.spawn(move || some(log, wanted / THREADS, total, Random(SEED + seed)));
        let threads: Vec<_> = (0..THREADS as u64).map(start).collect();
        for thread in threads {
            let (kills, losses) = thread.join().unwrap();
            killed += kills;
            all.without_entry += losses.without_entry;
            all.twice += losses.twice;
            all.claimed += losses.claimed;
            all.other.extend(losses.other);
        }
    });
    (killed, all)
}

/// Tries points until the wanted number have ended a controller early.
fn some(log: &str, wanted: usize, total: u64, mut random: Random) -> (usize, Losses) {
    let mut losses = Losses::default();
    let (mut tried, mut killed) = (0, 0);
    for number in 0..4 * wanted {
        if tried == wanted {
            break;
        }
        let (_guard, folder) = fresh();
        let step = 1 + random.below(total);
        let point = if number % 2 == 0 { Point::Abort(step) } else { Point::Kill(step, random.below(3000)) };
        // A kill after the controller has ended does not count.
        if Run::start(&folder, log, &point).ended_early(&point) {
            tried += 1;
            killed += usize::from(matches!(point, Point::Kill(..)));
            inspect(&folder, log, &point, &mut losses);
        }
    }
    assert_eq!(tried, wanted, "too few points came in time");
    (killed, losses)
}

/// Returns a store with a campaign, in a new folder.
fn fresh() -> (tempfile::TempDir, PathBuf) {
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().join("store");
    let stored: Stored = serde_json::from_str(child::CAMPAIGN).unwrap();
    AgentStore::create(&folder, &stored).unwrap();
    (guard, folder)
}

/// Checks a store after a crash, lets another controller continue, and checks it again.
fn inspect(folder: &Path, log: &str, point: &Point, losses: &mut Losses) {
    let before = compare_effects(folder, log, point, losses);
    if log == "late" {
        return;
    }
    assert!(Run::start(folder, log, &Point::None).succeeded(), "after {point:?} nobody could go on");
    let after = compare_effects(folder, log, point, losses);
    let store = AgentStore::open_read_only(folder).unwrap();
    let open = store.entries(&Filter { outcome: Some(None), ..Filter::default() }).unwrap();
    if !open.is_empty() || after < before {
        losses.other.push(format!("after {point:?}: {} entries are open", open.len()));
    }
}

/// Compares effects and entries, and returns the number of effects.
fn compare_effects(folder: &Path, log: &str, point: &Point, losses: &mut Losses) -> usize {
    let store = AgentStore::open_read_only(folder).unwrap();
    if let Err(error) = store.verify(None) {
        losses.other.push(format!("after {point:?}: {error}"));
    }
    let entries = store.entries(&Filter::default()).unwrap();
    let text = fs::read_to_string(child::effects(folder)).unwrap_or_default();
    let mut done: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines() {
        let (id, key) = line.split_once(' ').unwrap();
        *done.entry(key).or_default() += 1;
        let is_its = |entry: &&planwright_agent::controller::Entry| {
            entry.intent.payload["url"] == key && (log == "late" || entry.id.to_string() == id)
        };
        losses.without_entry += usize::from(!entries.iter().any(|entry| is_its(&entry)));
    }
    losses.twice += done.values().filter(|&&times| times > 1).count();
    let claims =
        entries.iter().filter(|entry| entry.end.as_ref().is_some_and(|end| end.outcome == EntryOutcome::Succeeded));
    let tools = claims.filter_map(|entry| entry.intent.payload.get("url")?.as_str());
    losses.claimed += tools.filter(|key| !done.contains_key(key)).count();
    text.lines().count()
}
