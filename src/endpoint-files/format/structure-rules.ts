import { PARTITION_COLUMNS } from '../../catalog/partition-columns.js';
import { ifParsed } from '../../googlesql/grammar/parse.js';
import { type QueryNode } from '../../googlesql/ast/nodes.js';
import { neverNullColumns } from '../../googlesql/checks/never-null.js';
import { tableReads } from '../../googlesql/checks/table-reads.js';
import { type TopStar, topStars } from '../../googlesql/checks/top-stars.js';
import { type Endpoint } from '../endpoint.js';
import { type Problem } from '../../diagnostics/problem.js';
import { type SqlProblem } from '../../googlesql/sql-problem.js';
import { limitOf, partsOf, type TreeNode } from '../../googlesql/ast/parts.js';
import { type TextPosition } from '../../googlesql/tokens/text-position.js';
import { type ParameterDeclaration, SCALAR_TYPES } from '../../parameters/parameter.js';

export interface QueryStructure {
  readonly problems: readonly Problem[];
  /** Undefined where the file promises the columns. */
  readonly stars?: readonly TopStar[];
  /** Names of columns that never are NULL. */
  readonly neverNull?: ReadonlySet<string>;
}

/**
 * Reads the facts of a query's structure that hold on every engine. Text that our parser does not take is left to the engine, which either
 * takes it or reports why not.
 */
export function structureOf(endpoint: Endpoint): QueryStructure {
  const read = (query: QueryNode): QueryStructure => ({
    problems: scanProblems(endpoint, query),
    ...(!endpoint.columns && { stars: topStars(query) }),
    neverNull: neverNullColumns(query),
  });
  return ifParsed(endpoint.sql, read) ?? { problems: [] };
}

function scanProblems({ source }: Endpoint, query: QueryNode): readonly Problem[] {
  return tableReads(query, PARTITION_COLUMNS)
    .filter(({ isUnbounded }) => isUnbounded)
    .map(({ table, line, column }) => {
      const bound = PARTITION_COLUMNS.get(table) ?? '';
      const message =
        `every run reads all of ${table}; bound ${bound} from below in WHERE (>, >=, =, BETWEEN) by a constant expression: ` +
        'parameters, literals, CURRENT_TIMESTAMP() and functions of them, no column, no subquery, and not in one side of an OR';
      return source.problem('unbounded_scan', { line, column, message }, 'warning');
    });
}

/**
 * Adds the types of parameters to a problem. An engine names the type that it cannot use, and not the parameter that has it: where it complains about
 * a place with parameters as operands, and names their type, the message says how each is declared.
 */
export function withParameterRemark({ sql, parameters }: Endpoint, problem: SqlProblem): SqlProblem {
  const names = ifParsed(sql, (query) => operandsAt(query, problem)) ?? [];
  const declared = parameters.filter(
    (parameter) => names.includes(parameter.name.toLowerCase()) && mentions(problem.message, sqlTypeOf(parameter)),
  );
  if (declared.length === 0) return problem;
  const remarks = declared.map((parameter) => `@${parameter.name} is declared as ${typeOf(parameter)}`);
  const remedy = 'declare a type that fits under "parameters", or convert the value with CAST';
  return { ...problem, message: `${problem.message}; ${remarks.join(' and ')}: ${remedy}` };
}

/** The parameters, in lower case, that stand at a place or are operands of the expression there. */
function operandsAt(node: TreeNode, place: TextPosition): readonly string[] {
  const limit = limitOf(node);
  const children = [...partsOf(node), ...(limit ? [limit.count, limit.offset ?? []].flat() : [])];
  const isHere = node.line === place.line && node.column === place.column;
  const own = isHere ? [node, ...children].flatMap(parameterName) : [];
  return [...own, ...children.flatMap((child) => operandsAt(child, place))];
}

function parameterName(node: TreeNode): readonly string[] {
  if (node.type === 'Brackets') return parameterName(node.inner);
  return node.type === 'Parameter' ? [node.text.slice(1).toLowerCase()] : [];
}

function typeOf(parameter: ParameterDeclaration): string {
  const { type, array } = parameter;
  return `${array ? `array of ${type}` : type} (${sqlTypeOf(parameter)})`;
}

function sqlTypeOf({ type, array }: ParameterDeclaration): string {
  return array ? `ARRAY<${SCALAR_TYPES[type]}>` : SCALAR_TYPES[type];
}

function mentions(message: string, type: string): boolean {
  return new RegExp(`(?<![\\w<])${type}(?![\\w>])`).test(message);
}
