//! Detects programs that receive code in their arguments, because their effects are as hard to predict as those of a
//! shell.
//!
//! The table finds what models write carelessly. It is not a security barrier, because other programs can start
//! programs too.

mod table;

use table::{INTERPRETERS, Interpreter, Operands, WRAPPERS};

/// Returns the interpreter that receives code from these words, if any. It may follow other programs, as in `env A=1
/// sh -c …`.
pub(super) fn program_text(words: &[String]) -> Option<&str> {
    let starts_others = words.first().is_some_and(|first| WRAPPERS.contains(&plain(file_name(first)).as_str()));
    words.iter().enumerate().find_map(|(index, word)| {
        let name = file_name(word);
        let is_module = index > 0 && words[index - 1].starts_with('-') && words[index - 1].ends_with('m');
        let is_command = index == 0 || starts_others || is_module;
        reads_text(&plain(name), &words[index + 1..], is_command).then_some(name)
    })
}

fn file_name(word: &str) -> &str {
    word.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Returns a name without version and extension: `python` for `python3.12`, `bash` for `BASH.EXE`.
fn plain(name: &str) -> String {
    let is_known = |name: &str| INTERPRETERS.iter().any(|one| one.names.contains(&name));
    let name = if is_known(name) { name.to_owned() } else { name.to_ascii_lowercase() };
    let mut name = name.as_str();
    for ending in [".exe", ".cmd", ".bat", "-static", "-dbg", "-debug"] {
        name = name.strip_suffix(ending).unwrap_or(name);
    }
    let version = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
    let short = name.trim_end_matches(version);
    // `python3.13t` and `python3.12d`.
    let build = name.strip_suffix(['t', 'd', 'm']).filter(|rest| rest.ends_with(|last: char| last.is_ascii_digit()));
    if is_known(name) { name } else { build.map_or(short, |rest| rest.trim_end_matches(version)) }.to_owned()
}

/// Whether a program of this name is handed a program as text. Where an operand or an argument at the end can be one, only a word
/// that is certainly a command is looked at: names such as `watch` are ordinary words elsewhere.
fn reads_text(name: &str, arguments: &[String], is_command: bool) -> bool {
    match name {
        "cmd" => is_command && cmd_text(arguments),
        "pwsh" | "powershell" => powershell_text(arguments, name == "powershell" && is_command),
        _ => INTERPRETERS
            .iter()
            .filter(|one| one.names.contains(&name))
            .filter(|one| is_command || matches!(one.operands, Operands::End | Operands::Shell))
            .any(|one| one.reads_text(arguments)),
    }
}

/// Kind of a word among the options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// It announces or contains code.
    Text,
    /// It names a file with the code.
    File,
    /// The rest is for a different program.
    Last,
    /// The next word is its value.
    NeedsValue,
    /// The next word may be its value.
    MayNeedValue,
    Complete,
}

impl Interpreter {
    fn reads_text(&self, arguments: &[String]) -> bool {
        if self.loads_urls && arguments.iter().any(|word| is_data_url(word)) {
            return true;
        }
        let mut previous = Word::Complete;
        for (index, word) in arguments.iter().enumerate() {
            if previous == Word::NeedsValue {
                previous = Word::Complete;
            } else if word == "--" {
                return matches!(self.operands, Operands::Text(_)) && index + 1 < arguments.len();
            } else if self.is_option(word) {
                previous = self.option(word);
                match previous {
                    Word::Text => return true,
                    Word::File | Word::Last => return false,
                    _ => {}
                }
            } else {
                let may_be_value = std::mem::replace(&mut previous, Word::Complete) == Word::MayNeedValue;
                if self.subcommands.contains(&word.as_str()) && index + 1 < arguments.len() {
                    return true;
                }
                match self.operands {
                    Operands::Text(_) => return true,
                    Operands::Plus if word.starts_with('+') && word[1..].contains(|c: char| !c.is_ascii_digit()) => {
                        return true;
                    }
                    Operands::End | Operands::Shell if !may_be_value => return false,
                    _ => {}
                }
            }
        }
        false
    }

    fn is_option(&self, word: &str) -> bool {
        word.len() > 1 && (word.starts_with('-') || self.operands == Operands::Shell && word.starts_with('+'))
    }

