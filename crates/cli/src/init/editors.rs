//! Editor settings that associate documents with their schemas.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Door, ProjectFacts};

pub(super) const PLAN_SCHEMA: &str = "schemas/plan.schema.json";
pub(super) const BLUEPRINT_SCHEMA: &str = ".planwright/schemas/action-blueprint.schema.json";

/// A folder of documents, their schema, and what people call them.
struct DocumentFolder {
    folder: &'static str,
    schema: &'static str,
    name: &'static str,
}

/// The settings by path: of Visual Studio Code, of Neovim and of the editors of `JetBrains`.
pub(super) fn files(project: &ProjectFacts) -> [(String, String); 3] {
    let mut all = Vec::new();
    if project.is_for(Door::Salesforce) {
        all.push(DocumentFolder { folder: "blueprints", schema: BLUEPRINT_SCHEMA, name: "Action blueprint" });
    }
    if project.has_schemas() {
        all.push(DocumentFolder { folder: "plans", schema: PLAN_SCHEMA, name: "Plan" });
    }
    [
        (".vscode/settings.json".to_owned(), vs_code(&all)),
        (".nvim.lua".to_owned(), neovim(&all)),
        (".idea/jsonSchemas.xml".to_owned(), jetbrains(&all)),
    ]
}

fn vs_code(all: &[DocumentFolder]) -> String {
    let json: Vec<Value> = all
        .iter()
        .map(|one| json!({ "fileMatch": [format!("/{}/**/*.json", one.folder)], "url": format!("./{}", one.schema) }))
        .collect();
    let yaml: Value = all
        .iter()
        .map(|one| {
            (
                format!("./{}", one.schema),
                json!([format!("{}/**/*.yaml", one.folder), format!("{}/**/*.yml", one.folder)]),
            )
        })
        .collect();
    format!("{:#}\n", json!({ "json.schemas": json, "yaml.schemas": yaml }))
}

/// A file that Neovim reads in the folder where it is started, once `exrc` is set and the file is trusted.
fn neovim(all: &[DocumentFolder]) -> String {
    let mut text = "-- Read by Neovim in this folder where `exrc` is set.\n\
                    local folder = vim.uri_from_fname(vim.fn.getcwd()) .. \"/\"\n\
                    vim.lsp.config(\"jsonls\", { settings = { json = { validate = { enable = true }, schemas = {\n"
        .to_owned();
    for DocumentFolder { folder, schema, .. } in all {
        let _ = writeln!(text, "  {{ fileMatch = {{ \"/{folder}/**/*.json\" }}, url = folder .. \"{schema}\" }},");
    }
    text += "} } } })\nvim.lsp.config(\"yamlls\", { settings = { yaml = { schemas = {\n";
    for DocumentFolder { folder, schema, .. } in all {
        let _ = writeln!(text, "  [folder .. \"{schema}\"] = {{ \"/{folder}/**/*.yaml\", \"/{folder}/**/*.yml\" }},");
    }
    text + "} } } })\nvim.lsp.enable({ \"jsonls\", \"yamlls\" })\n"
}

fn jetbrains(all: &[DocumentFolder]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project version=\"4\">\n  \
                    <component name=\"JsonSchemaMappingsProjectConfiguration\">\n    <state>\n      <map>\n"
        .to_owned();
    for DocumentFolder { folder, schema, name } in all {
        let _ = write!(
            text,
            r#"        <entry key="{name}">
          <value>
            <SchemaInfo>
              <option name="name" value="{name}" />
              <option name="relativePathToSchema" value="{schema}" />
              <option name="patterns">
                <list>
                  <Item>
                    <option name="directory" value="true" />
                    <option name="path" value="{folder}" />
                    <option name="mappingKind" value="Directory" />
                  </Item>
                </list>
              </option>
            </SchemaInfo>
          </value>
        </entry>
"#
        );
    }
    text + "      </map>\n    </state>\n  </component>\n</project>\n"
}
