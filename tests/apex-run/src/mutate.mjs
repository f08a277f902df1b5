// Mutants of a class: one small change each, found in the parse tree and expressed as a replacement of source text.
import { kind, line, parseClass } from './parse.mjs';

const TURNED = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '===': '!==', '!==': '===', '&&': '||', '||': '&&', '-': '+', '*': '/', '/': '*' };
const RIGHTS = { isCreateable: 'isUpdateable', isUpdateable: 'isAccessible', isAccessible: 'isUpdateable' };
const DML = /^(insert|update|upsert|delete)$/i;

/** Returns `{ operator, file, line, start, end, text }`, the replacement of source[start, end) by text, in the order of the source. */
export function mutantsOf(source, file) {
  const found = [];
  const add = (operator, node, text) => {
    const [start, end] = [node.start.start, node.stop.stop + 1];
    const old = source.slice(start, end);
    if (old !== text) found.push({ operator, file, line: line(node), start, end, old, text });
  };
  const text = (node) => source.slice(node.start.start, node.stop.stop + 1);
  walk(parseClass(source, file), (node) => {
    const visit = VISIT[kind(node)];
    if (visit) visit(node, add, text);
  });
  found.push(...exchanged(source, file));
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Exchanges a field, a key of the payload, or a member of the answer with the next one, of its type where that matters. */
function exchanged(source, file) {
  const types = new Map([...source.matchAll(/^ {4}public (\w+) (\w+);$/gm)].map(([, type, name]) => [name, type]));
  const tokens = /new List<Schema\.SObjectField>\{([^}]*)\}/.exec(source);
  const written = tokens ? [...tokens[1].matchAll(/\w+\.(\w+)(?=[,\s])/g)].map((hit) => ({ hit: { 0: hit[0], index: hit.index + tokens.index + tokens[0].indexOf(tokens[1]) }, type: 'field', name: hit[1] })) : [];
  const sent = [...source.matchAll(/work\.put\(\s*'\w+',\s*request\.(\w+)\s*\)/g)].map((hit) => ({ hit, type: types.get(hit[1]), name: hit[1] }));
  const answered = [...source.matchAll(/response\.\w+ = \((\w+)\) result\.outputs\.get\(\s*'(\w+)'\s*\)/g)].map((hit) => ({ hit, type: hit[1], name: hit[2] }));
  return [written, sent, answered].flatMap((all) => all.flatMap(({ hit, type, name }, i) => {
    const next = all.slice(i + 1).find((other) => other.type === type);
    if (!type || !next) return [];
    const start = hit.index + hit[0].lastIndexOf(name);
    return [{ operator: 'value of another input', file, line: source.slice(0, start).split('\n').length, start, end: start + name.length, old: name, text: next.name }];
  }));
}

/** Returns the source with one mutation. */
export const apply = (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end);

