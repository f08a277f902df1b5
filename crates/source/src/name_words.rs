//! Splits names into words.

/// Returns the words of a name in any usual style, such as `user_input`, `user-input` or `userInput`.
pub fn name_words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut was_lower) = (0, false);
    for (at, letter) in name.char_indices() {
        let is_separator = !letter.is_alphanumeric();
        if is_separator || (letter.is_uppercase() && was_lower) {
            words.push(&name[start..at]);
            start = if is_separator { at + letter.len_utf8() } else { at };
        }
        was_lower = letter.is_lowercase();
    }
    words.push(&name[start..]);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::name_words;

    #[test]
    fn names_of_each_style_have_the_same_words() {
        for name in ["user_input", "user-input", "user input", "__user__input_"] {
            assert_eq!(name_words(name), ["user", "input"], "{name}");
        }
        assert_eq!(name_words("userInputURL2x"), ["user", "Input", "URL2x"]);
        assert_eq!(name_words("größeÄndern.é"), ["größe", "Ändern", "é"]);
        assert_eq!(name_words("--"), Vec::<&str>::new());
    }
}
