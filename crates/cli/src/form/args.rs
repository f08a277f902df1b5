//! Command-line arguments of form plans.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use planwright_project::render::DataFormat;

/// Create, preview, execute and undo plans for a form builder.
#[derive(Debug, Subcommand)]
pub(crate) enum Form {
    Plan(FormPlan),
    Preview(FormPreview),
    Execute(FormExecute),
    Undo(FormUndo),
    Show(FormShow),
    Audit(FormAudit),
}

/// Print the plan for a request in Persian, or the plan in a model answer.
///
/// Exits with 1 if there is no plan.
#[derive(Debug, clap::Args)]
pub(crate) struct FormPlan {
    /// Request in Persian. With --mode llm: file with the model's answer. Use - for standard input.
    #[arg(value_name = "REQUEST|FILE")]
    pub request: String,
    /// Source of the plan.
    #[arg(long, value_enum, default_value = "internal")]
    pub mode: FormMode,
    /// Maximum number of fields that the internal planner adds. Further fields are left out [default: 6]
    #[arg(long, value_name = "N")]
    pub max_fields: Option<usize>,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Limits of a plan.
#[derive(Debug, clap::Args)]
pub(crate) struct FormLimits {
    /// Maximum number of steps of a plan [default: 12]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<usize>,
    /// JSON file with `filters`: limits by their names in the contract, such as `arshline_ai_plan_max_steps`.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormMode {
    /// Built-in planner with a fixed Persian grammar, without a model.
    Internal,
    /// Answer of a model, which is checked.
    Llm,
}

/// Describe in Persian and English what a plan would do.
///
/// Changes nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct FormPreview {
    /// Plan. Use - for standard input.
    pub file: String,
    /// Folder of the forms. Without it, the plan starts with no forms.
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Execute plans and print the tokens that undo them.
///
/// Each plan is executed as a whole or not at all.
#[derive(Debug, clap::Args)]
pub(crate) struct FormExecute {
    /// Plans, in order. Use - for standard input. If one of them is invalid, none is executed.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Folder of the forms. It is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// Confirm that the user has seen the preview and agrees. Without it, prints the preview and exits with 1.
    #[arg(long)]
    pub confirm: bool,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
    #[command(flatten)]
    pub limits: FormLimits,
}

/// Undo steps, the last token first.
///
/// A token can be used once.
#[derive(Debug, clap::Args)]
pub(crate) struct FormUndo {
    /// Tokens in the order in which they were printed.
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
    /// Show only the form with this id.
    pub id: Option<u64>,
    /// Show only forms with this string in their title. Variants of digits, joiners, vowel marks and Arabic letters
    /// are treated as equal.
    #[arg(long, value_name = "STRING")]
    pub find: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}

/// Show the history of a store, including interrupted steps.
#[derive(Debug, clap::Args)]
pub(crate) struct FormAudit {
    /// Folder of the forms.
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value = "human")]
    pub format: DataFormat,
}
