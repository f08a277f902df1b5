//! Mutants: the files of a set, one of them mutated.

use super::Settings;
use super::corpus::Corpus;
use super::odd::Odd;
use super::random::Random;
use super::{structure, text};

/// Maximum number of bytes of a mutant.
const MAX_BYTES: usize = 10_000_000;

/// Set of schemas.
pub(super) struct Mutant {
    /// Path of the mutated file.
    pub(super) path: String,
    /// All files, with the mutated one first.
    pub(super) texts: Vec<(String, Vec<u8>)>,
}

impl Mutant {
    /// Creates the mutant with this number.
    pub(super) fn new(settings: &Settings, corpus: &Corpus, odd: &Odd, number: u64) -> Self {
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
                if spoiled.to_string().len() > MAX_BYTES {
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
        // JSON is valid YAML, so the YAML readers see the same document.
        if random.once_in(12) {
            let stem = path.strip_suffix(".json").unwrap_or(&path).to_owned();
            path = format!("{stem}.{}", random.pick(&["yaml", "yml", "jsonc"]).copied().unwrap_or("yaml"));
        }
        let others = corpus.others(index).map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
        let texts = std::iter::once((path.clone(), bytes)).chain(others).collect();
        Self { path, texts }
    }
}
