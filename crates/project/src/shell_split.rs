//! Splits a command into words like a POSIX shell, but without a shell. Quotes and backslashes are handled, nothing is
//! expanded.

/// Splits a command into words. The error is the first piece of syntax that only a shell can interpret.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => quoted(&mut letters, word.get_or_insert_default())?,
            '"' => double_quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => {
                let escaped = letters.next().filter(|&next| next != '\n').ok_or("a backslash at the end of a line")?;
                word.get_or_insert_default().push(escaped);
            }
            '|' | '&' | ';' | '<' | '>' | '(' | ')' | '$' | '`' | '*' | '?' | '[' | '{' | '\n' => {
                return Err(format!("{letter:?}"));
            }
            '!' if words.is_empty() && word.is_none() => return Err("'!' before the program".to_owned()),
            '#' | '~' if word.is_none() => return Err(format!("{letter:?} at the start of a word")),
            _ if letter.is_control() => return Err(format!("{letter:?}")),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match words.first() {
        None => Err("no word".to_owned()),
        Some(first) if first.is_empty() => Err("an empty program name".to_owned()),
        // A shell would treat `NAME=value program` as an assignment.
        Some(first) if first.split_once('=').is_some_and(|(name, _)| !name.contains('/')) => {
            Err("an assignment before the program".to_owned())
        }
        Some(_) => Ok(words),
    }
}

fn quoted(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    let rest = letters.as_str();
    let end = rest.find('\'').ok_or("an unclosed quote")?;
    word.push_str(&rest[..end]);
    *letters = rest[end + 1..].chars();
    Ok(())
}

fn double_quoted(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Ok(()),
            '$' | '`' => return Err(format!("{letter:?}")),
            '\\' => match letters.next() {
                Some(next @ ('"' | '\\' | '$' | '`')) => word.push(next),
                Some(next) => word.extend(['\\', next]),
                None => break,
            },
            _ => word.push(letter),
        }
    }
    Err("an unclosed quote".to_owned())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_what_a_shell_would_pass() {
        for (command, words) in [
            ("swift test", vec!["swift", "test"]),
            (
                "  xcodebuild\t-scheme 'Space Adventure' build ",
                vec!["xcodebuild", "-scheme", "Space Adventure", "build"],
            ),
            (r#"a "b \"c\" \n" d\ e ''"#, vec!["a", r#"b "c" \n"#, "d e", ""]),
            ("a --b=c x#y p~ 'a$b|c'", vec!["a", "--b=c", "x#y", "p~", "a$b|c"]),
            ("./run.sh چکاپ", vec!["./run.sh", "چکاپ"]),
            ("test ! -e a!", vec!["test", "!", "-e", "a!"]),
        ] {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn what_needs_a_shell_is_refused() {
        for command in [
            "a | b",
            "a && b",
            "a; b",
            "a > f",
            "a < f",
            "a $HOME",
            "a `b`",
            "a \"$(b)\"",
            "a *.rs",
            "a ~/x",
            "# a",
            "(a)",
            "A=1 b",
            "a 'b",
            "a \"b",
            "a \\",
            "a\nb",
            "",
            "  ",
            "''",
            "a \u{1b}[2J",
            "a {b,c}",
            "! a",
            "a &",
        ] {
            assert!(split(command).is_err(), "{command:?}");
        }
    }
}
