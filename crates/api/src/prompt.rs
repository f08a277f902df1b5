//! Prompts for models that write documents of a schema.

use planwright_check::prompt::{Prompt, PromptSubject};
use planwright_check::schema::UserSchema;
use planwright_contracts::check_schema;
use serde_json::Value;

/// Returns the prompt of a schema of the user. Its example is from the schema, or made.
pub fn schema_prompt(schema: &UserSchema) -> Option<Prompt> {
    let document = schema.document();
    let name = document.get("title").and_then(Value::as_str).unwrap_or("document");
    let refuse = |text: &str| check_schema(schema, text).err();
    let text = document.to_string();
    Prompt::from_subject(PromptSubject { name, schema: &text, instructions: &[], codes: Vec::new(), refuse: &refuse })
}
