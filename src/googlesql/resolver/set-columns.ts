import { byName } from '../tokens/by-name.js';
import { errorAt } from './dialect-error.js';
import { type ColumnPlace } from './output-column.js';
import { type MatchMode, type SetOperatorNode } from '../ast/nodes.js';
import { type TextPosition } from '../tokens/text-position.js';

/** A column of a query of a set operation. */
interface Answered {
  readonly name: string | undefined;
  readonly node: ColumnPlace;
}

interface AnsweredQuery {
  readonly columns: readonly Answered[];
}

/** A column of a set operation: its name, and the place of the column of each query that goes into it, if there is one. */
export interface SetColumn {
  readonly name: string | undefined;
  readonly sources: readonly (number | undefined)[];
}

/** Matches the columns of the queries. */
export function setColumns(
  operator: SetOperatorNode,
  queries: readonly AnsweredQuery[],
  node: TextPosition,
): SetColumn[] {
  if (operator.mode === undefined) return byPosition(operator, queries, node);
  const { mode, columns } = operator;
  const twin = columns?.find((word) => byName(columns, word.name).at(-1) !== word);
  if (twin) throw errorAt(twin, `"${twin.text}" is named twice`);
  const inputs = queries.map((query) => wantedColumns(operator, query, node));
  const sourcesOf = (name: string) =>
    inputs.map((input, index) => {
      const [column] = byName(input, name);
      return column && queries[index]?.columns.indexOf(column);
    });
  if (columns) {
    return columns.map((word) => {
      const sources = sourcesOf(word.name);
      const found = sources.map((source) => source !== undefined);
      const isThere = mode === 'FULL' ? found.some(Boolean) : mode === 'LEFT' ? found[0] : found.every(Boolean);
      if (!isThere) throw errorAt(word, `"${word.text}" is not a column of ${WHERE[mode]}`);
      return { name: word.name, sources };
    });
  }
  return chosenNames(mode, inputs, node).map((name) => {
    const [first] = inputs.flatMap((input) => byName(input, name));
    return { name: first?.name, sources: sourcesOf(name) };
  });
}

const WHERE: Readonly<Record<MatchMode, string>> = {
  STRICT: 'every query',
  INNER: 'every query',
  LEFT: 'the first query',
  FULL: 'any query',
};

function byPosition({ name }: SetOperatorNode, queries: readonly AnsweredQuery[], node: TextPosition): SetColumn[] {
  const [first] = queries;
  const count = first?.columns.length ?? 0;
  const other = queries.find(({ columns }) => columns.length !== count);
  if (other) {
    throw errorAt(node, `${name} needs as many columns on both sides, found ${count} and ${other.columns.length}`);
  }
  return (first?.columns ?? []).map((column, index) => ({
    name: column.name,
    sources: queries.map(() => index),
  }));
}

/** The columns of a query that matter, each of which must have a name and be there once. */
function wantedColumns(
  { name: operation, mode, columns: wanted }: SetOperatorNode,
  { columns }: AnsweredQuery,
  node: TextPosition,
): readonly Answered[] {
  return columns.filter((column) => {
    const { name } = column;
    const isWanted = wanted === undefined || (name !== undefined && byName(wanted, name).length > 0);
    if (!isWanted && mode === 'STRICT') {
      throw errorAt(
        column.node,
        `${operation} BY NAME ON (…) needs queries of these columns alone; add INNER for others`,
      );
    }
    if (!isWanted) return false;
    if (name === undefined)
      throw errorAt(column.node, `${operation} BY NAME needs a name for this; write AS name after it`);
    if (byName(columns, name)[0] === column) return true;
    throw errorAt(column.node.alias ?? node, `${operation} BY NAME finds two columns "${name}"`);
  });
}

function chosenNames(mode: MatchMode, inputs: readonly (readonly Answered[])[], node: TextPosition): string[] {
  const [first = [], ...others] = inputs;
  const namesOf = (input: readonly Answered[]) => input.map(({ name = '' }) => name.toLowerCase());
  const own = namesOf(first);
  if (mode === 'FULL') return [...new Set(inputs.flatMap(namesOf))];
  if (mode === 'STRICT') {
    const other = others.find((input) => input.length !== first.length || !own.every((name) => has(input, name)));
    if (other) {
      const [here, there] = [first, other].map((input) => input.map(({ name }) => name).join(', '));
      throw errorAt(
        node,
        `BY NAME needs the same columns on both sides, found (${here ?? ''}) and (${there ?? ''}); ` +
          'put INNER, LEFT or FULL before the operator',
      );
    }
    return own;
  }
  const common = own.filter((name) => others.every((input) => has(input, name)));
  const isShared = mode === 'LEFT' ? others.every((input) => own.some((name) => has(input, name))) : common.length > 0;
  if (!isShared) throw errorAt(node, 'the queries have no column in common');
  return mode === 'LEFT' ? own : common;
}

function has(columns: readonly Answered[], name: string): boolean {
  return byName(columns, name).length > 0;
}
