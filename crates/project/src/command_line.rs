//! Quotes commands that are printed for a person to type.

/// Quotes the words as one line for a POSIX shell. A word that contains NUL cannot be quoted and stays as it is.
pub fn quoted(words: impl IntoIterator<Item = String>) -> String {
    let quoted = words.into_iter().map(|word| shlex::try_quote(&word).map_or_else(|_| word.clone(), Into::into));
    quoted.collect::<Vec<String>>().join(" ")
}

/// Returns the command line of this run with `word` inserted before the first argument that is `given`.
pub fn with_word_before(given: &str, word: &str) -> String {
    let words = std::env::args().skip(1);
    inserted(words, given, word)
}

fn inserted(words: impl Iterator<Item = String>, given: &str, word: &str) -> String {
    let mut is_inserted = false;
    let mut command = vec!["planwright".to_owned()];
    for (index, argument) in words.enumerate() {
        // The first word is the command.
        if index > 0 && !is_inserted && argument == given {
            command.push(word.to_owned());
            is_inserted = true;
        }
        command.push(argument);
    }
    // Without a document there is nothing to validate.
    let needs_document = command.get(1).is_some_and(|name| ["check", "extract", "normalize"].contains(&name.as_str()));
    if needs_document && word.starts_with('-') && command.last().is_some_and(|last| last == given) {
        command.push("FILE".to_owned());
    }
    quoted(command)
}

#[cfg(test)]
mod tests {
    use super::{inserted, quoted};

    #[test]
    fn a_word_is_inserted_before_an_argument() {
        let command = |line: &str, given, word| inserted(line.split(' ').map(str::to_owned), given, word);
        assert_eq!(
            command("check s.json d.json --watch", "s.json", "--schema"),
            "planwright check --schema s.json d.json --watch"
        );
        assert_eq!(command("check s.json", "s.json", "--schema"), "planwright check --schema s.json FILE");
        assert_eq!(command("check check", "check", "fix-plan"), "planwright check fix-plan check");
    }

    #[test]
    fn a_line_is_read_back_as_its_words() {
        let words = ["planwright", "apex", "my plans/it's.json", "$HOME", "", "a,b"].map(str::to_owned);
        assert_eq!(shlex::split(&quoted(words.clone())).as_deref(), Some(&words[..]));
    }
}
