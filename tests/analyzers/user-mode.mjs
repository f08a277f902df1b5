// Our own check, for where the others are blind: every DML outside of tests is in user mode but that of one counter, and nothing describes the whole org.
// PMD looks at bare statements only and is silenced by any AccessLevel; apex-ls does not look at all.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ApexErrorListener, ApexParserFactory } from '@apexdevtools/apex-parser';
import { each, main } from './lib.mjs';

const STATEMENT = /^(Insert|Update|Upsert|Delete|Undelete|Merge)StatementContext$/;
const METHOD = /^(insert|update|upsert|delete|undelete|merge)(Immediate|Async)?$/i;
const USER_MODE = /^(System\.)?AccessLevel\.USER_MODE$/i;
// The one class that may write in system mode, in the one way that it does: it counts for users who have no permission to count.
const COUNTER = { file: 'UseCounter.cls', call: /^Database\.upsert\(\w+,PlanwrightUse__c\.UserAction__c,true,AccessLevel\.SYSTEM_MODE\)$/ };

await main(each((project) => {
  const calls = project.classes.flatMap((file) => read(file).map((call) => ({ file, ...call, message: counts(file, call) ? null : call.message })));
  const dml = calls.filter((call) => call.rule === 'UserMode').length;
  return { findings: calls.filter((call) => call.message), note: `${dml} DML calls, ${project.classes.length} classes` };
}));

function counts(file, { text = '' }) {
  return basename(file) === COUNTER.file && COUNTER.call.test(text);
}

function read(file) {
  const faults = [];
  class Listener extends ApexErrorListener {
    apexSyntaxError(line, column, message) { faults.push({ line, rule: 'Syntax', message }); }
  }
  const { parser } = ApexParserFactory.createLexerAndParser(readFileSync(file, 'utf8'), new Listener());
  const tree = parser.compilationUnit();
  return faults.length ? faults : callsOf(tree);
}

/** All DML and global describes of a class; the bad ones have a message. */
function callsOf(tree) {
  const test = /@istest\b/i.test(annotations(tree));
  return nodes(tree).flatMap((node) => {
    const line = node.start?.line;
    if (isCall(node, /^(System\.)?Schema$/i, /^getGlobalDescribe$/i)) {
      return [{ line, rule: 'GlobalDescribe', message: 'describes every object of the org: describe the one it needs' }];
    }
    if (test) return [];
    if (STATEMENT.test(node.constructor.name)) return [{ line, rule: 'UserMode', message: statementFault(node) }];
    if (isCall(node, /^(System\.)?Database$/i, METHOD)) return [{ line, rule: 'UserMode', message: callFault(node), text: node.getText() }];
    return [];
  });
}

function statementFault(node) {
  return /^asuser$/i.test(node.accessLevel?.()?.getText() ?? '') ? null : 'DML statement without `as user`';
}

function callFault(node) {
  const last = node.dotMethodCall().expressionList()?.expression_list().at(-1)?.getText() ?? '';
  return USER_MODE.test(last) ? null : `DML call ends in ${last || 'nothing'}, not in AccessLevel.USER_MODE`;
}

function isCall(node, receiver, method) {
  const call = node.dotMethodCall?.();
  return Boolean(call) && receiver.test(node.expression().getText()) && method.test(call.anyId().getText());
}

/** The annotations of the outer class. */
function annotations(tree) {
  return tree.typeDeclaration().modifier_list().map((modifier) => modifier.getText()).join(' ');
}

function nodes(node) {
  return [node, ...(node.children ?? []).flatMap(nodes)];
}
