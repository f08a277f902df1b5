#!/usr/bin/env node
// Validates documents with the Apex validator of generated types. Reads a line {"rules", "documents"} per schema, whose
// documents are JSON texts, and writes a line with the violations of each document: [pointer, keyword, code], sorted.
//
//   node rules.mjs CLASSES < questions > answers
import { createInterface } from 'node:readline';
import { Runtime, callMethod } from './src/runner.mjs';

const DRIVER = `public class Driver {
  public static List<List<List<String>>> run(String rules, List<String> documents) {
    PwSchemaValidator validator = new PwSchemaValidator(rules);
    List<List<List<String>>> all = new List<List<List<String>>>();
    for (String document : documents) {
      List<List<String>> found = new List<List<String>>();
      for (PwSchemaViolation one : validator.violations(JSON.deserializeUntyped(document))) {
        found.add(new List<String>{ one.pointer, one.keyword, one.code });
      }
      all.add(found);
    }
    return all;
  }
}`;

const runtime = new Runtime({ objects: {} });
runtime.load(process.argv[2]);
runtime.loadSource(DRIVER, 'Driver.cls');
runtime.link();

for await (const line of createInterface({ input: process.stdin })) {
  const { rules, documents } = JSON.parse(line);
  const { ok, json, message } = callMethod(runtime, 'Driver', 'run', JSON.stringify([rules, documents]));
  if (!ok) throw new Error(`${message}\n${line}`);
  process.stdout.write(`${JSON.stringify(json)}\n`);
}
