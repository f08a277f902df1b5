//! Programs that take a program as text among their arguments: what they do can be read as little as that of a shell.
//!
//! The table finds what a model writes without thinking. It is no barrier: other programs start programs too.

/// Programs, and the letters of the options that are followed by, or announce, a program as text.
const READERS: &[(&[&str], &str)] = &[
    (&["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "pwsh", "powershell", "cmd"], "c"),
    (&["python", "pypy", "ipython"], "c"),
    (&["perl", "ruby", "lua", "luajit", "groovy", "julia", "Rscript", "osascript", "elixir", "ghc"], "eE"),
    (&["node", "nodejs", "bun", "deno"], "ep"),
    (&["php"], "rBRE"),
    (&["tclsh", "expect"], "c"),
    // A variable of its configuration can be a command.
    (&["git"], "c"),
    (&["env"], "S"),
    (&["su", "runuser", "script", "flock"], "c"),
    (&["vi", "vim", "nvim", "ex", "emacs"], "c"),
];
/// Long options of the same kind, of any of them.
const LONG: &[&str] =
    &["--eval", "--print", "--command", "--run", "--split-string", "--exec", "--execute", "--config-env", "-command"];
/// Programs of the table that take options behind operands too.
const OPERANDS_FIRST: &[&str] = &["su", "runuser", "script", "flock", "env"];
/// Programs whose first operand is a program, unless it is read from a file.
const AWKS: &[&str] = &["awk", "gawk", "mawk", "nawk"];
/// Subcommands that take a program as text.
const SUBCOMMANDS: &[(&str, &str)] = &[("deno", "eval"), ("cmd", "/c"), ("cmd", "/k"), ("node", "eval")];

/// Who is handed a program as text by these words, if anyone. A program may be behind others, as in `env A=1 sh -c …`.
pub(super) fn program_text(words: &[String]) -> Option<&str> {
    words.iter().enumerate().find_map(|(index, word)| {
        let name = word.rsplit('/').next().unwrap_or_default();
        let plain = plain(name);
        let arguments = &words[index + 1..];
        let letters = READERS.iter().find(|(names, _)| names.contains(&plain)).map(|(_, letters)| *letters);
        let takes = letters.is_some_and(|letters| has_text(arguments, letters, OPERANDS_FIRST.contains(&plain)));
        let operand = SUBCOMMANDS.iter().any(|(program, sub)| {
            *program == plain && arguments.first().is_some_and(|first| first.eq_ignore_ascii_case(sub))
        });
        let awk = AWKS.contains(&plain) && !arguments.is_empty() && !reads_file(arguments);
        (takes || operand || awk).then_some(name)
    })
}

/// `python3.12` and `bash.exe` without what follows the name.
fn plain(name: &str) -> &str {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-')
}

fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with(['-', '+'])
}

fn announces(option: &str, letters: &str) -> bool {
    let name = option.split('=').next().unwrap_or(option);
    if name.starts_with("--") || LONG.contains(&name) {
        return LONG.contains(&name);
    }
    // What follows some letters is their value: `-Itest`.
    let own = option.chars().skip(1).take_while(|letter| !"IMWXDLF".contains(*letter));
    own.into_iter().any(|letter| letters.contains(letter))
}

/// Whether one of the options announces a program. What follows an option may be its value; what follows an operand is the
/// business of another program, but for those that take operands first.
fn has_text(arguments: &[String], letters: &str, operands_first: bool) -> bool {
    let mut after_option = false;
    for word in arguments {
        if is_option(word) {
            if announces(word, letters) {
                return true;
            }
            after_option = true;
        } else if after_option || operands_first {
            after_option = false;
        } else {
            return false;
        }
    }
    false
}

fn reads_file(arguments: &[String]) -> bool {
    arguments.iter().any(|word| word.starts_with("-f") || word.starts_with("--file"))
}

#[cfg(test)]
mod tests {
    use super::program_text;
    use crate::shell_split::split;

    fn reader(command: &str) -> Option<String> {
        program_text(&split(command).unwrap()).map(str::to_owned)
    }

    #[test]
    fn programs_as_text_are_found() {
        for (command, name) in [
            ("sh -c 'touch /x'", "sh"),
            ("/bin/bash -lc 'touch /x'", "bash"),
            ("bash -e -c true", "bash"),
            ("bash --rcfile x -c true", "bash"),
            ("env A=1 sh -c true", "sh"),
            ("env -S 'sh -c true'", "env"),
            ("nice -n 5 timeout 10 dash -xc true", "dash"),
            ("busybox sh -c true", "sh"),
            ("xargs -n1 sh -c true", "sh"),
            ("find . -exec sh -c true", "sh"),
            ("python3.12 -c 'import os'", "python3.12"),
            ("python -Sc 'import os'", "python"),
            ("perl -e 'unlink 1'", "perl"),
            ("perl -ne 'print'", "perl"),
            ("ruby -e 1", "ruby"),
            ("node --eval 1", "node"),
            ("node --eval=1", "node"),
            ("node -p 1", "node"),
            ("deno eval 1", "deno"),
            ("php -r 1", "php"),
            ("git -c core.pager=x log", "git"),
            ("gawk 'BEGIN { system(\"x\") }'", "gawk"),
            ("su user -c true", "su"),
            ("python -W ignore -c 1", "python"),
        ] {
            assert_eq!(reader(command).as_deref(), Some(name), "{command}");
        }
    }

    #[test]
    fn other_commands_are_none() {
        for command in [
            "cargo test",
            "sh build.sh",
            "bash -x build.sh",
            "python -m pytest -q",
            "python3 tests/run.py",
            "node --test",
            "npm run build",
            "git diff --exit-code",
            "awk -f count.awk data",
            "perl test.pl",
            "make check",
            "cc -c main.c",
            "ruby -Itest test.rb",
            "python tests/run.py -c setup.cfg",
            "node app.js -e production",
        ] {
            assert_eq!(reader(command), None, "{command}");
        }
    }
}
