// Runs the Salesforce Graph Engine over a folder, which finds fields that reach DML without a check.
import { CodeAnalyzer, CodeAnalyzerConfig, EventType, LogLevel } from '@salesforce/code-analyzer-core';
import { createEnginePlugin } from '@salesforce/code-analyzer-sfge-engine';
import { availableParallelism } from 'node:os';
import { CannotRun } from './lib.mjs';

const RULE = 'ApexFlsViolation';

/** Returns `{ file, line, rule, message }` for every finding below `dir`. A path that the engine gave up on is a finding too. */
export async function graph(dir) {
  const engine = { java_thread_count: Math.min(availableParallelism(), 4), java_thread_timeout: 900000 };
  const analyzer = new CodeAnalyzer(CodeAnalyzerConfig.fromObject({ config_root: dir, engines: { sfge: engine } }));
  const errors = [];
  analyzer.onEvent(EventType.EngineLogEvent, ({ logLevel, message }) => logLevel === LogLevel.Error && errors.push(message));
  await analyzer.addEnginePlugin(createEnginePlugin());
  const workspace = await analyzer.createWorkspace([dir]);
  const selection = await analyzer.selectRules([`sfge:${RULE}`], { workspace });
  if (selection.getCount() !== 1) throw new CannotRun(`sfge: no rule ${RULE}: ${errors.join('; ')}`);
  const results = await analyzer.run(selection, { workspace });
  return [...results.getViolations().map(finding), ...errors.map(unproved)];
}

function finding(violation) {
  const at = violation.getPrimaryLocation();
  if (!at.getFile()) throw new CannotRun(`sfge: ${violation.getMessage()}`);
  return { file: at.getFile(), line: at.getStartLine(), rule: violation.getRule().getName(), message: violation.getMessage() };
}

/** The engine only logs internal errors and continues. */
function unproved(error) {
  const [, file, line] = error.match(/entry point: (.+?\.cls):(\d+)/) ?? [];
  if (!file) throw new CannotRun(`sfge: ${error}`);
  return { file, line: Number(line), rule: 'Unproved', message: error };
}
