import { type ArrayNode, type CaseNode, type StructNode } from '../ast/expression-node.js';
import { type ExpressionReader } from './expression-reader.js';
import { badSyntax, childOf, expectOnly } from './node-refusals.js';
import { readName } from './read-name.js';
import { readArrayType, readStructType } from './read-type.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';

/** `[a, b]`, with or without its type in front. */
export function readArray(node: SyntaxNode, read: ExpressionReader): ArrayNode {
  const declared = readArrayType(node);
  const elements = node.list('exprs').map((each) => read(each));
  return { type: 'Array', ...writtenAt(node), isTyped: node.has('type'), declared, elements };
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` and `(a, b)`. */
export function readStruct(node: SyntaxNode, read: ExpressionReader): StructNode {
  const declared = readStructType(node);
  const isTuple = !node.has('type');
  const fields = node.list('exprs').map((each) => {
    const alias = isTuple ? undefined : each.child('alias');
    if (alias && declared) throw badSyntax(each, 'the type names the fields of this STRUCT; leave AS out');
    const value = read(each, isTuple ? [] : ['as', 'alias']);
    return { value, alias: alias && readName(alias) };
  });
  return { type: 'Struct', ...writtenAt(node), declared, isTuple, fields };
}

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function readCase(node: SyntaxNode, read: ExpressionReader): CaseNode {
  const subject = node.child('expr');
  const arms = node.list('arms');
  const otherwise = arms.find((arm) => arm.keyword === 'ELSE');
  const whens = arms.filter((arm) => arm !== otherwise);
  if (whens.length === 0) throw badSyntax(node, 'CASE needs a WHEN');
  for (const arm of arms) expectOnly(arm, 'expr', 'then', 'result');
  return {
    type: 'Case',
    ...writtenAt(node),
    subject: subject && read(subject),
    arms: whens.map((arm) => ({
      when: read(childOf(arm, 'expr')),
      result: read(childOf(arm, 'result')),
    })),
    otherwise: otherwise && read(childOf(otherwise, 'result')),
  };
}
