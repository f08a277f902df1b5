//! An append-only file of records that survives a kill at any moment: what was acknowledged is there, the rest is not.
//!
//! A record is a line: the checksum of the line and of all lines before it, a space, JSON. It is written and flushed without
//! its line end first; the line end, one byte, is written and flushed last. So a line that ends was whole on the disk, and if
//! its checksum is wrong the file was damaged since; a line that does not end was never acknowledged, and is dropped.

mod file;
#[cfg(test)]
pub(crate) mod spoiled;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub(crate) use file::{LogFile, keep};

/// The format of the files that are written here.
const FORMAT: u64 = 1;

/// Where the bytes of a log are.
pub(crate) trait Media {
    /// All bytes.
    fn read(&mut self) -> io::Result<Vec<u8>>;
    /// Writes at the end.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Returns when all that was written will survive.
    fn flush(&mut self) -> io::Result<()>;
    /// Cuts the end off.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

/// An open log.
#[derive(Debug)]
pub(crate) struct Log<M> {
    media: M,
    /// Where the last whole line ends.
    length: u64,
    checksum: u32,
    /// Set when a line may have been left behind that does not end.
    torn: bool,
}

/// Why a log could not be read or written.
#[derive(Debug)]
pub(crate) enum LogError {
    /// Somebody else has it open.
    Locked,
    /// The file is no log of this kind, or damaged.
    Corrupt(String),
    /// It has a newer format.
    Newer(u64),
    /// The disk refused.
    Io(io::Error),
}

impl fmt::Display for LogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => out.write_str("another process has it open"),
            Self::Corrupt(why) => out.write_str(why),
            Self::Newer(format) => write!(out, "it has the newer format {format}"),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl From<io::Error> for LogError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<M: Media> Log<M> {
    /// Opens the log of this kind, and begins it where there is none; the records that it holds.
    pub(crate) fn open<T: DeserializeOwned>(mut media: M, kind: &str) -> Result<(Self, Vec<T>), LogError> {
        let bytes = media.read()?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && !first_line(kind)?.as_bytes().starts_with(&bytes) {
            return Err(LogError::Corrupt("the file was not written by planwright".to_owned()));
        }
        let mut log = Self { media, length: whole as u64, checksum: 0, torn: whole < bytes.len() };
        let lines = log.verify(&bytes[..whole])?;
        log.judge_rest(&bytes[whole..])?;
        let Some((header, records)) = lines.split_first() else {
            log.write_line(first_line(kind)?.as_bytes())?;
            return Ok((log, Vec::new()));
        };
        judge_header(header, kind)?;
        let read = |(index, text): (usize, &&str)| {
            serde_json::from_str(text).map_err(|error| LogError::Corrupt(format!("line {}: {error}", index + 2)))
        };
        let records = records.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok((log, records))
    }

    /// Appends a record. When this returns well the record survives; else the log holds what it held before.
    pub(crate) fn append(&mut self, record: &impl Serialize) -> Result<(), LogError> {
        let text = serde_json::to_string(record).map_err(io::Error::other)?;
        let line = line(self.checksum, &text);
        self.write_line(line.as_bytes())
    }

    fn write_line(&mut self, line: &[u8]) -> Result<(), LogError> {
        if self.torn {
            self.media.truncate(self.length)?;
            self.media.flush()?;
        }
        self.torn = true;
        let written = self.media.append(line).and_then(|()| self.media.flush());
        let ended = written.and_then(|()| self.media.append(b"\n")).and_then(|()| self.media.flush());
        if let Err(error) = ended {
            // A line end that may have reached the disk must not be found there.
            self.torn = self.media.truncate(self.length).and_then(|()| self.media.flush()).is_err();
            return Err(error.into());
        }
        self.torn = false;
        self.length += line.len() as u64 + 1;
        self.checksum = checksum_of(line);
        Ok(())
    }

    /// A line that never ended is dropped; one whose end is another byte did end, and was damaged.
    fn judge_rest(&self, rest: &[u8]) -> Result<(), LogError> {
        let cut = rest.split_last().and_then(|(_, cut)| std::str::from_utf8(cut).ok());
        let whole = cut.and_then(|cut| cut.get(9..).filter(|text| line(self.checksum, text) == cut));
        whole.map_or(Ok(()), |_| Err(LogError::Corrupt("the end of the last line is damaged".to_owned())))
    }

    /// The JSON of each line, after all checksums were found right.
    fn verify<'b>(&mut self, bytes: &'b [u8]) -> Result<Vec<&'b str>, LogError> {
        let mut texts = Vec::new();
        for (index, bytes) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let found = std::str::from_utf8(bytes).ok().map(|line| line.trim_end_matches('\n'));
            let text = found.and_then(|found| found.get(9..).filter(|text| line(self.checksum, text) == found));
            let damaged = || LogError::Corrupt(format!("line {} is damaged: its checksum is wrong", index + 1));
            let text = text.ok_or_else(damaged)?;
            self.checksum = checksum(self.checksum, text);
            texts.push(text);
        }
        Ok(texts)
    }
}

fn judge_header(header: &str, kind: &str) -> Result<(), LogError> {
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    let format = header["format"].as_u64();
    match format {
        _ if header["log"] != kind => Err(LogError::Corrupt(format!("the file is no {kind}"))),
        Some(FORMAT) => Ok(()),
        Some(newer) if newer > FORMAT => Err(LogError::Newer(newer)),
        _ => Err(LogError::Corrupt("the file does not say its format".to_owned())),
    }
}

fn first_line(kind: &str) -> Result<String, LogError> {
    let header = serde_json::to_string(&json!({"log": kind, "format": FORMAT})).map_err(io::Error::other)?;
    Ok(line(0, &header))
}

fn line(before: u32, text: &str) -> String {
    format!("{:08x} {text}", checksum(before, text))
}

fn checksum(before: u32, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&before.to_be_bytes());
    hasher.update(text.as_bytes());
    hasher.finalize()
}

/// The checksum that a line begins with.
fn checksum_of(line: &[u8]) -> u32 {
    let digits = line.get(..8).and_then(|digits| std::str::from_utf8(digits).ok());
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or_default()
}
