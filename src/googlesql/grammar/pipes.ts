import {
  type QueryNode,
  type PipeOperatorNode,
  type NameNode,
  type PipeAs,
  type PipeDrop,
  type PipeRename,
  type AggregateItemNode,
  type PipeAggregateNode,
  type PipeSetNode,
} from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { holdsQuery, takeBracketedQuery, isSetOperator, readSetOperator, readWith } from './query-parts.js';
import { readFromItem, readSample, isJoin, readPipeJoin } from './from.js';
import { readLimit, readPipeOrderBy, readOrder, readWindowClause } from './windows.js';
import { readPivot, readUnpivot } from './pivot.js';
import { readRowsAs, readSelectItem } from './select.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';
import { kindAt } from './group-by.js';
import { readAlias, readName } from './names.js';

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

/** `|> SET column = expression, …` */
export function readSet(tokens: TokenReader): PipeSetNode {
  const word = written(tokens.take());
  const assignments = tokens.openList(() => {
    const column = readColumn(tokens);
    if (!tokens.is('=') && !tokens.isAtEnd) throw badSyntax(column, 'SET takes column = expression');
    tokens.expect('=');
    return { column, value: tokens.expression() };
  });
  return { type: 'PipeSet', ...word, assignments };
}

/** `|> DROP column, …` */
export function readDrop(tokens: TokenReader): PipeDrop {
  const word = written(tokens.take());
  return { type: 'PipeDrop', ...word, columns: tokens.openList(() => readColumn(tokens)) };
}

/** `|> RENAME column AS name, …` */
export function readRename(tokens: TokenReader): PipeRename {
  const word = written(tokens.take());
  const columns = tokens.openList(() => {
    const column = readColumn(tokens);
    const alias = readAlias(tokens);
    if (!alias) throw badSyntax(column, 'RENAME takes column AS name');
    return { column, alias };
  });
  return { type: 'PipeRename', ...word, columns };
}

/** `|> AS name` */
export function readPipeAs(tokens: TokenReader): PipeAs {
  const word = written(tokens.take());
  const alias = readName(tokens);
  if (tokens.is('.')) throw badSyntax(word, 'AS takes one name');
  return { type: 'PipeAs', ...word, alias };
}

/** `|> AGGREGATE … GROUP [AND ORDER] BY …` */
export function readAggregate(tokens: TokenReader): PipeAggregateNode {
  const word = written(tokens.take());
  const readItem = (): AggregateItemNode => ({ item: readSelectItem(tokens), order: readOrder(tokens) });
  const results = tokens.is('GROUP') ? [] : tokens.openList(readItem);
  if (!tokens.takeIf('GROUP')) return { type: 'PipeAggregate', ...word, results, keys: [], isOrdered: false };
  const isOrdered = tokens.takeIf('AND', 'ORDER') !== undefined;
  tokens.expect('BY');
  const keys = tokens.openList(() => {
    const kind = kindAt(tokens);
    if (kind) throw unknownSyntax(tokens.peek(), `${kind} in |> AGGREGATE`);
    return readItem();
  });
  return { type: 'PipeAggregate', ...word, results, keys, isOrdered };
}

function readColumn(tokens: TokenReader): NameNode {
  const { kind } = tokens.peek();
  if ((kind !== 'word' && kind !== 'quoted name') || tokens.word(1) === '.') {
    if (tokens.isAtEnd) throw tokens.unexpected();
    throw badSyntax(tokens.peek(), 'name a column');
  }
  return readName(tokens);
}
