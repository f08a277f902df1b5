//! Command-line arguments for the options of generated Rust, one for each row of their table.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};
use planwright_codegen::{OptionInput, RUST_OPTIONS, RustOption, Takes};

/// Options for generated Rust on the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct RustArgs(Vec<(&'static RustOption, OptionInput)>);

impl RustArgs {
    /// Returns each option that was passed.
    pub(super) fn options(&self) -> &[(&'static RustOption, OptionInput)] {
        &self.0
    }

    /// Returns the options as command-line words.
    pub(super) fn words(&self) -> Vec<String> {
        let words = self.0.iter().flat_map(|(option, said)| {
            let flag = format!("--{}", option.flag());
            let valued = |value: &String| [flag.clone(), value.clone()];
            match said {
                OptionInput::Switched => vec![flag],
                OptionInput::Text(text) => valued(text).into(),
                OptionInput::Texts(texts) => texts.iter().flat_map(valued).collect(),
                OptionInput::Pairs(pairs) => {
                    pairs.iter().flat_map(|(key, value)| valued(&format!("{key}={value}"))).collect()
                }
            }
        });
        words.collect()
    }
}

/// Returns the options of the command line. `--no-assert-formats`, which every command has, sets `formats`.
fn options() -> impl Iterator<Item = &'static RustOption> {
    RUST_OPTIONS.iter().filter(|option| option.key != "formats")
}

impl clap::Args for RustArgs {
    fn augment_args(command: Command) -> Command {
        command.args(options().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RustArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = options().filter_map(|option| Some((option, option_input(option, matches)?)));
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn option_input(option: &RustOption, matches: &ArgMatches) -> Option<OptionInput> {
    let key = option.key;
    match option.takes {
        Takes::Switch { .. } => matches.get_flag(key).then_some(OptionInput::Switched),
        Takes::Choice(_) | Takes::Text(..) => matches.get_one(key).cloned().map(OptionInput::Text),
        Takes::Texts(..) | Takes::TextsOr(..) => Some(OptionInput::Texts(matches.get_many(key)?.cloned().collect())),
        Takes::Pairs(..) => Some(OptionInput::Pairs(matches.get_many(key)?.cloned().collect())),
    }
}

fn arg(option: &'static RustOption) -> Arg {
    let arg = Arg::new(option.key).long(option.flag()).action(ArgAction::Set);
    let (arg, again) = match &option.takes {
        Takes::Switch { against, .. } => {
            (arg.action(ArgAction::SetTrue).conflicts_with_all(against.map(|(other, _)| other)), "")
        }
        Takes::Choice(choices) => {
            let values = choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.about));
            (arg.value_name(name_of_values(option.key)).value_parser(values.collect::<Vec<_>>()), "")
        }
        Takes::Text(name, _) => (arg.value_name(*name), ""),
        Takes::Texts(name, _) | Takes::TextsOr(name, ..) => {
            (arg.value_name(*name).action(ArgAction::Append), ". Can be repeated")
        }
        Takes::Pairs(name, _) => {
            let parser = move |text: &str| pair(text).ok_or_else(|| format!("expected {name}"));
            (arg.value_name(*name).action(ArgAction::Append).value_parser(parser), ". Can be repeated")
        }
    };
    arg.help(format!("Rust: {}{again}", option.about))
}

/// Returns the placeholder for a value in the help: `LAYOUT` for `layout`.
fn name_of_values(key: &str) -> String {
    key.to_ascii_uppercase().replace('-', "_")
}

fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty())?;
    Some((key.to_owned(), value.to_owned()))
}
