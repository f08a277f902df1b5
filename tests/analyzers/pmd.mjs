// Runs PMD with every Apex and XML rule at its default limits. All projects share one engine, because its start is the
// most expensive part.
import { CodeAnalyzer, CodeAnalyzerConfig, EventType, LogLevel } from '@salesforce/code-analyzer-core';
import { createEnginePlugin } from '@salesforce/code-analyzer-pmd-engine';
import { readFileSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { CannotRun, here, lineAt, main } from './lib.mjs';

// A Request has one invocable variable per input of its blueprint, because Flow cannot pass them otherwise.
const ALLOWED = ['PMD.TooManyFields', 'PMD.ExcessivePublicCount', 'PMD.ExcessiveClassLength'];
// A test method cannot be skipped, so the test kit logs instead. The error log writes to the debug log if the org has
// no other log. Classes that subscribers of a package call have to be global.
const OF_PACKAGE = /^@SuppressWarnings\('(?:[\w.]+, )?PMD\.AvoidGlobalModifier'\)\nglobal with sharing class /m;
const ALLOWED_IN = { 'PwProblem.cls': ['PMD.AvoidDebugStatements'], 'PwUserTestKit.cls': ['PMD.AvoidDebugStatements'] };

await main(async (projects) => {
  const { violations, rules } = await scan(projects.map((project) => project.dir));
  return projects.map(({ dir, classes }) => ({
    findings: [...violations.filter(({ file }) => file.startsWith(dir + sep)), ...classes.flatMap(suppressions)],
    note: `${rules} rules, ${classes.length} classes`
  }));
});

async function scan(dirs) {
  const config = { config_root: here, suppressions: { disable_suppressions: true } };
  const analyzer = new CodeAnalyzer(CodeAnalyzerConfig.fromObject(config));
  const errors = [];
  const listen = ({ logLevel, message }) => logLevel === LogLevel.Error && errors.push(message);
  analyzer.onEvent(EventType.LogEvent, listen);
  analyzer.onEvent(EventType.EngineLogEvent, listen);
  await analyzer.addEnginePlugin(createEnginePlugin());
  const workspace = await analyzer.createWorkspace(dirs);
  const selection = await analyzer.selectRules(['pmd'], { workspace });
  if (!selection.getCount()) throw new CannotRun(`pmd: no rules: ${errors.join('; ')}`);
  const results = await analyzer.run(selection, { workspace });
  return { violations: [...results.getViolations().map(finding), ...errors.map(unparsed)], rules: selection.getCount() };
}

function finding(violation) {
  const at = violation.getPrimaryLocation();
  // The engine reports its own failure as a violation without a location.
  if (!at.getFile()) throw new CannotRun(`pmd: ${violation.getMessage()}`);
  return { file: at.getFile(), line: at.getStartLine(), rule: violation.getRule().getName(), message: violation.getMessage() };
}

/** The engine only logs the classes that it could not read, and continues. */
function unparsed(error) {
  const [, file] = error.match(/processing error for file '([^']+)'/) ?? [];
  if (!file) throw new CannotRun(`pmd: ${error}`);
  return { file, line: 1, rule: 'Unparsed', message: error.split('\n').slice(1).join('\n') };
}

/** Suppressions of PMD rules are findings too, except for those that are allowed above. */
function suppressions(file) {
  const text = readFileSync(file, 'utf8');
  const all = [...text.matchAll(/\bNOPMD\b|@SuppressWarnings\b(?:\s*\(\s*'([^']*)'\s*\))?/gi)];
  const allowed = [...ALLOWED, ...(ALLOWED_IN[basename(file)] ?? [])];
  if (OF_PACKAGE.test(text)) allowed.push('PMD.AvoidGlobalModifier');
  const bad = all.filter(([, rules]) => !rules?.split(',').every((rule) => allowed.includes(rule.trim())));
  return bad.map(({ index, 0: message }) => ({ file, line: lineAt(text, index), rule: 'Suppression', message }));
}
