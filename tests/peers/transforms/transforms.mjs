// Runs the transforms of the vendors' SDKs for Node. Each input line is {sdk, schema}, and each output line is {schema}
// or {refused}.
import { createInterface } from "node:readline";
import { toStrictJsonSchema } from "openai/lib/transform";
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";

const TRANSFORMS = { "openai-npm": toStrictJsonSchema, "anthropic-npm": transformJSONSchema };

for await (const line of createInterface({ input: process.stdin })) {
  const { sdk, schema } = JSON.parse(line);
  let answer;
  try {
    answer = { schema: TRANSFORMS[sdk](schema) };
  } catch (error) {
    answer = { refused: error.message };
  }
  console.log(JSON.stringify(answer));
}
