import { quote } from '../../errors/excerpt.js';
import { type ConditionNode, type FromNode, type JoinNode, type TableFunctionItem } from '../ast/nodes.js';
import { type TextPosition } from '../tokens/text-position.js';
import { refuseAggregate, refuseWindow } from './aggregation.js';
import { errorAt, NOT_HERE, UnknownTable } from './dialect-error.js';
import { namesBeside, noTableOf, noTableReason } from './table-path.js';
import { type NamedTables } from './tables.js';

/** The error of a name that is no table's, with its project and dataset where it has them. @param queries names of WITH queries */
export function unknownTable(
  place: TextPosition,
  name: string,
  tables: NamedTables,
  queries: Iterable<string>,
): UnknownTable {
  const reason = noTableReason(name, tables);
  const message = `there is no table ${quote(name)}`;
  if (reason !== undefined) throw errorAt(place, `${message}: ${reason}`, noTableOf(name, tables));
  return new UnknownTable(place, message, name, [...queries, ...namesBeside(name, tables)]);
}

/** Other dialects' functions that make rows; GoogleSQL makes an array instead. */
const SERIES = /^(?:GENERATE_SERIES|RANGE|SEQUENCE|GENERATE_ARRAY)$/;

export function tableFunction(item: TableFunctionItem): Error {
  const { name } = item;
  return errorAt(
    item,
    SERIES.test(name)
      ? 'in FROM an array stands in UNNEST: UNNEST(GENERATE_ARRAY(1, 10)) AS n'
      : `the function ${name} in FROM ${NOT_HERE}; it takes tables by their names, queries in brackets, and UNNEST(array)`,
  );
}

/** Refuses functions of groups and of windows in ON. */
export function refuseSummariesInOn({ condition }: ConditionNode): void {
  refuseAggregate(condition, 'ON joins rows before they are put into groups; write the condition in HAVING');
  refuseWindow(condition, 'ON');
}

/** Refuses a join that goes on behind a comma and keeps rows of its right side. */
export function refuseComma({ kind, kindWord, left }: JoinNode): void {
  if (kindWord && (kind === 'RIGHT' || kind === 'FULL') && hasComma(left)) {
    throw errorAt(kindWord, `${kind} JOIN behind a comma needs brackets around it; or write CROSS JOIN for the comma`);
  }
}

function hasComma(left: FromNode): boolean {
  return left.type === 'Join' && (left.isComma || hasComma(left.left));
}
