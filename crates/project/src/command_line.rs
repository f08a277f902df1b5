//! Quotes commands that are printed for a person to type.

/// Quotes the words as one line for a POSIX shell. A word that contains NUL cannot be quoted and stays as it is.
pub fn quoted(words: impl IntoIterator<Item = String>) -> String {
    let quoted = words.into_iter().map(|word| shlex::try_quote(&word).map_or_else(|_| word.clone(), Into::into));
    quoted.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_line_is_read_back_as_its_words() {
        let words = ["planwright", "apex", "my plans/it's.json", "$HOME", "", "a,b"].map(str::to_owned);
        assert_eq!(shlex::split(&quoted(words.clone())).as_deref(), Some(&words[..]));
    }
}
