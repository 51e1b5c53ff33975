import { type CstNode } from './cst.js';
import { type Expression, typed } from './expression.js';
import { compileExpression } from './expressions.js';
import { aliasOf, refuseTwins, type Relation } from './from.js';
import { identifierText } from './literals.js';
import { type Column, type QueryContext, type RangeVariable, Scope } from './scope.js';
import { INT64, quoteName, type SqlType, typeName } from './types.js';

export function isUnnest(node: CstNode): boolean {
  return node.type === 'CallingUnnest';
}

interface Unnest {
  readonly name: string | undefined;
  readonly offsetName: string | undefined;
  readonly array: Expression;
  readonly element: SqlType;
}

function readUnnest(node: CstNode, scope: Scope): Unnest {
  const name = aliasOf(node);
  node.only('func', 'args', 'with_offset');
  const offset = node.child('with_offset');
  offset?.only('offset', 'as', 'alias');
  const offsetAlias = offset?.child('alias');
  const [argument, second] = node.list('args');
  if (!argument || second) throw node.unsupported('UNNEST of several arrays');
  const array = compileExpression(argument, scope);
  if (array.type.kind !== 'ARRAY') throw argument.error(`UNNEST needs an ARRAY, found ${typeName(array.type)}`);
  return {
    name,
    offsetName: offset && (offsetAlias ? identifierText(offsetAlias) : 'offset'),
    array,
    element: array.type.element,
  };
}

/** `FROM UNNEST(array)`, where the array does not depend on what stands left of it. */
export function standaloneUnnest(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  const unnest = readUnnest(node, new Scope(context, [], { parent: outer }));
  const alias = context.aliases.next(unnest.name ?? 'unnest');
  const { items, variable } = elements(unnest, alias, false);
  return { sql: `(SELECT ${items.join(', ')}) AS ${alias}`, variables: [variable], merged: [] };
}

/**
 * `left CROSS JOIN UNNEST(left.array)`: the array is unnested in a derived table's own SELECT list, through which the
 * query's filters reach the table; through a lateral join they do not. Undefined where the array does not depend on the
 * left side; then it is an ordinary join.
 */
export function joinUnnest(
  node: CstNode,
  type: string,
  left: Relation,
  right: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
): Relation | undefined {
  const scope = new Scope(context, left.variables, { parent: outer, merged: left.merged });
  const unnest = readUnnest(right, scope);
  if (!scope.used) return undefined;
  if (type !== 'CROSS' && type !== 'INNER' && type !== 'LEFT') throw node.unsupported(`${type} JOIN UNNEST`);
  const on = node.child('on');
  if (node.has('using') || (on && on.need('expr').keyword !== 'TRUE')) {
    throw node.unsupported('a condition on JOIN UNNEST; write it in WHERE, which');
  }
  if (type === 'INNER' && !on) throw node.error('INNER JOIN needs ON or USING');
  const alias = context.aliases.next(unnest.name ?? 'unnest');
  const { columns, variables, merged } = rebind(left, alias);
  const { items, variable } = elements(unnest, alias, type === 'LEFT');
  refuseTwins([...variables, variable], right);
  return {
    sql: `(SELECT ${[...columns, ...items].join(', ')} FROM ${left.sql}) AS ${alias}`,
    variables: [...variables, variable],
    merged,
  };
}

/** The SELECT items that unnest an array; an outer join keeps a row for an array without elements. */
function elements(unnest: Unnest, alias: string, outer: boolean): { items: string[]; variable: RangeVariable } {
  const { array, name, offsetName, element } = unnest;
  const listOf = (list: string) => (outer ? `CASE WHEN len(${array.sql}) > 0 THEN ${list} ELSE [NULL] END` : list);
  const items = [`unnest(${listOf(array.sql)}) AS "element"`];
  const columns: Column[] = [];
  if (offsetName !== undefined) {
    items.push(`unnest(${listOf(`range(len(${array.sql}))`)}) AS "offset"`);
    columns.push({ name: offsetName, type: INT64, sql: `${alias}."offset"` });
  }
  return { items, variable: { name, columns, value: typed(`${alias}."element"`, element) } };
}

/** Carries every column of a relation through a derived table, under names that cannot clash. */
function rebind(left: Relation, alias: string): { columns: string[] } & Omit<Relation, 'sql'> {
  const columns = new Map<string, string>();
  const through = (sql: string, name: string) => {
    const output = columns.get(sql) ?? `${name}_${columns.size + 1}`;
    columns.set(sql, output);
    return `${alias}.${quoteName(output)}`;
  };
  const variables = left.variables.map((variable) => ({
    ...variable,
    columns: variable.columns.map((column) => ({ ...column, sql: through(column.sql, column.name) })),
    ...(variable.value && {
      value: { ...variable.value, sql: through(variable.value.sql, variable.name ?? 'element') },
    }),
  }));
  const merged = left.merged.map((column) => ({ ...column, sql: through(column.sql, column.name) }));
  return { columns: [...columns].map(([sql, output]) => `${sql} AS ${quoteName(output)}`), variables, merged };
}