    fn option(&self, word: &str) -> Word {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let is_file = |name: &str| matches!(self.operands, Operands::Text(files) if files.contains(&name));
        if self.long.contains(&name) {
            return Word::Text;
        }
        if is_file(name) {
            return Word::File;
        }
        if name.starts_with("--") {
            // GNU programs accept prefixes of long options.
            let is_short_form = name.len() > 3 && self.long.iter().any(|long| long.starts_with(name));
            return match value {
                _ if is_short_form => Word::Text,
                Some(_) => Word::Complete,
                None => Word::MayNeedValue,
            };
        }
        let mut needs_value = false;
        let mut letters = word.char_indices().skip(1).peekable();
        while let Some((at, letter)) = letters.next() {
            let rest = &word[at + letter.len_utf8()..];
            if self.text.contains(letter) {
                return Word::Text;
            }
            if is_file(&format!("-{letter}")) {
                return Word::File;
            }
            if self.ends.contains(letter) {
                return Word::Last;
            }
            if self.modules.contains(letter) {
                return if is_module(rest) { Word::Complete } else { Word::Text };
            }
            if self.values.contains(letter) && self.operands == Operands::Shell {
                needs_value = true;
            } else if self.values.contains(letter) {
                return if rest.is_empty() { Word::NeedsValue } else { Word::Complete };
            } else if self.rest.contains(letter) || matches!(letter, ':' | '=') {
                return Word::Complete;
            } else if letter == '0' && rest.starts_with('x') {
                // A number, which may have letters: `perl -0xFFne`.
                letters.next();
                while letters.next_if(|(_, digit)| digit.is_ascii_hexdigit()).is_some() {}
            }
        }
        match self.values {
            _ if needs_value => Word::NeedsValue,
            "*" => Word::MayNeedValue,
            _ => Word::Complete,
        }
    }
}

/// Whether this is the name of a module with the names to import, and nothing else. Perl runs all that is there.
fn is_module(value: &str) -> bool {
    value.chars().all(|letter| letter.is_alphanumeric() || "_:=,-.".contains(letter))
}

/// Whether a word is, or has as its value, a module that is written in the URL itself.
fn is_data_url(word: &str) -> bool {
    let is_url = |text: &str| text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    is_url(word) || word.split('=').any(is_url)
}

/// `cmd /c text`, also `/s/c` and `/ctext`.
fn cmd_text(arguments: &[String]) -> bool {
    let switches = arguments.iter().take_while(|word| word.starts_with('/'));
    switches.flat_map(|word| word.split('/')).any(|switch| switch.starts_with(['c', 'C', 'k', 'K', 'r', 'R']))
}

/// `-Command` and `-EncodedCommand`, which may be shortened. To Windows PowerShell a first operand is a command too.
fn powershell_text(arguments: &[String], takes_operand: bool) -> bool {
    let mut may_be_value = false;
    for word in arguments {
        let Some(option) = word.strip_prefix("--").or_else(|| word.strip_prefix(['-', '/'])) else {
            if std::mem::take(&mut may_be_value) {
                continue;
            }
            return takes_operand && !word.to_ascii_lowercase().ends_with(".ps1");
        };
        let option = option.to_ascii_lowercase();
        let option = option.split(':').next().unwrap_or_default();
        let is_short_of = |long: &str| !option.is_empty() && long.starts_with(option);
        if ["command", "commandwithargs", "encodedcommand"].into_iter().any(is_short_of)
            || ["cwa", "ec"].contains(&option)
        {
            return true;
        }
        if is_short_of("file") {
            return false;
        }
        may_be_value = !["no", "sta", "mta", "i", "l"].into_iter().any(|switch| option.starts_with(switch));
    }
    false
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::program_text;
    use crate::shell_split::split;

    #[derive(Deserialize)]
    struct Case {
        command: String,
        /// Who is handed a program as text.
        reader: Option<String>,
    }

    #[test]
    fn programs_as_text_are_found_and_nothing_else() {
        let (mut wrong, mut refused, mut passed) = (Vec::new(), 0, 0);
        for line in include_str!("interpreters/commands.jsonl").lines() {
            let Case { command, reader } = serde_json::from_str(line).unwrap();
            let words = split(&command).unwrap();
            let found = program_text(&words);
            *if reader.is_some() { &mut refused } else { &mut passed } += 1;
            if found != reader.as_deref() {
                wrong.push(format!("{command}: {found:?} instead of {reader:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(refused > 100 && passed > 50, "{refused} refused, {passed} passed");
    }
}
