// Examples of each command, for `sf help`.
const ID = "<%= config.bin %> <%= command.id %>";

/** Examples by the name of the command in planwright. */
export const EXAMPLES = {
  init: [`${ID} --for salesforce`],
  "new blueprint": [`${ID} RenameAccount --object Account --operation update`],
  "new schema": [`${ID} order`],
  "new contract": [`${ID} order`],
  demo: [`${ID} --keep demo`],
  gen: [
    { description: "Generate an Apex class with the types of the schemas:", command: `${ID} --lang apex --schema schemas --out force-app/main/default/classes --class PlanTypes` },
  ],
  lint: [`${ID} schemas`],
  drift: [
    { description: "List the flows and agents that a change of the actions breaks:", command: `${ID} . --against origin/main` },
    { description: "Compare the schemas of a folder with a branch:", command: `${ID} schemas --against origin/main` },
  ],
  check: [
    { description: "Check blueprints against the objects of an org:", command: `${ID} action-blueprint blueprints --target-org my-org` },
    { description: "Run the checks that planwright.toml configures:", command: ID },
  ],
  extract: [`${ID} action-blueprint answer.txt`],
  prompt: [`${ID} action-blueprint`],
  export: [`${ID} action-blueprint --dialect openai`],
  normalize: [`${ID} action-blueprint answer.json --dialect openai`],
  lock: [`${ID} --check`],
  apex: [
    { description: "Generate the classes that planwright.toml configures, checked against an org:", command: `${ID} --target-org my-org` },
    { description: "Fail if a generated file is stale or missing:", command: `${ID} --check` },
  ],
  "library list": [ID],
  "library show": [`${ID} CloseCase`],
  "library search": [`${ID} close case`],
  plan: [`${ID} "close the case"`, `${ID} "set the priority to High" --top 3`, `${ID} "set the priority of the case to High" --target-org my-org --sobject Case`],
  "snapshot import": [
    { description: "Save the objects of the configured blueprints from an org:", command: `${ID} --target-org my-org --out org.json` },
    { description: "Save two objects from the default org:", command: `${ID} --sobject Account --sobject Case --out org.json` },
  ],
  "snapshot diff": [
    { description: "List what changed in an org since a snapshot, and the blueprints that break:", command: `${ID} org.json blueprints --target-org my-org` },
  ],
  "snapshot check": [`${ID} org.json blueprints`, `${ID} blueprints --target-org my-org`],
  "agent-script check": [`${ID} force-app`],
  "agent-script write": [
    `${ID} blueprints --bundle Case_Agent --out force-app`,
    { description: "Write a test specification for `sf agent test create`:", command: `${ID} blueprints --output test-spec --agent Case_Agent > specs/Case_Agent-testSpec.yaml` },
  ],
  ci: [`${ID} --format github`],
  report: [`${ID} --html report`],
  "report merge": [`${ID} reports`],
  rules: [ID],
  explain: [`${ID} FIELD_CALCULATED`],
  schema: [`${ID} action-blueprint`],
};
