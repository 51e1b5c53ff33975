import { type QueryNode, type PipeOperatorNode } from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { holdsQuery, takeBracketedQuery } from './bracketed-query.js';
import { readFromItem, readSample } from './from.js';
import { isJoin, readPipeJoin } from './joins.js';
import { readLimit, readPipeOrderBy } from './ordering.js';
import { readAggregate, readDrop, readPipeAs, readRename, readSet } from './pipe-columns.js';
import { readPivot, readUnpivot } from './pivot.js';
import { readRowsAs } from './select.js';
import { readSelectItem } from './select-items.js';
import { isSetOperator, readSetOperator } from './set-operator.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';
import { readWindowClause } from './windows.js';
import { readWith } from './with-clause.js';

/** A query with the operators behind it. */
export function readPipe(tokens: TokenReader, input: QueryNode): QueryNode {
  const operators: PipeOperatorNode[] = [];
  let bar: SqlToken | undefined;
  for (let next = tokens.takeIf('|>'); next; next = tokens.takeIf('|>')) {
    if (tokens.is('TABLESAMPLE')) {
      readSample(tokens, true);
      continue;
    }
    operators.push(tokens.chained(operators.length, () => readOperator(tokens)));
    bar = next;
  }
  const place = bar ? writtenFrom(input, bar) : written(input);
  return { type: 'Query', ...place, with: undefined, body: { type: 'Pipe', ...place, input, operators } };
}

function readOperator(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.peek());
  if (isSetOperator(tokens)) return readSetOperation(tokens);
  if (isJoin(tokens) && !tokens.is(',')) {
    const clause = readPipeJoin(tokens, () => readFromItem(tokens));
    return { type: 'PipeJoin', ...written(clause), clause };
  }
  switch (tokens.word()) {
    case 'WHERE':
      return { type: 'PipeWhere', ...word, clause: readWhere(tokens) };
    case 'SELECT':
      return readPipeSelect(tokens);
    case 'EXTEND':
      tokens.take();
      return { type: 'PipeExtend', ...word, ...readItems(tokens) };
    case 'SET':
      return readSet(tokens);
    case 'DROP':
      return readDrop(tokens);
    case 'RENAME':
      return readRename(tokens);
    case 'DISTINCT':
      tokens.take();
      return { type: 'PipeDistinct', ...word };
    case 'AS':
      return readPipeAs(tokens);
    case 'AGGREGATE':
      return readAggregate(tokens);
    case 'ASSERT':
      return readAssert(tokens);
    case 'ORDER':
      return { type: 'PipeOrderBy', ...word, clause: readPipeOrderBy(tokens) };
    case 'LIMIT':
      return { type: 'PipeLimit', ...word, clause: readPipeLimit(tokens) };
    case 'PIVOT':
      return { type: 'PipePivot', ...word, clause: readPivot(tokens) };
    case 'UNPIVOT':
      return { type: 'PipeUnpivot', ...word, clause: readUnpivot(tokens) };
    case 'WITH':
      return { type: 'PipeWith', ...word, clause: readWith(tokens, true) };
    default:
      throw tokens.peek().kind === 'word' ? unknownSyntax(word, `|> ${tokens.word()}`) : tokens.unexpected();
  }
}

function readWhere(tokens: TokenReader) {
  const word = written(tokens.take());
  const condition = tokens.expression();
  if (tokens.is(',') && tokens.word(1) !== '|>') throw badSyntax(word, 'WHERE takes one condition');
  return { ...word, condition };
}

function readPipeLimit(tokens: TokenReader) {
  const clause = readLimit(tokens);
  if (!clause) throw tokens.unexpected();
  if (tokens.is(',') && tokens.word(1) !== '|>') {
    throw badSyntax(tokens.peek(1), 'LIMIT takes one number; OFFSET stands in front of a second one');
  }
  return clause;
}

/** The items of a list, with the windows of the WINDOW clause behind it. */
function readItems(tokens: TokenReader) {
  return { items: tokens.openList(() => readSelectItem(tokens)), window: readWindowClause(tokens) };
}

function readPipeSelect(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.take());
  const isDistinct = tokens.takeIf('DISTINCT') !== undefined;
  if (!isDistinct) tokens.takeIf('ALL');
  return { type: 'PipeSelect', ...word, isDistinct, rowsAs: readRowsAs(tokens), ...readItems(tokens) };
}

function readAssert(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.take());
  const condition = tokens.expression();
  const payload = [];
  while (tokens.takeIf(',')) {
    if (tokens.isAtEnd || tokens.is('|>') || tokens.is(')')) {
      throw badSyntax(word, 'ASSERT takes a condition, and values for its message');
    }
    payload.push(tokens.expression());
  }
  return { type: 'PipeAssert', ...word, condition, payload };
}

function readSetOperation(tokens: TokenReader): PipeOperatorNode {
  const operator = readSetOperator(tokens);
  const queries = tokens.openList(() => {
    if (tokens.isAtEnd) throw tokens.unexpected();
    if (!holdsQuery(tokens, true)) {
      throw badSyntax(tokens.peek(), `|> ${operator.name} takes queries in parentheses`);
    }
    return takeBracketedQuery(tokens);
  });
  return { type: 'PipeSetOperation', ...written(operator), operator, queries };
}
