import { type ExpressionNode, type IntervalNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { type FunctionCall, expectArguments, type FunctionRule } from '../rule.js';
import { toSafeVariant, withSafeVariants } from './safe-macros.js';
import { Scope } from '../names/scope.js';
import { isPlain as isPlainSql } from './struct-value.js';
import { hasZone } from '../../../../googlesql/checks/zone-argument.js';
import { CATALOGUE } from '../../../../googlesql/functions/catalogue.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql } from '../sql-tree/sql.js';
import { macrosIn } from '../sql-tree/folds.js';
import { writtenText } from '../literals/literals.js';

/** Compiles a call that turns its own errors into NULL, and leaves those of its arguments. */
export function safeCall(call: FunctionCall, rule: FunctionRule): Expression {
  const { name, node } = call;
  const { errors, isExpression } = CATALOGUE.get(name) ?? {};
  if (isExpression) throw unsupportedAt(node, `SAFE.${name}`);
  if (name === 'ERROR') return noError(call);
  switch (errors) {
    case 'none':
    case 'limits':
      return hasZone(node) ? safeInZone(call, rule) : rule(call);
    case 'call': {
      const { sql, type } = rule(call);
      return typed(toSafeVariant(sql), type);
    }
    case 'steps':
      return withoutErrors(call, rule, withSafeVariants);
    case 'engine':
      return withoutErrors(call, rule, tried);
    case undefined:
      throw unsupportedAt(node, `SAFE.${name}`);
  }
}

/** Compiles a safe EXTRACT, whose arguments are no expressions: a zone that is read at load fails for times at the calendar's ends alone. */
function safeInZone(call: FunctionCall, rule: FunctionRule): Expression {
  const [operand] = call.args;
  const zone = operand?.type === 'ExtractOperand' ? operand.zone : undefined;
  if (zone && zone.type !== 'String' && zone.type !== 'Bytes') {
    throw unsupportedAt(zone, 'under SAFE a time zone other than a string literal');
  }
  return zone ? rule(call) : withoutErrors(call, rule, withSafeVariants);
}

/**
 * Makes NULL of errors. Exact SQL has errors of macros alone, and limits that TRY would not leave be. It stands in a lambda, since DuckDB
 * evaluates SQL that occurs more than once in a query only once, in front of the TRY.
 */
function tried(sql: Sql): Sql {
  const safe = withSafeVariants(sql);
  return isExact(sql) ? safe : SQL`list_transform(${fallibleList(SQL`[0]`)}, lambda once: TRY(${safe}))[1]`;
}

function isExact(sql: Sql): boolean {
  return [...macrosIn(sql)].some((name) => name.startsWith('bq_numeric_') && name !== 'bq_numeric_to_float');
}

/**
 * NULL of any type, in place of the call of ERROR. The message is evaluated all the same, since it may be an error; DuckDB would leave out
 * `IS NULL`.
 */
function noError(call: FunctionCall): Expression {
  expectArguments(call, 1);
  const message = call.as(0, STRING);
  return typed(SQL`CASE WHEN strlen(${message}) < 0 THEN 0::BIGINT END`, { kind: 'ERROR' });
}

/** Compiles a call whose errors become NULL. Arguments that could fail are evaluated before, since all errors within the SQL become NULL. */
function withoutErrors(call: FunctionCall, rule: FunctionRule, safely: (sql: Sql) => Sql): Expression {
  const isPattern = (index: number) => call.name === 'REGEXP_CONTAINS' && index === 1;
  const worked = call.args.map((arg, index) =>
    isPattern(index) && isDoubtfulPattern(arg) ? call.value(arg) : workedOut(arg, call),
  );
  const names = new Map(worked.flatMap((value, index) => (value ? [[value, `safe argument ${index}`]] : [])));
  const given = [...names].map(
    ([{ sql, type }, name], index) => [name, typed(SQL`safe[${index + 1}]`, type), sql] as const,
  );
  const scope = new Scope({ ...call.scope.context, outer: call.scope }, [], {
    aliases: given.map(([name, expression]) => ({ name, expression })),
    aggregated: call.scope.aggregated,
  });
  const args = call.args.map((arg, index) => {
    const value = worked[index];
    return value ? named(names.get(value) ?? '', arg) : arg;
  });
  const { sql, type } = rule(call.within(scope, args));
  const safe = safely(sql);
  if (given.length === 0) return typed(safe, type);
  return typed(
    SQL`list_transform(${fallibleList(
      SQL`[row(${joinSql(
        given.map(([, , value]) => value),
        ', ',
      )})]`,
    )}, lambda safe: ${safe})[1]`,
    type,
  );
}

/** An argument that could fail; a name may stand for an expression of the SELECT list. */
function workedOut(arg: ExpressionNode, call: FunctionCall): Expression | undefined {
  if (isPlain(arg) && arg.type !== 'Name' && arg.type !== 'Field') return undefined;
  const value = call.value(arg);
  return isPlain(arg) && isPlainSql(value) ? undefined : value;
}

const PLAIN: ReadonlySet<ExpressionNode['type']> = new Set<ExpressionNode['type']>([
  ...(['String', 'Bytes', 'Integer', 'Float', 'Boolean', 'Null', 'Parameter', 'Name'] as const),
]);

/** Whether an argument cannot fail: literals, parameters, columns and their fields; and date parts, which are no values. */
function isPlain(node: ExpressionNode): boolean {
  switch (node.type) {
    case 'Field':
      return isPlain(node.operand);
    case 'Brackets':
      return isPlain(node.inner);
    case 'Prefix':
      return ['Integer', 'Float'].includes(node.operand.type);
    case 'Interval':
      return refuseWorked(node);
    case 'Call':
      return node.name === 'WEEK';
    default:
      return PLAIN.has(node.type);
  }
}

function refuseWorked({ amount }: IntervalNode): true {
  if (!isPlain(amount))
    throw unsupportedAt(amount, 'an INTERVAL that is worked out under SAFE; work it out in a WITH query first, it');
  return true;
}

/** A name in the place of an expression. */
function named(name: string, { line, column }: ExpressionNode): ExpressionNode {
  return { type: 'Name', line, column, text: `\`${name}\``, name };
}

/** Syntax of RE2 that JavaScript writes in another way. */
const FLAGS = /\(\?[imsU-]+(?=\))|(?<=\(\?)(?:[imsU-]+(?=:)|P(?=<))/g;

/**
 * Whether this may be a pattern that RE2 cannot read. DuckDB reads constant patterns when it plans a query, and refuses the query for an
 * unreadable one even where its error should become NULL.
 */
export function isDoubtfulPattern(node: ExpressionNode): boolean {
  const literal = writtenText(node);
  if (literal === undefined) return false;
  try {
    new RegExp(literal.replace(FLAGS, (flags) => (flags.startsWith('(') ? '(' : '')));
    return false;
  } catch {
    return true;
  }
}
