import { refuseAggregate } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { compileExpression, implicitName } from '../expressions/expressions.js';
import { aliasOf, joinCondition, refuseTwins } from './from.js';
import { identifierText } from '../literals/literals.js';
import { rebind } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type ScopeColumn, type QueryContext, type RangeVariable, Scope } from '../names/scope.js';
import { INT64, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { matchedElements } from './unnest-condition.js';

/** An array in FROM: `UNNEST(array)`, or after a comma or JOIN its path alone. */
export function isUnnest(node: CstNode): boolean {
  return node.type === 'CallingUnnest' || node.type === 'DotOperator';
}

/** An array in FROM, and the names that it gives to its elements and their offsets. */
export interface Unnest {
  readonly name: string | undefined;
  readonly offsetName: string | undefined;
  readonly array: Expression;
  readonly element: SqlType;
}

function readUnnest(node: CstNode, scope: Scope): Unnest {
  const alias = aliasOf(node);
  const offset = node.claim('with_offset').child('with_offset');
  offset?.only('offset', 'as', 'alias');
  const offsetAlias = offset?.child('alias');
  const isPath = node.type === 'DotOperator';
  const [argument, second] = isPath ? [node] : node.claim('func', 'args').list('args');
  if (!argument || second) throw node.unsupported('UNNEST of several arrays');
  if (!isPath) node.only();
  refuseAggregate(argument, 'FROM comes before there are groups; work it out in a WITH query first');
  const array = compileExpression(argument, scope);
  const name = alias ?? (isPath ? implicitName(node, scope) : undefined);
  if (array.type.kind !== 'ARRAY') throw argument.error(`UNNEST needs an ARRAY, found ${typeName(array.type)}`);
  return {
    name,
    offsetName: offset && (offsetAlias ? identifierText(offsetAlias) : 'offset'),
    array,
    element: array.type.element,
  };
}

/** The SELECT items that unnest an array, and what they bring into the scope. */
export interface Unnested {
  readonly items: readonly string[];
  readonly variable: RangeVariable;
}

/** `FROM UNNEST(array)`, where the array does not depend on what stands left of it. */
export function standaloneUnnest(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  const unnest = readUnnest(node, new Scope(context, [], { parent: outer }));
  const alias = context.aliases.next(unnest.name ?? 'unnest');
  const { items, variable } = elements(unnest, alias, false);
  refuseTwins([variable], node);
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
  if (right.type === 'DotOperator' && !startsIn(left, right)) return undefined;
  const unnest = readUnnest(right, scope);
  if (!scope.used) return undefined;
  if (type !== 'CROSS' && type !== 'INNER' && type !== 'LEFT') throw node.unsupported(`${type} JOIN UNNEST`);
  if (node.has('using')) throw node.unsupported(`USING with ${type} JOIN UNNEST of an array from the left side`);
  const on = node.child('on');
  if (on && type === 'CROSS') throw node.error('CROSS JOIN takes no condition');
  const isPlain = on?.need('expr').keyword === 'TRUE';
  const alias = context.aliases.next(unnest.name ?? 'unnest');
  const matched = on && type === 'LEFT' && !isPlain ? matchedElements(left, unnest, on, scope) : undefined;
  const { columns, variables, merged } = rebind(matched?.left ?? left, alias);
  const { items, variable } = matched?.unnested(alias) ?? elements(unnest, alias, type === 'LEFT');
  const all = [...variables, variable];
  refuseTwins(all, right);
  const sql = `(SELECT ${[...columns, ...items].join(', ')} FROM ${(matched?.left ?? left).sql}) AS ${alias}`;
  if (!on || isPlain || matched) return { sql, variables: all, merged };
  const condition = joinCondition(on, new Scope(context, all, { parent: outer, merged }));
  return { sql: `(${sql} JOIN (SELECT 1) ON ${condition})`, variables: all, merged };
}

/** A path in FROM is an array of what stands left of it, if it begins with a name from there; else it is a table's. */
function startsIn(left: Pick<Relation, 'variables'>, path: CstNode): boolean {
  const name = firstName(path)?.toLowerCase();
  return name !== undefined && left.variables.some((variable) => variable.name?.toLowerCase() === name);
}

/** The same of the queries around. */
export function startsInOuter(outer: Scope, path: CstNode): boolean {
  return startsIn(outer, path) || (outer.parent !== undefined && startsInOuter(outer.parent, path));
}

function firstName(path: CstNode): string | undefined {
  const first = path.need('left');
  if (first.type === 'DotOperator') return firstName(first);
  return first.type === 'Identifier' ? identifierText(first) : undefined;
}

/** An outer join keeps a row for an array without elements. */
function elements(unnest: Unnest, alias: string, outer: boolean): Unnested {
  const { name, offsetName, element } = unnest;
  const array = unnest.array.nullableSql ?? unnest.array.sql;
  const listOf = (list: string) => (outer ? `CASE WHEN len(${array}) > 0 THEN ${list} ELSE [NULL] END` : list);
  const items = [`unnest(${listOf(array)}) AS "element"`];
  const columns: ScopeColumn[] = [];
  if (offsetName !== undefined) {
    items.push(`unnest(${listOf(`range(len(${array}))`)}) AS "offset"`);
    columns.push({ name: offsetName, type: INT64, sql: `${alias}."offset"` });
  }
  return { items, variable: { name, columns, value: typed(`${alias}."element"`, element), offsetName } };
}
