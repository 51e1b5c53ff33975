import { type FieldTypeNode, type ScalarTypeNode, type TypeNode, type TypeNumbers } from '../ast/type-node.js';
import { badSyntax } from './refusals/refusals.js';
import { scalarByName } from '../types/types.js';
import { readName } from './names.js';
import { type TokenReader } from './token-reader.js';

/** Other dialects' names for types that GoogleSQL has. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ...['TEXT', 'VARCHAR', 'CHAR', 'NVARCHAR'].map((name) => [name, 'STRING'] as const),
  ...['DOUBLE', 'REAL', 'FLOAT'].map((name) => [name, 'FLOAT64'] as const),
  ...['TIMESTAMPTZ', 'TIMESTAMP_TZ'].map((name) => [name, 'TIMESTAMP'] as const),
  ...['SIGNED', 'UNSIGNED', 'LONG'].map((name) => [name, 'INT64'] as const),
]);

/**
 * Reads a type.
 *
 * @param isLimited whether lengths and numbers of digits may stand in it, as in CAST alone
 */
export function readType(tokens: TokenReader, isLimited: boolean): TypeNode {
  if (tokens.is('ARRAY', '<')) return readArrayType(tokens, isLimited);
  return tokens.is('STRUCT', '<') ? readStructType(tokens, isLimited) : readScalar(tokens, isLimited);
}

function readArrayType(tokens: TokenReader, isLimited: boolean): TypeNode {
  const word = tokens.take();
  const element = tokens.bracketed(() => readType(tokens, isLimited), '<', '>');
  if (element.type === 'ArrayType') {
    throw badSyntax(word, 'an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  }
  return { type: 'ArrayType', line: word.line, column: word.column, element };
}

function readStructType(tokens: TokenReader, isLimited: boolean): TypeNode {
  const { line, column } = tokens.take();
  const fields = tokens.bracketed(() => tokens.list(() => readField(tokens, isLimited)), '<', '>');
  return { type: 'StructType', line, column, fields };
}

/** `name INT64`, or the type alone. */
function readField(tokens: TokenReader, isLimited: boolean): FieldTypeNode {
  const name = tokens.isName(1) ? readName(tokens).name : '';
  return { name, fieldType: readType(tokens, isLimited) };
}

function readScalar(tokens: TokenReader, isLimited: boolean): ScalarTypeNode {
  const token = tokens.peek();
  const { line, column, text: name } = token;
  if (!tokens.isName()) throw tokens.unexpected('a type has to stand here');
  const kind = scalarByName(name);
  const meant = kind ? undefined : OTHER_TYPES.get(tokens.word());
  if (meant !== undefined) throw badSyntax(token, `there is no type ${name}; write ${meant}`);
  tokens.take();
  if (!kind) tokens.readOver(token, `type "${name}"`);
  // `RANGE<DATE>`
  if (!kind && tokens.is('<')) tokens.bracketed(() => readType(tokens, isLimited), '<', '>');
  if (tokens.is('(') && !isLimited) tokens.readOver(tokens.peek(), '"(" here');
  const numbers = tokens.is('(') ? readNumbers(tokens) : undefined;
  return { type: 'ScalarType', line, column, name, kind, numbers };
}

function readNumbers(tokens: TokenReader): TypeNumbers {
  const { line, column } = tokens.peek();
  const values = tokens.bracketed(() =>
    tokens.list(() => {
      const number = tokens.peek();
      if (tokens.isAtEnd || !/^\d{1,18}$/.test(number.text)) {
        throw badSyntax(number, 'a length or a number of digits is a whole number written out');
      }
      return BigInt(tokens.take().text);
    }),
  );
  return { line, column, values };
}
