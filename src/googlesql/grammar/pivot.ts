import {
  type NameNode,
  type ColumnSetNode,
  type Unpivot,
  type AliasedExpression,
  type PivotNode,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readNumber, readText } from './literals/literals.js';
import { readAlias, readColumn } from './names.js';
import { type TokenReader, written } from './token-reader.js';

/** Whether the operator is next, and not a name of the same spelling. */
export function isPivot(tokens: TokenReader): boolean {
  if (tokens.is('PIVOT', '(') || tokens.is('UNPIVOT', '(')) return true;
  return tokens.is('UNPIVOT', 'INCLUDE', 'NULLS') || tokens.is('UNPIVOT', 'EXCLUDE', 'NULLS');
}

/** An alias; PIVOT is one where no brackets follow it. */
export function readItemAlias(tokens: TokenReader): NameNode | undefined {
  return isPivot(tokens) ? undefined : readAlias(tokens);
}

/** `PIVOT(aggregate FOR input IN (value, …)) AS alias` */
export function readPivot(tokens: TokenReader): PivotNode {
  const word = tokens.take();
  const aliased = (): AliasedExpression => {
    const value = tokens.expression();
    return { ...written(value), value, alias: readItemAlias(tokens) };
  };
  const config = tokens.bracketed(() => {
    const aggregates = tokens.list(aliased);
    tokens.expect('FOR');
    const input = tokens.operand();
    tokens.expect('IN');
    return { aggregates, input, values: tokens.bracketed(() => tokens.list(aliased)) };
  });
  return { type: 'Pivot', ...written(word), ...config, alias: readItemAlias(tokens) };
}

/** `UNPIVOT INCLUDE NULLS (value FOR name IN (column, …)) AS alias` */
export function readUnpivot(tokens: TokenReader): Unpivot {
  const word = tokens.take();
  const keepsNulls = tokens.takeIf('INCLUDE', 'NULLS') !== undefined;
  if (!keepsNulls) tokens.takeIf('EXCLUDE', 'NULLS');
  const config = written(tokens.peek());
  const parts = tokens.bracketed(() => {
    const values = readColumns(tokens);
    tokens.expect('FOR');
    const label = readColumn(tokens, NO_NAME, NAMES_ALONE);
    tokens.expect('IN');
    return { values, label, sets: tokens.bracketed(() => tokens.list(() => readSet(tokens))) };
  });
  return {
    type: 'Unpivot',
    ...written(word),
    keepsNulls,
    config,
    ...parts,
    alias: readItemAlias(tokens),
  };
}

function readSet(tokens: TokenReader): ColumnSetNode {
  const place = written(tokens.peek());
  const columns = readColumns(tokens);
  const hasLabel = tokens.takeIf('AS') !== undefined || tokens.peek().kind === 'string' || /^\d/.test(tokens.word());
  const label = hasLabel ? readLabel(tokens) : undefined;
  return { ...place, columns, label };
}

function readLabel(tokens: TokenReader): ColumnSetNode['label'] {
  const token = tokens.peek();
  const isNumber = /^\d+$/.test(tokens.word()) && tokens.word(1) !== '.';
  const literal = isNumber ? readNumber(token) : token.kind === 'string' ? readText(token) : undefined;
  if (literal?.type !== 'Integer' && literal?.type !== 'String') {
    throw badSyntax(token, 'a label of UNPIVOT is a STRING or an INT64 literal');
  }
  tokens.take();
  return literal;
}

/** The names in brackets, or a single name without. */
function readColumns(tokens: TokenReader): readonly NameNode[] {
  const read = () => readColumn(tokens, NO_NAME, NAMES_ALONE);
  return tokens.is('(') ? tokens.bracketed(() => tokens.list(read)) : [read()];
}

const NAMES_ALONE = 'UNPIVOT takes names of columns alone';

/** Symbols with which a name goes on as something else. */
const NO_NAME = /^[-+*/.(]$/;
