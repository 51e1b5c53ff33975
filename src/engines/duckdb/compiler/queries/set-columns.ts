import { errorAt } from '../dialect-error.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { type MatchMode, type SetOperatorNode, type NameNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';

/** A column of a set operation: its name, and the column of each query that goes into it, if there is one. */
export interface SetColumn {
  readonly name: string | undefined;
  readonly sources: readonly (OutputColumn | undefined)[];
}

type Names = ReadonlyMap<string, OutputColumn>;

/** Matches the columns of the queries. */
export function setColumns(
  operator: SetOperatorNode,
  queries: readonly CompiledQuery[],
  node: TextPosition,
): SetColumn[] {
  if (operator.mode === undefined) return byPosition(operator, queries, node);
  const { mode, columns } = operator;
  const wanted = columns && new Map(columns.map((word) => [word.name.toLowerCase(), word]));
  if (columns && wanted && wanted.size < columns.length) {
    const duplicate = columns.find((word) => wanted.get(word.name.toLowerCase()) !== word);
    throw errorAt(duplicate ?? node, `"${duplicate?.text ?? ''}" is named twice`);
  }
  const inputs = queries.map((query) => columnNames(operator, query, wanted, node));
  const sourcesOf = (name: string) => inputs.map((input) => input.get(name));
  if (columns) {
    return columns.map((word) => {
      const sources = sourcesOf(word.name.toLowerCase());
      const isThere = mode === 'FULL' ? sources.some(Boolean) : mode === 'LEFT' ? sources[0] : sources.every(Boolean);
      if (!isThere) throw errorAt(word, `"${word.text}" is not a column of ${WHERE[mode]}`);
      return { name: word.name, sources };
    });
  }
  return chosenNames(mode, inputs, node).map((name) => {
    const sources = sourcesOf(name);
    return { name: sources.find(Boolean)?.name, sources };
  });
}

const WHERE: Readonly<Record<MatchMode, string>> = {
  STRICT: 'every query',
  INNER: 'every query',
  LEFT: 'the first query',
  FULL: 'any query',
};

function byPosition({ name }: SetOperatorNode, queries: readonly CompiledQuery[], node: TextPosition): SetColumn[] {
  const [first] = queries;
  const count = first?.columns.length ?? 0;
  const other = queries.find(({ columns }) => columns.length !== count);
  if (other) {
    throw errorAt(node, `${name} needs as many columns on both sides, found ${count} and ${other.columns.length}`);
  }
  return (first?.columns ?? []).map((column, index) => ({
    name: column.name,
    sources: queries.map(({ columns }) => columns[index]),
  }));
}

/** The columns of a query by their lower-case names, each of which must be there once; `wanted` names those that matter. */
function columnNames(
  { name, mode }: SetOperatorNode,
  { columns }: CompiledQuery,
  wanted: ReadonlyMap<string, NameNode> | undefined,
  node: TextPosition,
): Names {
  const names = new Map<string, OutputColumn>();
  for (const column of columns) {
    const key = column.name?.toLowerCase();
    const isWanted = wanted === undefined || (key !== undefined && wanted.has(key));
    if (!isWanted && mode === 'STRICT') {
      throw errorAt(column.node, `${name} BY NAME ON (…) needs queries of these columns alone; add INNER for others`);
    }
    if (!isWanted) continue;
    if (key === undefined) throw errorAt(column.node, `${name} BY NAME needs a name for this; write AS name after it`);
    if (names.has(key)) {
      throw errorAt(column.node.alias ?? node, `${name} BY NAME finds two columns "${column.name ?? ''}"`);
    }
    names.set(key, column);
  }
  return names;
}

function chosenNames(mode: MatchMode, inputs: readonly Names[], node: TextPosition): string[] {
  const [first = new Map<string, OutputColumn>(), ...others] = inputs;
  const own = [...first.keys()];
  if (mode === 'FULL') return [...new Set(inputs.flatMap((input) => [...input.keys()]))];
  if (mode === 'STRICT') {
    const other = others.find((input) => input.size !== first.size || own.some((name) => !input.has(name)));
    if (other) {
      const [here, there] = [first, other].map((input) => [...input.values()].map(({ name }) => name).join(', '));
      throw errorAt(
        node,
        `BY NAME needs the same columns on both sides, found (${here ?? ''}) and (${there ?? ''}); ` +
          'put INNER, LEFT or FULL before the operator',
      );
    }
    return own;
  }
  const common = own.filter((name) => others.every((input) => input.has(name)));
  const isShared = mode === 'LEFT' ? others.every((input) => own.some((name) => input.has(name))) : common.length > 0;
  if (!isShared) throw errorAt(node, 'the queries have no column in common');
  return mode === 'LEFT' ? own : common;
}
