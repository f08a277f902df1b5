//! Where documents are that schemas refer to by URI: folders that stand for places of the web.

use std::fs;
use std::path::PathBuf;

use super::cache::Cache;

/// What the URIs begin with, and the folder.
pub(super) struct Place {
    uri: String,
    folder: PathBuf,
}

/// The places that were given as `URI=DIR`; all that is wrong with them.
pub(super) fn places(given: &[String]) -> Result<Vec<Place>, Vec<String>> {
    let mut places = Vec::new();
    let mut wrong = Vec::new();
    for text in given {
        match text.rsplit_once('=').map(|(uri, folder)| (uri, PathBuf::from(folder))) {
            Some((uri, folder)) if uri.contains(':') && folder.is_dir() => {
                places.push(Place { uri: uri.to_owned(), folder });
            }
            Some((uri, folder)) if uri.contains(':') => {
                wrong.push(format!("--documents {text}: there is no folder {}", folder.display()));
            }
            _ => wrong.push(format!("--documents {text}: write URI=DIR, such as https://example.org/schemas/=vendor")),
        }
    }
    if wrong.is_empty() { Ok(places) } else { Err(wrong) }
}

/// The text of a document: the file that the rest of its URI names, `.json` added where that is missing. The longest
/// beginning wins; nothing outside of the folders is read.
pub(super) fn find(places: &[Place], uri: &str, cache: &Cache) -> Option<Vec<u8>> {
    let here = places.iter().filter_map(|place| Some((place, uri.strip_prefix(&place.uri)?)));
    let (place, rest) = here.max_by_key(|(place, _)| place.uri.len())?;
    let rest = rest.trim_start_matches('/');
    if rest.split(['/', '\\']).any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    [rest.to_owned(), format!("{rest}.json")].iter().find_map(|name| {
        let file = place.folder.join(name);
        let bytes = fs::read(&file).ok();
        cache.read(&file, bytes.as_deref());
        bytes
    })
}
