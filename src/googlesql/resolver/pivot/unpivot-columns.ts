import { type ColumnSetNode, type NameNode, type Unpivot } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { INT64, sameType, type SqlType, STRING, typeName, withoutNull } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { type RowColumn } from '../names/star.js';

/** Columns that become one row, whose label is a STRING or an INT64. */
export interface ColumnSet {
  readonly node: ColumnSetNode;
  readonly columns: readonly RowColumn[];
  readonly labelType: SqlType;
}

/** The columns of UNPIVOT. */
export interface UnpivotColumns {
  readonly sets: readonly ColumnSet[];
  /** Columns that stay as they are. */
  readonly rest: readonly RowColumn[];
  /** Columns that the sets make, but for that of the labels. */
  readonly values: readonly { readonly name: string; readonly type: SqlType }[];
  readonly label: { readonly name: string; readonly type: SqlType };
}

/** Takes the columns of UNPIVOT apart; `all` are those of its rows. @param isPartial whether there may be others */
export function unpivotColumns(operator: Unpivot, all: readonly RowColumn[], isPartial: boolean): UnpivotColumns {
  const { config, label } = operator;
  const sets = columnSets(operator, all, isPartial);
  const names = operator.values.map(({ name }) => name);
  refuseNames([...names, label.name], sets, config);
  const [first] = sets;
  if (!first) throw errorAt(operator, 'UNPIVOT needs a column');
  for (const set of sets) refuseOther(set, first, names.length);
  const used = new Set(sets.flatMap(({ columns }) => columns));
  return {
    sets,
    rest: all.filter((column) => !used.has(column)),
    values: names.map((name, index) => ({ name, type: withoutNull(first.columns[index]?.expression.type ?? STRING) })),
    label: { name: label.name, type: first.labelType },
  };
}

/** The sets after IN. */
function columnSets({ sets: nodes }: Unpivot, all: readonly RowColumn[], isPartial: boolean): ColumnSet[] {
  const seen = new Set<string>();
  const sets = nodes.map((node): ColumnSet => {
    refuseRepeated(node.columns, seen);
    const columns = node.columns.map((each) => columnOf(each, all, isPartial));
    return { node, columns, labelType: node.label?.type === 'Integer' ? INT64 : STRING };
  });
  const [first] = sets;
  const other = sets.find(({ labelType }) => labelType !== first?.labelType);
  if (other) {
    throw errorAt(other.node, 'the labels of UNPIVOT are all STRING or all INT64; a column without one has its name');
  }
  return sets;
}

function refuseRepeated(names: readonly NameNode[], seen: Set<string>): void {
  for (const node of names) {
    const name = node.name.toLowerCase();
    if (seen.has(name)) throw errorAt(node, `"${node.text}" stands in the IN of UNPIVOT twice; name each column once`);
    seen.add(name);
  }
}

function columnOf(node: NameNode, all: readonly RowColumn[], isPartial: boolean): RowColumn {
  const [column, second] = byName(all, node.name);
  if (!column && isPartial) return { name: node.name, expression: OPEN, place: { of: 'item', index: 0 } };
  if (!column) throw errorAt(node, `there is no column "${node.text}" to UNPIVOT`);
  if (second) throw errorAt(node, `"${node.text}" is ambiguous`);
  return column;
}

/** Refuses names of new columns that something else here has. */
function refuseNames(made: readonly string[], sets: readonly ColumnSet[], config: TextPosition): void {
  const names = made.map((name) => name.toLowerCase());
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw errorAt(config, `UNPIVOT makes two columns named "${duplicate}"`);
  const own = sets.flatMap(({ columns }) => columns).find(({ name }) => names.includes(name?.toLowerCase() ?? ''));
  if (own) throw errorAt(config, `UNPIVOT cannot make a column "${own.name ?? ''}" of one of this name`);
}

/** Refuses a set that differs from the first one. */
function refuseOther(set: ColumnSet, first: ColumnSet, count: number): void {
  if (set.columns.length !== count) {
    throw errorAt(set.node, `${count} columns are made, so that each set needs ${count}, found ${set.columns.length}`);
  }
  const other = set.columns.find(({ expression }, index) => {
    const wanted = first.columns[index]?.expression;
    if (!wanted || isOpen(wanted) || isOpen(expression)) return !wanted;
    return !sameType(withoutNull(expression.type), withoutNull(wanted.type));
  });
  if (!other) return;
  const found = typeName(other.expression.type);
  throw errorAt(set.node, `"${other.name ?? ''}" is ${found}; columns that become one must be of one type`);
}
