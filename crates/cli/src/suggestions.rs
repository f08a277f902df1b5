//! Errors about misspelled commands and options, with the command line that was probably meant.

use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use planwright_contracts::nearest;

use planwright_project::command_line::quoted;

/// Returns the error with the corrected command line, if a known command or option is similar. `words` is the command
/// line without the name of the program.
pub(crate) fn with_suggestion(error: clap::Error, mut words: Vec<String>) -> clap::Error {
    let mut program = crate::program();
    program.build();
    let is_help = words.first().is_some_and(|word| word == "help");
    if is_help {
        words.remove(0);
    }
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(&program, &words, is_help),
        ErrorKind::UnknownArgument => unknown_option(&error, &program, &words),
        _ => None,
    };
    match message {
        Some(message) => clap::Error::raw(error.kind(), message),
        None => error,
    }
}

/// Returns the command that the words select, and the index of the first word after its name.
fn selected<'c>(program: &'c Command, words: &[String]) -> (&'c Command, usize) {
    let mut selected = (program, 0);
    for (index, word) in words.iter().enumerate() {
        if let Some(inner) = selected.0.find_subcommand(word) {
            selected = (inner, index + 1);
        }
    }
    selected
}

/// Returns the name of a command with the names of the program and of the outer commands.
fn path(words: &[String]) -> String {
    ["planwright"].into_iter().chain(words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

fn unknown_command(program: &Command, words: &[String], is_help: bool) -> Option<String> {
    let (outer, start) = selected(program, words);
    let (index, given) = words.iter().enumerate().skip(start).find(|(_, word)| !word.starts_with('-'))?;
    let known: Vec<&str> = outer.get_subcommands().map(Command::get_name).collect();
    let path = path(&words[..start]);
    let help = match nearest(given, known.iter().copied().filter(|name| *name != "help")) {
        Some(near) => {
            let fixed = replaced(words, index, near);
            format!("did you mean `planwright {}{fixed}`?", if is_help { "help " } else { "" })
        }
        None => format!("`{path} --help` lists the commands"),
    };
    Some(format!("unknown command {given:?}\nhelp: {help}\n"))
}

fn unknown_option(error: &clap::Error, program: &Command, words: &[String]) -> Option<String> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return None };
    let given = given.split_once('=').map_or(given.as_str(), |(name, _)| name);
    let is_given = |word: &String| word == given || word.strip_prefix(given).is_some_and(|rest| rest.starts_with('='));
    let index = words.iter().position(is_given)?;
    let (command, start) = selected(program, words);
    let options: Vec<&str> =
        command.get_arguments().filter(|one| !one.is_hide_set()).filter_map(|one| one.get_long()).collect();
    let path = path(&words[..start]);
    if !given.starts_with('-') {
        // A schema is often given without its option.
        if !options.contains(&"schema") || !Path::new(given).exists() {
            return None;
        }
        let fixed: Vec<String> = [&words[..index], &["--schema".to_owned()], &words[index..]].concat();
        return Some(format!(
            "`{path}` does not accept the argument {given:?}\nhelp: if it is a schema, run `planwright {}`\n",
            quoted(fixed)
        ));
    }
    let near = nearest(given.trim_start_matches('-'), options)?;
    let rest = words[index].strip_prefix(given).unwrap_or_default();
    let fixed = replaced(words, index, &format!("--{near}{rest}"));
    Some(format!("unknown option {given:?} of `{path}`\nhelp: did you mean `planwright {fixed}`?\n"))
}

/// Returns the words as one line, with one of them replaced.
fn replaced(words: &[String], index: usize, word: &str) -> String {
    let mut words = words.to_vec();
    word.clone_into(&mut words[index]);
    quoted(words)
}

#[cfg(test)]
mod tests {
    use super::with_suggestion;

    fn message(line: &str) -> String {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let all = ["planwright".to_owned()].into_iter().chain(words.clone());
        let error = crate::program().try_get_matches_from(all).expect_err(line);
        let error = with_suggestion(error, words);
        assert_eq!(error.exit_code(), 2, "{line}");
        error.render().to_string()
    }

    #[test]
    fn a_misspelled_word_is_corrected_in_its_command_line() {
        for (line, expected) in [
            ("chek order.json", "unknown command \"chek\"\nhelp: did you mean `planwright check order.json`?"),
            ("--quiet chek a", "unknown command \"chek\"\nhelp: did you mean `planwright --quiet check a`?"),
            ("help chek", "unknown command \"chek\"\nhelp: did you mean `planwright help check`?"),
            ("snapshot imprt a", "unknown command \"imprt\"\nhelp: did you mean `planwright snapshot import a`?"),
            ("frobnicate", "unknown command \"frobnicate\"\nhelp: `planwright --help` lists the commands"),
            (
                "check fix-plan --shcema x d.json",
                "unknown option \"--shcema\" of `planwright check`\n\
                 help: did you mean `planwright check fix-plan --schema x d.json`?",
            ),
            (
                "export fix-plan --dialekt=openai",
                "unknown option \"--dialekt\" of `planwright export`\n\
                 help: did you mean `planwright export fix-plan '--dialect=openai'`?",
            ),
            (
                "lint --schemas a",
                "unknown option \"--schemas\" of `planwright lint`\nhelp: did you mean `planwright lint --schema a`?",
            ),
            (
                "gen Cargo.toml",
                "`planwright gen` does not accept the argument \"Cargo.toml\"\n\
                 help: if it is a schema, run `planwright gen --schema Cargo.toml`",
            ),
        ] {
            assert_eq!(message(line).trim_end(), format!("error: {expected}"), "{line}");
        }
        // Without a similar name, clap explains the usage.
        assert!(message("gen --zzzzzz").contains("Usage: planwright gen"));
    }
}
