import { type ElementKind, type ElementNode, type ExpressionNode } from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { readBracketedQuery } from './query-parts.js';
import { readCall, readChainedCall, readNamespacedCall } from './calls.js';
import { readArray, readCase, readInterval, readRange, readStruct } from './constructors.js';
import { readLiteral } from './literals/literals.js';
import { readName, readPart } from './names.js';
import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

/** Reserved keywords that are functions. */
const FUNCTIONS = new Set(['IF', 'LEFT', 'RIGHT', 'GROUPING', 'CAST', 'EXISTS', 'EXTRACT', 'RANGE', 'COLLATE']);

/** An operand of operators: a literal, a name, a call, something in brackets, with its fields and elements behind it. */
export function readOperand(tokens: TokenReader): ExpressionNode {
  let operand = readFirst(tokens);
  for (let before = 1; ; before += 1) {
    const found = tokens.chained(before, () => readFurther(tokens, operand));
    if (!found) return operand;
    operand = found;
  }
}

function readFirst(tokens: TokenReader): ExpressionNode {
  const literal = readLiteral(tokens);
  if (literal) return literal;
  switch (tokens.word()) {
    case '(':
      return readBracketedQuery(tokens, false) ?? readBrackets(tokens);
    case '[':
      return readArray(tokens);
    case 'ARRAY':
      return tokens.is('ARRAY', '(') ? readCall(tokens) : readArray(tokens);
    case 'STRUCT':
      return readStruct(tokens);
    case 'CASE':
      return readCase(tokens);
    case 'INTERVAL':
      return readInterval(tokens);
    case 'RANGE':
      return tokens.is('RANGE', '<') ? readRange(tokens) : readNamed(tokens);
    default:
      return readNamed(tokens);
  }
}

/** A name, or a function that is called. */
function readNamed(tokens: TokenReader): ExpressionNode {
  if (!tokens.isName()) throw tokens.unexpected();
  if (tokens.is('SELECT')) throw tokens.unexpected('a query here has to stand in parentheses of its own');
  if (tokens.word(1) === '(' && (FUNCTIONS.has(tokens.word()) || isName(tokens))) return readCall(tokens);
  return readNamespacedCall(tokens) ?? readName(tokens);
}

/** `(a)`, and `(a, b)`, which is a STRUCT. */
function readBrackets(tokens: TokenReader): ExpressionNode {
  const bracket = written(tokens.peek());
  return tokens.bracketed(() => {
    const [inner = tokens.expression(), ...others] = tokens.list(() => tokens.expression());
    if (others.length === 0) return { type: 'Brackets', ...bracket, inner };
    const fields = [inner, ...others].map((value) => ({ value, alias: undefined }));
    return { type: 'Struct', ...bracket, declared: undefined, isTuple: true, fields };
  });
}

/** A field, an element or a call behind an operand. */
function readFurther(tokens: TokenReader, operand: ExpressionNode): ExpressionNode | undefined {
  if (tokens.is('[')) return readElement(tokens, operand);
  if (!tokens.is('.') || tokens.is('.', '*')) return undefined;
  const dot = tokens.take();
  if (tokens.word(1) === '(') return readChainedCall(tokens, operand);
  if (tokens.peek().kind === 'string') throw unknownSyntax(tokens.peek(), `"${tokens.peek().text}" after a dot`);
  return { type: 'Field', ...writtenFrom(operand, dot), operand, field: readPart(tokens) };
}

const ELEMENT_KINDS: readonly ElementKind[] = ['OFFSET', 'ORDINAL', 'SAFE_OFFSET', 'SAFE_ORDINAL'];

function readElement(tokens: TokenReader, operand: ExpressionNode): ElementNode {
  const bracket = writtenFrom(operand, tokens.peek());
  return tokens.bracketed(
    () => {
      const kind = ELEMENT_KINDS.find((each) => tokens.is(each, '('));
      if (!kind) return { type: 'Element', ...bracket, operand, kind, position: tokens.expression() };
      const word = tokens.take();
      const position = tokens.bracketed(() => {
        if (tokens.is(')')) throw badSyntax(word, 'one position is expected');
        const first = tokens.expression();
        if (tokens.is(',')) throw badSyntax(word, 'one position is expected');
        return first;
      });
      return { type: 'Element', ...bracket, operand, kind, position };
    },
    '[',
    ']',
  );
}

function isName(tokens: TokenReader): boolean {
  const { kind } = tokens.peek();
  return kind === 'quoted name' || !RESERVED_KEYWORDS.has(tokens.word());
}
