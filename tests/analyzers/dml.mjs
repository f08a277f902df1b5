// Finds every DML operation of a class in its parse tree, and whether it runs in user mode.
import { ApexErrorListener, ApexParserFactory } from '@apexdevtools/apex-parser';

const STATEMENT = /^(Insert|Update|Upsert|Delete|Undelete|Merge)StatementContext$/;
const METHOD = /^(insert|update|upsert|delete|undelete|merge)(Immediate|Async)?$/i;
const USER_MODE = /^(System\.)?AccessLevel\.USER_MODE$/i;

/** Returns all DML and global describes of a class. Forbidden ones have a message. */
export function dmlOf(source) {
  const faults = [];
  class Listener extends ApexErrorListener {
    apexSyntaxError(line, column, message) { faults.push({ line, rule: 'Syntax', message }); }
  }
  const { parser } = ApexParserFactory.createLexerAndParser(source, new Listener());
  const tree = parser.compilationUnit();
  return faults.length ? faults : callsOf(tree);
}

/** Returns all DML and global describes of a class. Forbidden ones have a message. */
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

/** Returns the annotations of the outer class. */
function annotations(tree) {
  return tree.typeDeclaration().modifier_list().map((modifier) => modifier.getText()).join(' ');
}

function nodes(node) {
  return [node, ...(node.children ?? []).flatMap(nodes)];
}
