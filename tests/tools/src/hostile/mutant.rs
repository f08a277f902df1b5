//! A mutant: the texts of a set, one of them spoiled.

use super::Settings;
use super::corpus::Corpus;
use super::odd::Odd;
use super::random::Random;
use super::{structure, text};

/// How many bytes a mutant may have.
const LARGEST: usize = 10_000_000;

/// One set of schemas.
pub(super) struct Mutant {
    /// The spoiled file.
    pub(super) path: String,
    /// All files, that one first.
    pub(super) texts: Vec<(String, Vec<u8>)>,
}

impl Mutant {
    /// The mutant of that number in a run.
    pub(super) fn of(settings: &Settings, corpus: &Corpus, odd: &Odd, number: u64) -> Self {
        if settings.plain { Self::plain(corpus, number) } else { Self::spoiled(corpus, odd, settings.seed, number) }
    }

    fn plain(corpus: &Corpus, number: u64) -> Self {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let (path, bytes) = corpus.file(index);
        let others = corpus.others(index).map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
        let texts = std::iter::once((path.to_owned(), bytes.to_vec())).chain(others).collect();
        Self { path: path.to_owned(), texts }
    }

    fn spoiled(corpus: &Corpus, odd: &Odd, seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let index = random.below(corpus.len());
        let (path, original) = corpus.file(index);
        let mut path = path.to_owned();
        let mut bytes = original.to_vec();
        let mut is_spoiled = false;
        if let Some(value) = corpus.value(index).filter(|_| !random.once_in(12)) {
            let mut document = value.clone();
            for _ in 0..[1, 1, 2, 4].get(random.below(4)).copied().unwrap_or(1) {
                let donor = random.below(corpus.len());
                let mut spoiled = document.clone();
                structure::spoil(&mut spoiled, corpus.value(donor), odd, &mut random);
                if spoiled.to_string().len() > LARGEST {
                    break;
                }
                document = spoiled;
            }
            bytes = if random.once_in(4) { format!("{document:#}") } else { document.to_string() }.into_bytes();
            is_spoiled = true;
        }
        if !is_spoiled || random.once_in(12) {
            for _ in 0..=random.below(3) {
                text::spoil(&mut bytes, &mut random);
            }
        }
        // JSON is YAML, so the other readers see the same.
        if random.once_in(12) {
            let stem = path.strip_suffix(".json").unwrap_or(&path).to_owned();
            path = format!("{stem}.{}", random.pick(&["yaml", "yml", "jsonc"]).copied().unwrap_or("yaml"));
        }
        let others = corpus.others(index).map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
        let texts = std::iter::once((path.clone(), bytes)).chain(others).collect();
        Self { path, texts }
    }
}
