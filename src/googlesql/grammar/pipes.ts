import { type QueryNode, type PipeOperatorNode, type NameNode, type AggregateItemNode } from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { holdsQuery, takeBracketedQuery, isSetOperator, readSetOperator, readWith } from './query-parts.js';
import { readFromItem, readSample, isJoin, readJoin } from './from.js';
import { readLimit, readOrderBy, readOrder, readWindowClause } from './windows.js';
import { readPivot, readUnpivot } from './pivot.js';
import { readRowsAs, readSelectItem } from './select.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';
import { kindAt } from './group-by.js';
import { readAlias, readColumn, readName } from './names.js';

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
    const clause = readJoin(tokens, () => readFromItem(tokens));
    return { type: 'PipeJoin', ...written(clause), clause };
  }
  switch (tokens.word()) {
    case 'WHERE':
      return { type: 'PipeWhere', ...word, clause: readWhere(tokens) };
    case 'SELECT':
      return readPipeSelect(tokens);
    case 'EXTEND':
      return { type: 'PipeExtend', ...written(tokens.take()), ...readItems(tokens) };
    case 'SET':
      return readSet(tokens);
    case 'DROP':
      return { type: 'PipeDrop', ...written(tokens.take()), columns: tokens.openList(() => readOwnColumn(tokens)) };
    case 'RENAME':
      return readRename(tokens);
    case 'DISTINCT':
      return { type: 'PipeDistinct', ...written(tokens.take()) };
    case 'AS':
      return readPipeAs(tokens);
    case 'AGGREGATE':
      return readAggregate(tokens);
    case 'ASSERT':
      return readAssert(tokens);
    case 'ORDER':
      return { type: 'PipeOrderBy', ...word, clause: needed(tokens, readOrderBy(tokens, true)) };
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
  const clause = needed(tokens, tokens.condition('WHERE'));
  if (tokens.is(',') && tokens.word(1) !== '|>') throw badSyntax(clause, 'WHERE takes one condition');
  return clause;
}

/** A clause whose first word has been seen. */
function needed<T>(tokens: TokenReader, clause: T | undefined): T {
  if (!clause) throw tokens.unexpected();
  return clause;
}

function readPipeLimit(tokens: TokenReader) {
  const clause = needed(tokens, readLimit(tokens));
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
function readSet(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.take());
  const assignments = tokens.openList(() => {
    const column = readOwnColumn(tokens);
    if (!tokens.is('=') && !tokens.isAtEnd) throw badSyntax(column, 'SET takes column = expression');
    tokens.expect('=');
    return { column, value: tokens.expression() };
  });
  return { type: 'PipeSet', ...word, assignments };
}

/** `|> RENAME column AS name, …` */
function readRename(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.take());
  const columns = tokens.openList(() => {
    const column = readOwnColumn(tokens);
    const alias = readAlias(tokens);
    if (!alias) throw badSyntax(column, 'RENAME takes column AS name');
    return { column, alias };
  });
  return { type: 'PipeRename', ...word, columns };
}

/** `|> AS name` */
function readPipeAs(tokens: TokenReader): PipeOperatorNode {
  const word = written(tokens.take());
  const alias = readName(tokens);
  if (tokens.is('.')) throw badSyntax(word, 'AS takes one name');
  return { type: 'PipeAs', ...word, alias };
}

/** `|> AGGREGATE … GROUP [AND ORDER] BY …` */
function readAggregate(tokens: TokenReader): PipeOperatorNode {
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

function readOwnColumn(tokens: TokenReader): NameNode {
  return readColumn(tokens, /^\.$/, 'name a column');
}
