// Correct clients, and models that call tools incorrectly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { connect, loan } from './server.mjs';

const blueprint = readFileSync(new URL('../../examples/blueprints/update-opportunity-stage.json', import.meta.url), 'utf8');
const facts = (result) => JSON.parse(result.content[1].text).errors;

test('initialize and list', async () => {
  const { client } = await connect();
  assert.equal(client.getServerVersion().name, 'planwright');
  assert.match(client.getInstructions(), /^Planwright validates JSON documents/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), [
    'create_blueprint', 'add_participant', 'remove_participant', 'add_action', 'update_action', 'set_disclosure',
    'add_routing', 'validate_blueprint', 'delete_action', 'undo', 'check', 'export_blueprint', 'export_schema', 'extract',
    'get_blueprint', 'list_blueprints', 'order_fix_plan', 'plan_form', 'read_audit', 'render_apex',
  ]);
  for (const tool of tools) {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      assert.equal(schema.type, 'object', tool.name);
      for (const [, ref] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)) assert.match(ref, /^#/, tool.name);
    }
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint]) assert.equal(typeof hint, 'boolean', tool.name);
    assert.equal(openWorldHint, false);
  }
  const hints = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  assert.equal(hints.validate_blueprint.readOnlyHint, true);
  assert.equal(hints.remove_participant.destructiveHint, true);
  await client.close();
});

test('every workflow tool answers as its schema says', async () => {
  const { client, call } = await connect();
  await client.listTools(); // From here on the client checks every answer against its schema.
  const answers = {};
  for (const [name, args] of loan) {
    const result = await call(name, args);
    assert.equal(result.isError, false, `${name}: ${result.content[0].text}`);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    answers[name] = result.structuredContent;
  }
  assert.equal(answers.create_blueprint.message, 'Blueprint created successfully');
  assert.equal(answers.add_participant.participantCount, 3);
  assert.deepEqual(answers.update_action.fieldsChanged, ['title']);
  assert.equal(answers.remove_participant.message, 'Participant removed');
  assert.equal(answers.validate_blueprint.isValid, true);
  assert.deepEqual(answers.validate_blueprint.warnings.map((one) => one.code), ['LOOP_WITH_EXIT']);
  await client.close();
});

test('the tools for the other contracts', async () => {
  const { client, call } = await connect();
  await client.listTools();
  const bad = (await call('check', { contract: 'fix-plan', text: '{\n"version": 1}' })).structuredContent;
  assert.equal(bad.valid, false);
  assert.ok(bad.diagnostics.every((one) => one.code && one.line >= 1), JSON.stringify(bad));
  const good = (await call('check', { contract: 'action-blueprint', text: blueprint })).structuredContent;
  assert.equal(good.valid, true);
  const apex = (await call('render_apex', { text: blueprint })).structuredContent;
  assert.ok(apex.files.some((file) => file.path.endsWith('.cls') && file.text.includes('class')));
  const refused = await call('render_apex', { text: '{"name": 1}' });
  assert.equal(refused.isError, true);
  assert.ok(facts(refused).some((one) => one.pointer === '/name'));
  const plan = (await call('plan_form', { utterance: 'عنوان فرم ۳ را به «تماس با ما» تغییر بده' })).structuredContent;
  assert.equal(plan.plan.steps[0].params.title, 'تماس با ما');
  const none = (await call('plan_form', { utterance: 'فرم ۳ را حذف کن' })).structuredContent;
  assert.deepEqual([none.none, none.code, none.word], [true, 'NO_SUCH_STEP', 'حذف کن']);
  const { names } = (await call('export_schema', {})).structuredContent;
  assert.ok(names.includes('form-plan/form-plan'));
  const { schema } = (await call('export_schema', { name: 'form-plan/form-plan' })).structuredContent;
  assert.equal(schema.title, 'FormPlan');
  const unknown = await call('export_schema', { name: 'form-plan/form-plam' });
  assert.match(facts(unknown)[0].help, /form-plan\/form-plan/);
  await client.close();
});