/** Mutations by node kind: `(node, add, text)`. */
const VISIT = {
  Statement(node, add) {
    const inner = kind(node.getChild(0));
    if (/^(ExpressionStatement|IfStatement|ForStatement|WhileStatement|ContinueStatement|BreakStatement|ThrowStatement)$/.test(inner)) add('removed statement', node, '{}');
    else if (/^(Insert|Update|Upsert|Delete)Statement$/.test(inner)) add('removed statement', node, '{}');
    else if (inner === 'ReturnStatement' && !node.getChild(0).expression()) add('removed statement', node, '{}');
  },
  ParExpression(node, add, text) { add('negated condition', node, `(!${text(node)})`); },
  CondExpression(node, add, text) {
    const [test, yes, no] = node.expression_list();
    add('negated condition', node, `!(${text(test)}) ? ${text(yes)} : ${text(no)}`);
  },
  ReturnStatement(node, add, text) {
    if (node.expression() && text(node.expression()) !== 'null') add('returned null', node, 'return null;');
  },
  CmpExpression: turned('boundary operator'),
  EqualityExpression(node, add, text) {
    turned('turned equality')(node, add, text);
    const [left, right] = node.expression_list();
    // On null the two differ: a missing confirmation would count as a confirmation.
    if (text(node).endsWith('== true')) add('null passes', node, `${text(left)} != false`);
  },
  LogAndExpression: turned('turned connective'),
  LogOrExpression: turned('turned connective'),
  Arth1Expression: turned('turned arithmetic'),
  Arth2Expression(node, add, text) {
    if (node.ADD()) add('dropped operand', node, text(node.expression_list()[0]));
    else turned('turned arithmetic')(node, add, text);
  },
  CoalExpression(node, add, text) { add('dropped default', node, text(node.expression_list()[0])); },
  NegExpression(node, add, text) { if (node.BANG()) add('dropped negation', node, text(node.expression())); },
  ArrayExpression(node, add, text) {
    const [list, index] = node.expression_list();
    add('shifted index', node, `${text(list)}[${text(list)}.size() - 1 - ${text(index)}]`);
  },
  Literal(node, add, text) {
    if (inAnnotation(node)) return;
    const value = text(node);
    if (value === 'true' || value === 'false') add('flipped flag', node, value === 'true' ? 'false' : 'true');
    else if (/^\d+$/.test(value)) add('swapped constant', node, String(Number(value) + 1));
    else if (/^'/.test(value)) add('swapped constant', node, value === "''" ? "'x'" : `'x${value.slice(1)}`);
  },
  DotExpression(node, add, text) {
    const call = node.dotMethodCall?.();
    if (!call && /^(System\.)?AccessLevel\.USER_MODE$/i.test(text(node))) add('system mode', node, 'AccessLevel.SYSTEM_MODE');
    if (node.QUESTIONDOT?.()) add('dropped null check', node, text(node).replace('?.', '.'));
  },
  DotMethodCall(node, add, text) {
    const name = node.anyId().getText();
    const args = node.expressionList()?.expression_list() ?? [];
    if (Object.hasOwn(RIGHTS, name)) add('other right', node.anyId(), RIGHTS[name]);
    if (/^AccessLevel\./.test(args.at(-1)?.getText() ?? '')) add('dropped access level', node, text(node).replace(/,\s*AccessLevel\.\w+\s*\)$/, ')'));
    if (name === 'upsert' && args.length === 4) add('lost upsert key', node, text(node).replace(/,\s*[\w.]+,/, ','));
    if (name === 'finish' && args.length === 3) {
      const [at, id, errors] = args.map(text);
      add('shifted results', node, `finish(outcomes.size() - 1 - ${at}, ${id}, ${errors})`);
      add('lost errors', node, `finish(${at}, ${id}, new List<Database.Error>())`);
      add('lost record', node, `finish(${at}, null, ${errors})`);
    }
    if (name === 'build' && args.length === 1) {
      const records = text(args[0]);
      add('only the first row', node, `build(${records}); while (${records}.size() > 1) ${records}.remove(1)`);
      add('only the last row', node, `build(${records}); while (${records}.size() > 1) ${records}.remove(0)`);
    }
  },
  MethodDeclaration(node, add, text) {
    // A CALL must not change the database.
    const body = node.block();
    const late = body && after(text(body));
    if (late) add('check after DML', body, late);
    if (body && /\bPwHandlerCall\.run\(/.test(text(body))) add('CALL does DML', body, text(body).replace(/\{/, "{ Database.insert(new List<SObject>{ new Account(Name = 'x') }, false, AccessLevel.USER_MODE);"));
  },
};

/** Moves the checks in a body behind the writes. Returns null if it does not have both. */
function after(body) {
  const check = /\n\s*GuardrailEvaluator\.apply\([^;]*;(?:\n\s*PwConfirmations\.settle\([^;]*;)?/.exec(body);
  const save = /\n\s*save\([^;]*;/.exec(body);
  if (!check || !save) return null;
  const batch = check[0];
  return body.replace(batch, '').replace(save[0], save[0] + batch);
}

function turned(operator) {
  return (node, add, text) => {
    const [left, right] = node.expression_list();
    const all = text(node), before = text(left), after = text(right);
    const sign = all.slice(before.length, all.length - after.length);
    const symbol = sign.trim();
    if (TURNED[symbol]) add(operator, node, before + sign.replace(symbol, TURNED[symbol]) + after);
  };
}

function inAnnotation(node) {
  for (let up = node; up; up = up.parentCtx) if (kind(up) === 'Annotation') return true;
  return false;
}

function walk(node, visit) {
  visit(node);
  for (let i = 0; i < (node.getChildCount?.() ?? 0); i++) {
    const child = node.getChild(i);
    if (child.getChildCount?.()) walk(child, visit);
  }
}
