// The agent loop in TypeScript: it compiles under strict rules against the official SDK, and fixes plans that were
// refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { command } from './server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

test('the loop in TypeScript', (context) => {
  // Next to the packages that it imports.
  const folder = mkdtempSync(join(here, '.recipe-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(here, '../../examples/agents/loop.ts'), join(folder, 'loop.ts'));
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--types', 'node'];
  execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), ...options, join(folder, 'loop.ts')]);
  const env = { ...process.env, PLANWRIGHT: command };
  const said = execFileSync(process.execPath, [join(folder, 'loop.js')], { env, encoding: 'utf8' }).split('\n');
  assert.match(said[1], /^refused add_participant MISSING_FIELD at \/name/);
  assert.equal(said.filter((line) => line.startsWith('done')).length, 6);
  assert.equal(said.at(-2), 'valid');
});
