// An agent loop over MCP: a model calls tools, reads what comes back, and mends what was refused.
// Put your model in place of `standIn`. Needs the package @modelcontextprotocol/sdk.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';

type Call = [name: string, args: Record<string, unknown>];
type Message = { tool: string; refused: boolean; text: string };
/** A model: it sees the instructions, the tools with their schemas, and the messages so far. No calls mean that it is done. */
type Model = (turn: number, instructions: string, tools: Tool[], messages: Message[]) => Promise<Call[]>;

// What a model would answer, one list of calls a turn; the first call lacks a name, as models do.
const script: Call[][] = [
  [['create_blueprint', { title: 'Loan approval', description: 'A bank decides on a loan' }]],
  [['add_participant', { id: 'client' }]],
  [['add_participant', { id: 'client', name: 'Client' }], ['add_participant', { id: 'bank', name: 'Bank' }]],
  [['add_action', { id: 0, title: 'Apply', sender: 'client', isStartingAction: true, routeToNext: 'bank' }]],
  [['add_action', { id: 1, title: 'Decide', sender: 'bank' }], ['validate_blueprint', {}]],
];
const standIn: Model = async (turn) => script[turn] ?? [];

async function main(model: Model = standIn, turns = 20): Promise<void> {
  const client = new Client({ name: 'loop', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.env.PLANWRIGHT ?? 'planwright', args: ['mcp', '--tools', 'workflow'] }));
  const { tools } = await client.listTools();
  const messages: Message[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const calls = await model(turn, client.getInstructions() ?? '', tools, messages);
    if (!calls.length) break;
    for (const [name, args] of calls) {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
      const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      messages.push({ tool: name, refused: result.isError === true, text });
      console.log(result.isError ? 'refused' : 'done   ', name, result.isError ? text.split('\n')[0] : '');
    }
  }
  const exported = CallToolResultSchema.parse(await client.callTool({ name: 'export_blueprint', arguments: { format: 'json' } }));
  console.log(exported.structuredContent?.isValid ? 'valid' : 'not valid');
  await client.close();
}

await main();