test('prompts, resources, and the tools that read', async () => {
  const { client, call } = await connect();
  await client.listTools();
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name });
    assert.ok(messages[0].content.text.length > 500, name);
  }
  const { resources } = await client.listResources();
  for (const { uri, title } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.equal(JSON.parse(contents[0].text).title, title);
  }
  for (const [name, args] of loan) await call(name, args);
  const { blueprint } = (await call('get_blueprint', {})).structuredContent;
  assert.equal(blueprint.participants.length, 2);
  const { blueprints } = (await call('list_blueprints', {})).structuredContent;
  assert.deepEqual(blueprints.map((one) => [one.id, one.isStored]), [[blueprint.id, false]]);
  const exported = (await call('export_blueprint', { format: 'json' })).structuredContent;
  assert.equal(exported.isValid, true);
  const checked = (await call('check', { contract: 'workflow-tools', text: exported.text })).structuredContent;
  assert.equal(checked.valid, true);
  assert.equal(facts(await call('read_audit', {}))[0].code, 'NO_AGENT');
  assert.equal((await call('order_fix_plan', { text: '{}' })).isError, true);
  await client.close();
});

test('a wrong call says how to mend it and changes nothing', async () => {
  const { client, call } = await connect();
  const early = await call('add_action', { id: 0, title: 'x', sender: 'a' });
  assert.equal(facts(early)[0].code, 'NO_BLUEPRINT');
  for (const [name, args] of loan) await call(name, args);
  const before = (await call('validate_blueprint', {})).structuredContent;
  const deep = Array(100).fill(0).reduce((value) => [value], 1);
  for (const [name, args, code, pointer] of [
    ['create_blueprint', { title: 'x', description: 'long enough' }, 'TOO_SHORT', '/title'],
    ['create_blueprint', { title: null, description: 'long enough' }, 'TYPE_MISMATCH', '/title'],
    ['add_participant', { id: 'x' }, 'MISSING_FIELD', '/name'],
    ['add_action', { id: 1e300, title: 'x', sender: 'bank' }, 'OUT_OF_RANGE', '/id'],
    ['add_action', { id: -1, title: 'x', sender: 'bank' }, 'OUT_OF_RANGE', '/id'],
    ['add_action', { id: 9, title: 'x', sender: 'bnak' }, 'INVALID_PARTICIPANT_REF', '/sender'],
    ['add_action', { id: 9, title: deep, sender: 'bank' }, 'TYPE_MISMATCH', '/title'],
    ['update_action', { id: 77 }, 'ACTION_NOT_FOUND', '/id'],
    ['set_disclosure', { actionId: 0, participantId: 'bank', fields: [] }, 'TOO_FEW_ITEMS', '/fields'],
    ['remove_participant', { id: 'bank' }, 'MIN_PARTICIPANTS', '/id'],
    ['check', { contract: 'none', text: '' }, 'ENUM_MISMATCH', '/contract'],
    ['plan_form', {}, 'MISSING_FIELD', '/utterance'],
  ]) {
    const result = await call(name, args);
    assert.equal(result.isError, true, name);
    const fact = facts(result).find((one) => one.pointer === pointer);
    assert.equal(fact?.code, code, `${name} ${JSON.stringify(args).slice(0, 80)}: ${result.content[1].text}`);
    assert.ok(result.content[0].text.includes(code) && fact.message);
  }
  assert.match(facts(await call('add_action', { id: 9, title: 'x', sender: 'bnak' }))[0].help, /"bank"/);
  assert.deepEqual((await call('validate_blueprint', {})).structuredContent, before);
  await assert.rejects(call('delete_everything', {}), { code: -32602, message: /Unknown tool: delete_everything/ });
  await client.close();
});

test('1,000 calls in a row', async () => {
  const { client, call } = await connect();
  for (const [name, args] of loan.slice(0, 3)) await call(name, args);
  const answers = [];
  for (let id = 0; id < 1000; id += 1) answers.push(call('add_action', { id, title: `Step ${id}`, sender: 'bank' }));
  const counts = (await Promise.all(answers)).map((result) => result.structuredContent.actionCount);
  assert.deepEqual(counts, Array.from({ length: 1000 }, (_, index) => index + 1));
  await client.close();
});

test('two clients at once have a draft each', async () => {
  const [one, other] = await Promise.all([connect(), connect()]);
  for (const [name, args] of loan) {
    const results = await Promise.all([one.call(name, args), other.call(name, args)]);
    for (const result of results) assert.equal(result.isError, false, name);
  }
  await one.call('add_participant', { id: 'third', name: 'Third' });
  const counts = await Promise.all([one, other].map(({ call }) => call('add_participant', { id: 'last', name: 'Last' })));
  assert.deepEqual(counts.map((result) => result.structuredContent.participantCount), [4, 3]);
  await Promise.all([one.client.close(), other.client.close()]);
});
