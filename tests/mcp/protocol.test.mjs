// Invalid input from clients: every line that expects an answer gets one, and the server keeps running.
import assert from 'node:assert/strict';
import test from 'node:test';
import { raw } from './server.mjs';

const alive = async (server) => {
  const pong = await server.ask({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
  assert.deepEqual(pong, { jsonrpc: '2.0', id: 'ping', result: {} });
};

test('broken lines are answered and the server lives on', async () => {
  const server = raw();
  await server.initialize();
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  for (const [line, code] of [
    ['garbage', -32700],
    ['{"jsonrpc": "2.0", "id": 1, "method": "ping"', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\ud800"}}', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":NaN}', -32700],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), -32700],
    [Buffer.from([0]), -32700],
    ['['.repeat(10_000), -32700],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['[]', -32600],
    ['"text"', -32600],
    ['{"id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}', -32600],
    ['x'.repeat(9 * 1024 * 1024), -32600],
    [`{"a":"${'y'.repeat(20 * 1024 * 1024)}"}`, -32600],
  ]) {
    server.write(line);
    server.write('\n');
    const answer = await server.next();
    assert.equal(answer.error?.code, code, `${line.slice(0, 60)}: ${JSON.stringify(answer)}`);
    assert.ok(answer.error.message.length > 10);
    await alive(server);
  }
  server.child.stdin.end();
  assert.equal((await server.exited).code, 0);
});

test('wrong requests get the code of their fault', async () => {
  const server = raw();
  await server.initialize();
  for (const [method, params, code] of [
    ['no/such/method', {}, -32601],
    ['resources/read', { uri: 'x:y' }, -32002],
    ['resources/read', { uri: 5 }, -32602],
    ['prompts/get', { name: 'x' }, -32602],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }, -32601],
    ['tools/call', undefined, -32602],
    ['tools/call', { name: 5 }, -32602],
    ['tools/call', { name: 'create_blueprint', arguments: [1] }, -32602],
    ['tools/call', { name: 'create_blueprint', arguments: 'text' }, -32602],
    ['tools/call', { name: 'bogus', arguments: {} }, -32602],
  ]) {
    const answer = await server.ask({ jsonrpc: '2.0', id: 7, method, params });
    assert.equal(answer.error?.code, code, `${method} ${JSON.stringify(params)}: ${JSON.stringify(answer)}`);
    assert.equal(answer.id, 7);
  }
  const twice = '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"add_participant","arguments":{"id":"a","id":"b","name":"x"}}}\n';
  server.write(twice);
  const { result } = await server.next();
  assert.equal(result.isError, true);
  assert.deepEqual(JSON.parse(result.content[1].text).errors.map((one) => [one.code, one.pointer]), [['DUPLICATE_KEY', '/id']]);
  await alive(server);
  server.child.stdin.end();
  assert.equal((await server.exited).code, 0);
});

test('before it has begun nothing ends the server', async () => {
  const server = raw();
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  server.send({ jsonrpc: '2.0', id: 1, result: {} });
  const early = await server.ask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'validate_blueprint', arguments: {} } });
  assert.ok(early.error, JSON.stringify(early));
  await alive(server);
  assert.equal((await server.initialize()).result.serverInfo.name, 'planwright');
  await alive(server);
  server.child.stdin.end();
  assert.equal((await server.exited).code, 0);
});

test('a client that goes ends the server quietly', async () => {
  const server = raw();
  server.child.stdin.end();
  assert.deepEqual(await server.exited, { code: 0, signal: null, stderr: '' });
});
