import {
  type NameNode,
  type PipeAs,
  type PipeDrop,
  type PipeRename,
  type AggregateItemNode,
  type PipeAggregateNode,
  type PipeSetNode,
} from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { kindAt } from './group-by.js';
import { readAlias, readName } from './names.js';
import { readOrder } from './ordering.js';
import { readSelectItem } from './select-items.js';
import { type TokenReader, written } from './token-reader.js';

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
