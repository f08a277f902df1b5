//! Logs on disks that lose power at every point, run full, or were damaged.

use std::io::{Write as _, stderr};

use serde_json::{Value, json};

use super::spoiled::Disk;
use super::{Log, LogError};

const KIND: &str = "test log";

fn record(number: usize) -> Value {
    json!({ "number": number, "text": "یک\n".repeat(number) })
}

fn read(bytes: &[u8]) -> Result<Vec<Value>, LogError> {
    Log::open(Disk::of(bytes), KIND).map(|(_, records)| records)
}

/// Appends records until the disk refuses; how many were acknowledged.
fn fill(disk: &Disk, up_to: usize) -> usize {
    let Ok((mut log, found)) = Log::open::<Value>(disk.clone(), KIND) else { return 0 };
    let mut count = found.len();
    while count < up_to && log.append(&record(count)).is_ok() {
        count += 1;
    }
    count
}

fn filled(count: usize) -> Vec<u8> {
    let disk = Disk::default();
    assert_eq!(fill(&disk, count), count);
    disk.bytes()
}

fn expected(count: usize) -> Vec<Value> {
    (0..count).map(record).collect()
}

#[test]
fn records_are_found_again() {
    let bytes = filled(4);
    assert_eq!(read(&bytes).unwrap(), expected(4));
    assert_eq!(filled(4), bytes, "the same records give the same bytes");
    assert_eq!(read(b"").unwrap(), expected(0));
}

/// How many states after a power failure were looked at, and how many had lost an acknowledged record or invented one.
fn failures(left_over: impl Fn(&Disk, usize) -> Vec<u8>) -> (usize, usize) {
    let (mut tried, mut losses) = (0, 0);
    for units in 0..filled(4).len() + 40 {
        let disk = Disk::default();
        disk.fail_after(units);
        let acknowledged = fill(&disk, 4);
        for more in 0..=disk.bytes().len() {
            let left = left_over(&disk, more);
            tried += 1;
            let whole = read(&left).is_ok_and(|found| found.len() >= acknowledged && found == expected(found.len()));
            // And it can be written again.
            let after = Disk::of(&left);
            if !whole || fill(&after, 5) != 5 || read(&after.bytes()).ok() != Some(expected(5)) {
                losses += 1;
            }
            if left.len() == disk.bytes().len() {
                break;
            }
        }
    }
    (tried, losses)
}

#[test]
fn no_power_failure_loses_a_record() {
    let (tried, losses) = failures(Disk::after_failure);
    // Straight to standard error: shown for a test that passes, too.
    writeln!(stderr(), "power failures: {tried} points tried, {losses} losses").unwrap();
    assert!(tried > 300);
    assert_eq!(losses, 0);
}

/// The control: a disk that forgets the last byte that it flushed.
#[test]
fn a_disk_that_forgets_is_found() {
    let forgets = |disk: &Disk, more| {
        let mut left = disk.after_failure(more);
        left.pop();
        left
    };
    let (tried, losses) = failures(forgets);
    assert!(losses > 0, "{tried} points");
}

#[test]
fn a_full_disk_changes_nothing() {
    let whole = filled(4).len();
    for room in 0..whole {
        let disk = Disk::default();
        disk.limit(room);
        let count = fill(&disk, 4);
        assert!(count < 4);
        assert_eq!(read(&disk.bytes()).unwrap(), expected(count), "{room}");
        disk.limit(usize::MAX);
        assert_eq!(fill(&disk, 4), 4);
        assert_eq!(read(&disk.bytes()).unwrap(), expected(4));
    }
}

#[test]
fn every_damaged_byte_is_found() {
    let bytes = filled(4);
    for index in 0..bytes.len() {
        for change in [1, 0x20, 0x80, bytes[index]] {
            let mut damaged = bytes.clone();
            damaged[index] ^= change;
            assert!(matches!(read(&damaged), Err(LogError::Corrupt(_))), "byte {index} changed by {change}");
        }
    }
}

#[test]
fn lines_cannot_be_moved() {
    let text = String::from_utf8(filled(4)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    for swapped in [[0, 2, 1, 3], [0, 1, 3, 3], [0, 1, 1, 2], [1, 2, 3, 4]] {
        let moved = joined(&swapped.map(|index| lines[index]));
        assert!(matches!(read(moved.as_bytes()), Err(LogError::Corrupt(_))), "{swapped:?}");
    }
    assert_eq!(read(joined(&lines[..3]).as_bytes()).unwrap(), expected(2));
}

#[test]
fn what_is_no_log_is_left_alone() {
    let newer = super::line(0, "{\"log\":\"test log\",\"format\":2}") + "\n";
    assert!(matches!(read(newer.as_bytes()), Err(LogError::Newer(2))));
    let other = super::line(0, "{\"log\":\"other\",\"format\":1}") + "\n";
    let nothing = super::line(0, "[1e999]") + "\n";
    let too_deep = super::line(0, &"[".repeat(100_000)) + "\n";
    for foreign in ["hello", "hello\n", "\n", "\0\0\0\0", "{}\n", &other, &nothing, &too_deep] {
        let disk = Disk::of(foreign.as_bytes());
        assert!(matches!(Log::open::<Value>(disk.clone(), KIND), Err(LogError::Corrupt(_))), "{foreign:.20}");
        assert_eq!(disk.bytes(), foreign.as_bytes());
    }
}
