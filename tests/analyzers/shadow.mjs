// Creates the shadow of generated classes: a simplification that SFGE can follow. It keeps everything that decides
// whether a field is checked before it is written.
//
// SFGE ignores DML with an access level, so the access level and the external id are removed. The result must be safe
// without user mode. Values are indeterminate: the runtime is a stub, and methods that only carry data are empty. An
// optional field is always set, and the first denied field ends the check. This gives one path per field instead of
// exponentially many.
import { kind as kindOf, parseClass } from '../apex-run/src/parse.mjs';

const CARRIERS = /^(toWork\d*|toResponse|readInputs\d*|describe\w*)$/;

/** Stub of the runtime for SFGE. */
export const STUB = `public with sharing class PwDynamicActionBatch {
  public class Row { public Map<String, Object> values; }
  private List<Row> rows;
  public PwDynamicActionBatch(PwActionDefinition blueprint, List<PwActionDefinition.Request> requests) { }
  public List<Row> readyRows() { return rows; }
}
`;

/** Returns true for classes with a shadow: actions and their parts, but not the runtime and tests. */
export const casts = (source) => /^(public|global) with(out)? sharing class (DynamicAction|DA(?:Fields|Outputs)\d*)_/m.test(source) && !/@IsTest\b/i.test(source);

/** Returns the shadow of a class, with the same name and line numbers. */
export function shadow(source) {
  const edits = [];
  const text = (node) => source.slice(node.start.start, node.stop.stop + 1);
  const replace = (node, by) => edits.push({ start: node.start.start, end: node.stop.stop + 1, by: padded(text(node), by) });
  const name = /\bclass (\w+)/.exec(source)[1];
  const visit = (node) => {
    const kind = kindOf(node);
    if (kind === 'MethodDeclaration' && node.block()) {
      const method = node.id().getText();
      if (CARRIERS.test(method)) return replace(node.block(), node.VOID() ? '{}' : '{ return null; }');
      if (method === 'invoke' && /\bexecute\(/.test(source)) return replace(node.block(), `{ new ${name}().execute(null); return null; }`);
    }
    if (kind === 'IfStatement' && /^\(values\.containsKey\(/.test(node.parExpression().getText())) {
      return replace(node, node.statement(0).block().statement_list().map(text).join('\n'));
    }
    // A removed statement leaves a block, which the engine does not support.
    if (kind === 'Statement' && node.getText() === '{}' && kindOf(node.parentCtx) === 'Block') return replace(node, '');
    if (kind === 'ExpressionStatement' && /^denied\.add\(/.test(text(node))) {
      // If the list is returned, the caller decides. A part that only received the list cannot end its caller.
      const by = returnsList(node) ? '$& return denied;' : 'throw new AuraHandledException($1);';
      return replace(node, text(node).replace(/denied\.add\(([\s\S]*)\);$/, by));
    }
    if (kind === 'DotMethodCall') edits.push(...bared(node));
    for (let i = 0; i < (node.getChildCount?.() ?? 0); i++) visit(node.getChild(i));
    return undefined;
  };
  visit(parseClass(source, 'shadow'));
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((result, { start, end, by }) => result.slice(0, start) + by + result.slice(end), source);
}

/** Returns true if the method around a statement returns a list. */
function returnsList(node) {
  for (let up = node; up; up = up.parentCtx) if (kindOf(up) === 'MethodDeclaration') return !up.VOID();
  return false;
}

/** Removes the access level, and the external id before it, from a DML call. */
function bared(call) {
  const args = call.expressionList()?.expression_list() ?? [];
  if (!/^AccessLevel\./i.test(args.at(-1)?.getText() ?? '')) return [];
  const cut = (from, to) => ({ start: from.stop.stop + 1, end: to.stop.stop + 1, by: '' });
  const cuts = [cut(args.at(-2), args.at(-1))];
  // SFGE does not support options.
  if (/dmlOptions\(\)$/.test(args.at(-2)?.getText() ?? '')) cuts[0] = cut(args[0], args.at(-1));
  if (/^upsert$/i.test(call.anyId().getText()) && args.length === 4) cuts.push(cut(args[0], args[1]));
  return cuts;
}

/** Keeps the line numbers, so that a finding refers to the line of the original class. */
function padded(old, by) {
  const missing = old.split('\n').length - by.split('\n').length;
  return by + '\n'.repeat(Math.max(0, missing));
}
