import { type ScalarTypeNode, type StructTypeNode, type TypeNode, type TypeNumbers } from '../ast/type-node.js';
import { scalarByName } from '../types/types.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { readName } from './read-name.js';
import { type SyntaxNode } from './syntax-node.js';

/** What other dialects call types that GoogleSQL has. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ...['TEXT', 'VARCHAR', 'CHAR', 'NVARCHAR'].map((name) => [name, 'STRING'] as const),
  ...['DOUBLE', 'REAL', 'FLOAT'].map((name) => [name, 'FLOAT64'] as const),
  ...['TIMESTAMPTZ', 'TIMESTAMP_TZ'].map((name) => [name, 'TIMESTAMP'] as const),
  ...['SIGNED', 'UNSIGNED', 'LONG'].map((name) => [name, 'INT64'] as const),
]);

/**
 * The type that a CAST names, which may have lengths and numbers of digits.
 *
 * @throws UnparsedQuery
 */
export function readCastType(cast: SyntaxNode): TypeNode {
  return readType(childOf(cast, 'cast_to'), true);
}

/**
 * The type in front of an array's elements; undefined where there is none but the word ARRAY.
 *
 * @throws UnparsedQuery
 */
export function readArrayType(literal: SyntaxNode): TypeNode | undefined {
  const node = literal.child('type');
  return !node || (node.keyword === 'ARRAY' && !node.has('type_declaration')) ? undefined : readType(node, false);
}

/**
 * The type in front of a STRUCT's values; undefined where there is none but the word STRUCT.
 *
 * @throws UnparsedQuery
 */
export function readStructType(literal: SyntaxNode): TypeNode | undefined {
  const node = literal.child('type');
  if (node?.has('type_declaration')) return readType(node, false);
  if (node) expectOnly(node);
  return undefined;
}

function readType(node: SyntaxNode, isLimited: boolean): TypeNode {
  if (node.type !== 'Type' && node.type !== 'Identifier') throw unknownSyntax(node, `type "${node.text}"`);
  const declaration = node.child('type_declaration');
  const { line, column, keyword } = node;
  if (declaration && keyword === 'ARRAY') {
    expectOnly(node, 'type_declaration');
    expectOnly(declaration, 'type');
    const element = readType(childOf(declaration, 'type'), isLimited);
    if (element.type === 'ArrayType') {
      throw badSyntax(node, 'an ARRAY of ARRAYs is not possible; put a STRUCT in between');
    }
    return { type: 'ArrayType', line, column, element };
  }
  return declaration && keyword === 'STRUCT'
    ? readStruct(node, declaration, isLimited)
    : readScalar(node, isLimited ? node.child('parameter') : undefined);
}

function readStruct(node: SyntaxNode, declaration: SyntaxNode, isLimited: boolean): StructTypeNode {
  expectOnly(node, 'type_declaration');
  expectOnly(declaration, 'declarations');
  const fields = declaration.list('declarations').map((field) => {
    expectOnly(field, 'type');
    const fieldType = readType(childOf(field, 'type'), isLimited);
    return { name: field.text === '' ? '' : readName(field), fieldType };
  });
  return { type: 'StructType', line: node.line, column: node.column, fields };
}

function readScalar(node: SyntaxNode, parameter: SyntaxNode | undefined): ScalarTypeNode {
  expectOnly(node, ...(parameter ? ['parameter'] : []));
  const { line, column, text: name } = node;
  const kind = scalarByName(name);
  if (!kind) {
    const meant = OTHER_TYPES.get(node.keyword);
    throw meant === undefined
      ? unknownSyntax(node, `type "${name}"`)
      : badSyntax(node, `there is no type ${name}; write ${meant}`);
  }
  return { type: 'ScalarType', line, column, name, kind, numbers: parameter && readNumbers(parameter) };
}

function readNumbers(parameter: SyntaxNode): TypeNumbers {
  expectOnly(parameter, 'exprs');
  const values = parameter.list('exprs').map((number) => {
    expectOnly(number);
    if (number.type !== 'NumericLiteral' || !/^\d{1,18}$/.test(number.text)) {
      throw badSyntax(number, 'a length or a number of digits is a whole number written out');
    }
    return BigInt(number.text);
  });
  return { line: parameter.line, column: parameter.column, values };
}
