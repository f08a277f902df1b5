//! Command-line arguments of form plans.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use planwright_project::render::DataFormat;

/// Plans for a form builder: make one, see what it would do, carry it out, take it back.
#[derive(Debug, Subcommand)]
pub(crate) enum Form {
    Plan(FormPlan),
    Preview(FormPreview),
    Execute(FormExecute),
    Undo(FormUndo),
    Show(FormShow),
    Audit(FormAudit),
}

/// Print the plan for a request in Persian, or the plan in a model's answer. Exits with 1 where there is none.
#[derive(Debug, clap::Args)]
pub(crate) struct FormPlan {
    /// What is asked for, in Persian; with --mode llm the file with the model's answer. - is standard input.
    #[arg(value_name = "TEXT|FILE")]
    pub request: String,
    /// Who makes the plan.
    #[arg(long, value_enum, default_value = "internal")]
    pub mode: FormMode,
    /// How many fields the internal planner adds at most; what is beyond is left out. 6 unless said otherwise.
    #[arg(long, value_name = "N")]
    pub max_fields: Option<usize>,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Limits of a plan.
#[derive(Debug, clap::Args)]
pub(crate) struct FormLimits {
    /// How many steps a plan may have, 12 unless said otherwise.
    #[arg(long, value_name = "N")]
    pub max_steps: Option<usize>,
    /// JSON file with `filters`: the limits by their names in the contract, such as `arshline_ai_plan_max_steps`.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormMode {
    /// This program, by a fixed grammar of Persian. No model is asked.
    Internal,
    /// A model, whose answer is checked.
    Llm,
}

/// Say in Persian and in English what a plan would do. Nothing is changed.
#[derive(Debug, clap::Args)]
pub(crate) struct FormPreview {
    /// The plan; - is standard input.
    pub file: String,
    /// Folder of the forms. Without one, there are no forms yet.
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// How the preview is written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Carry plans out, each as a whole, and print the tokens that take it back.
#[derive(Debug, clap::Args)]
pub(crate) struct FormExecute {
    /// The plans, in their order; - is standard input. Nothing is done unless all of them are valid.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Folder of the forms. It is made where it is missing.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// The user has seen the preview and agrees. Without this the preview is shown, and the exit code is 1.
    #[arg(long)]
    pub confirm: bool,
    /// How results are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Take steps back, the last token first. A token redeems once.
#[derive(Debug, clap::Args)]
pub(crate) struct FormUndo {
    /// Tokens in the order in which they were given out.
    #[arg(required = true, value_name = "TOKEN")]
    pub tokens: Vec<String>,
    /// Folder of the forms.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
}

/// Show the forms of a store.
#[derive(Debug, clap::Args)]
pub(crate) struct FormShow {
    /// Folder of the forms.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// Only the form of this id.
    pub id: Option<u64>,
    /// Only forms with this in their title. Digits, joiners, vowel marks and Arabic letters are no difference.
    #[arg(long, value_name = "TEXT")]
    pub find: Option<String>,
    /// How forms are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

/// Show what was done to a store, and what was interrupted.
#[derive(Debug, clap::Args)]
pub(crate) struct FormAudit {
    /// Folder of the forms.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// How entries are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}
