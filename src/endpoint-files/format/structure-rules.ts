import { PARTITION_COLUMNS } from '../../catalog/partition-columns.js';
import { ifParsed } from '../../googlesql/grammar/parse.js';
import { type QueryNode } from '../../googlesql/ast/nodes.js';
import { neverNullColumns } from '../../googlesql/checks/never-null.js';
import { queryReads, type TableRead } from '../../googlesql/checks/table-reads.js';
import { problemIn } from '../endpoint-source.js';
import { type TopStar } from '../../googlesql/checks/stars.js';
import { type Endpoint } from '../endpoint.js';
import { type Problem } from '../../diagnostics/problem.js';

export interface QueryStructure {
  readonly problems: readonly Problem[];
  /** Undefined where the file promises the columns. */
  readonly stars?: readonly TopStar[];
  /** Names of columns that never are NULL. */
  readonly neverNull?: ReadonlySet<string>;
}

/**
 * Reads the facts of a query's structure that hold on every engine. Text that we do not take is left to the engine, which either takes it or
 * reports why not.
 */
export function structureOf(endpoint: Endpoint): QueryStructure {
  const read = (query: QueryNode): QueryStructure => {
    const reads = queryReads(query, PARTITION_COLUMNS);
    return {
      problems: scanProblems(endpoint, reads?.tables ?? []),
      ...(!endpoint.columns && reads && { stars: reads.stars }),
      neverNull: neverNullColumns(query),
    };
  };
  return ifParsed(endpoint.sql, read) ?? { problems: [] };
}

function scanProblems(endpoint: Endpoint, tables: readonly TableRead[]): readonly Problem[] {
  return tables
    .filter(({ isUnbounded }) => isUnbounded)
    .map(({ table, line, column }) => {
      const bound = PARTITION_COLUMNS.get(table) ?? '';
      const message =
        `every run reads all of ${table}; bound ${bound} from below in WHERE (>, >=, =, BETWEEN) by a constant expression: ` +
        'parameters, literals, CURRENT_TIMESTAMP() and functions of them, no column, no subquery, and not in one side of an OR';
      return problemIn(endpoint, 'unbounded_scan', { line, column, message }, 'warning');
    });
}
