import { type ExpressionNode, type IntervalNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { bound } from '../sandbox/fallible-list.js';
import { type FunctionCall, type CallWriter } from '../rule.js';
import { toSafeVariant, withSafeVariants } from './safe-macros.js';
import { isPlain as isPlainSql } from './struct-value.js';
import { hasZone } from '../../../../googlesql/checks/zone-argument.js';
import { CATALOGUE } from '../../../../googlesql/functions/catalogue.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { joinSql, lambdaSql, SQL, type Sql } from '../sql-tree/sql.js';
import { macrosIn } from '../sql-tree/folds.js';
import { LITERALS } from '../../../../googlesql/resolver/literal-key.js';
import { writtenText } from '../literals/literals.js';

/** Compiles a call that turns its own errors into NULL, and leaves those of its arguments. */
export function safeCall(call: FunctionCall, rule: CallWriter): Expression {
  const { name, node } = call;
  const { errors } = CATALOGUE.get(name) ?? {};
  if (name === 'ERROR') return noError(call);
  switch (errors) {
    case 'none':
    case 'limits':
      // A zone that is read at load fails for times at the calendar's ends alone; the operand of EXTRACT is no expression.
      return hasZone(node) && node.args[0]?.type !== 'ExtractOperand'
        ? withoutErrors(call, rule, withSafeVariants)
        : rule(call);
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

/**
 * Makes NULL of errors. Exact SQL has errors of macros alone, and limits that TRY would not leave be. It stands in a lambda, since DuckDB
 * evaluates SQL that occurs more than once in a query only once, in front of the TRY.
 */
function tried(sql: Sql): Sql {
  const safe = withSafeVariants(sql);
  return isExact(sql) ? safe : bound(SQL`0`, lambdaSql('once'), SQL`TRY(${safe})`);
}

function isExact(sql: Sql): boolean {
  return [...macrosIn(sql)].some((name) => name.startsWith('bq_numeric_') && name !== 'bq_numeric_to_float');
}

/**
 * NULL of any type, in place of the call of ERROR. The message is evaluated all the same, since it may be an error; DuckDB would leave out
 * `IS NULL`.
 */
function noError(call: FunctionCall): Expression {
  const message = call.as(0, STRING);
  return typed(SQL`CASE WHEN strlen(${message}) < 0 THEN 0::BIGINT END`, { kind: 'ERROR' });
}

/** Compiles a call whose errors become NULL. Arguments that could fail are evaluated before, since all errors within the SQL become NULL. */
function withoutErrors(call: FunctionCall, rule: CallWriter, safely: (sql: Sql) => Sql): Expression {
  const worked = call.args.flatMap((arg, index) => {
    const isPattern = call.name === 'REGEXP_CONTAINS' && index === 1;
    const value = isPattern && isDoubtfulPattern(arg) ? call.value(arg) : workedOut(arg, call);
    return value ? [{ arg, value }] : [];
  });
  // A name may stand for the same value twice.
  const given = [...new Set(worked.map(({ value }) => value))];
  const values = worked.map(({ arg, value }) => {
    return [arg, typed(SQL`safe[${given.indexOf(value) + 1}]`, value.type)] as const;
  });
  const { sql, type } = rule(call.within(call.scope.withValues(new Map(values))));
  const safe = safely(sql);
  if (given.length === 0) return typed(safe, type);
  const row = SQL`row(${joinSql(given.map((value) => value.sql))})`;
  return typed(bound(row, lambdaSql('safe'), safe), type);
}

/** An argument that could fail; a name may stand for an expression of the SELECT list. */
function workedOut(arg: ExpressionNode, call: FunctionCall): Expression | undefined {
  if (isPlain(arg) && arg.type !== 'Name' && arg.type !== 'Field') return undefined;
  const value = call.value(arg);
  return isPlain(arg) && isPlainSql(value) ? undefined : value;
}

const PLAIN: ReadonlySet<ExpressionNode['type']> = new Set([...LITERALS, 'Parameter', 'Name'] as const);

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

/** Syntax of RE2 that JavaScript writes in another way. */
const FLAGS = /\(\?[imsU-]+(?=\))|(?<=\(\?)(?:[imsU-]+(?=:)|P(?=<))/g;

/**
 * Whether this may be a pattern that RE2 cannot read. DuckDB reads constant patterns when it plans a query, and refuses the query for an
 * unreadable one even where its error should become NULL.
 */
function isDoubtfulPattern(node: ExpressionNode): boolean {
  const literal = writtenText(node);
  if (literal === undefined) return false;
  try {
    new RegExp(literal.replace(FLAGS, (flags) => (flags.startsWith('(') ? '(' : '')));
    return false;
  } catch {
    return true;
  }
}
