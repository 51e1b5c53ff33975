import { CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from './expressions.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../rule.js';
import { toSafeVariant, withSafeVariants } from './safe-macros.js';
import { isDoubtfulPattern } from './safe-patterns.js';
import { Scope } from '../names/scope.js';
import { isPlain as isPlainSql } from './struct-value.js';
import { STRING } from '../../../../googlesql/types/types.js';

/** Functions of which no value is an error, so that SAFE changes nothing. */
export const INFALLIBLE = new Set([
  ...['UPPER', 'LOWER', 'INITCAP', 'SOUNDEX', 'REVERSE', 'CONCAT', 'REPLACE', 'TRIM', 'LTRIM', 'RTRIM', 'SPLIT'],
  ...['LENGTH', 'CHAR_LENGTH', 'CHARACTER_LENGTH', 'BYTE_LENGTH', 'OCTET_LENGTH', 'UNICODE', 'TO_CODE_POINTS'],
  ...['STARTS_WITH', 'ENDS_WITH', 'STRPOS', 'CONTAINS_SUBSTR', 'SAFE_CONVERT_BYTES_TO_STRING'],
  ...['REGEXP_EXTRACT', 'REGEXP_SUBSTR', 'REGEXP_EXTRACT_ALL', 'REGEXP_INSTR', 'REGEXP_REPLACE'],
  ...['TO_HEX', 'TO_BASE32', 'TO_BASE64', 'MD5', 'SHA1', 'SHA256', 'SHA512'],
  ...[
    'DATE_DIFF',
    'DATETIME_DIFF',
    'TIMESTAMP_DIFF',
    'TIME_DIFF',
    'TIME_ADD',
    'TIME_SUB',
    'EXTRACT',
    'UNIX_DATE',
    'UNIX_SECONDS',
    'UNIX_MILLIS',
    'UNIX_MICROS',
    'LAST_DAY',
  ],
  ...['FORMAT_DATE', 'FORMAT_DATETIME', 'FORMAT_TIME', 'FORMAT_TIMESTAMP'],
  ...['ARRAY_LENGTH', 'ARRAY_REVERSE', 'ARRAY_TO_STRING'],
  ...['JSON_VALUE', 'JSON_QUERY', 'JSON_EXTRACT', 'JSON_EXTRACT_SCALAR', 'TO_JSON', 'TO_JSON_STRING'],
  ...['JSON_VALUE_ARRAY', 'JSON_QUERY_ARRAY', 'JSON_EXTRACT_ARRAY', 'JSON_EXTRACT_STRING_ARRAY'],
  ...['JSON_TYPE', 'LAX_BOOL', 'LAX_INT64', 'LAX_FLOAT64', 'LAX_STRING'],
]);

/** Functions whose errors are those of their macro, which has a safe variant. */
const CHECKED = new Set([
  ...['SUBSTR', 'SUBSTRING', 'LEFT', 'RIGHT', 'LPAD', 'RPAD', 'REPEAT', 'TRANSLATE', 'INSTR', 'ASCII', 'CHR'],
  ...['CODE_POINTS_TO_STRING', 'CODE_POINTS_TO_BYTES', 'FROM_HEX', 'ARRAY_FIRST', 'ARRAY_LAST', 'GENERATE_ARRAY'],
  ...['FROM_BASE64', 'PARSE_JSON', 'BOOL', 'INT64', 'FLOAT64', 'STRING'],
]);

/** Functions whose errors are those of several macros, some of which may be in their arguments as well. */
const CHECKED_WITHIN = new Set([
  ...['PARSE_DATE', 'PARSE_DATETIME', 'PARSE_TIME', 'PARSE_TIMESTAMP', 'TIMESTAMP', 'PARSE_NUMERIC'],
]);

/** Functions with errors that DuckDB makes. */
const TRIED = new Set([
  ...['REGEXP_CONTAINS', 'ABS', 'SQRT', 'LN', 'LOG', 'LOG10', 'EXP', 'POW', 'POWER', 'DIV', 'MOD'],
  ...['ASIN', 'ACOS', 'ATANH', 'ACOSH', 'SINH', 'COSH', 'COT', 'SEC', 'CSC', 'COTH', 'SECH', 'CSCH'],
  ...['DATE', 'DATETIME', 'TIME', 'DATE_ADD', 'DATE_SUB', 'DATE_FROM_UNIX_DATE'],
  ...['TIMESTAMP_ADD', 'TIMESTAMP_SUB', 'TIMESTAMP_SECONDS', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS'],
  ...['DATETIME_ADD', 'DATETIME_SUB'],
]);

/** The function that stands behind `SAFE.`; undefined where there is no such prefix. */
export function safeName(func: CstNode): CstNode | undefined {
  if (func.type !== 'DotOperator' || func.need('left').keyword !== 'SAFE') return undefined;
  func.only('left', 'right');
  for (const part of ['left', 'right']) func.need(part).only();
  return func.need('right');
}

/** A call whose own errors are NULL, while those of its arguments are errors. */
export function safeCall(call: FunctionCall, rule: FunctionRule): Expression {
  const { name, node } = call;
  if (INFALLIBLE.has(name)) return rule(call);
  if (name === 'ERROR') return noError(call);
  if (CHECKED.has(name)) {
    const { sql, type } = rule(call);
    return typed(toSafeVariant(sql), type);
  }
  if (CHECKED_WITHIN.has(name)) return withoutErrors(call, rule, withSafeVariants);
  if (!TRIED.has(name)) throw node.unsupported(`SAFE.${name}`);
  // What is exact has errors of macros alone, and limits that TRY would not leave be.
  const safely = (sql: string) =>
    sql.includes('bq_numeric_') ? withSafeVariants(sql) : `TRY(${withSafeVariants(sql)})`;
  return withoutErrors(call, rule, safely);
}

/** NULL of any type. The message is worked out all the same, since it may be an error; DuckDB would leave out `IS NULL`. */
function noError(call: FunctionCall): Expression {
  expectArguments(call, 1);
  const message = compileAs(argument(call, 0), call.scope, STRING);
  return typed(`CASE WHEN strlen(${message}) < 0 THEN 0::BIGINT END`, { kind: 'ERROR' });
}

/** What makes NULL of errors does so of all within its SQL, so that arguments that could fail are worked out before. */
function withoutErrors(call: FunctionCall, rule: FunctionRule, safely: (sql: string) => string): Expression {
  const isPattern = (index: number) => call.name === 'REGEXP_CONTAINS' && index === 1;
  const worked = call.args.map((arg, index) =>
    isPattern(index) && isDoubtfulPattern(arg) ? compileExpression(arg, call.scope) : workedOut(arg, call.scope),
  );
  const names = new Map(worked.flatMap((value, index) => (value ? [[value, `safe argument ${index}`]] : [])));
  const given = [...names].map(
    ([{ sql, type }, name], index) => [name, [typed(`safe[${index + 1}]`, type)], sql] as const,
  );
  const scope = new Scope(call.scope.context, [], {
    parent: call.scope,
    aliases: new Map(given.map(([name, expressions]) => [name, expressions])),
    aggregated: call.scope.aggregated,
  });
  const args = worked.map((value, index) =>
    value ? named(names.get(value) ?? '', call.args[index]) : call.args[index],
  );
  const { sql, type } = rule({ ...call, scope, args: args.flatMap((arg) => arg ?? []) });
  const safe = safely(sql);
  if (given.length === 0) return typed(safe, type);
  return typed(
    `list_transform(${fallibleList(`[row(${given.map(([, , value]) => value).join(', ')})]`)}, lambda safe: ${safe})[1]`,
    type,
  );
}

/** An argument that could fail; a name may stand for an expression of the SELECT list. */
function workedOut(arg: CstNode, scope: Scope): Expression | undefined {
  if (isPlain(arg) && arg.type !== 'Identifier' && arg.type !== 'DotOperator') return undefined;
  const value = compileExpression(arg, scope);
  return isPlain(arg) && isPlainSql(value) ? undefined : value;
}

const PLAIN = new Set([
  ...['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'Parameter', 'Identifier'],
]);

/** What cannot fail: literals, parameters, columns and their fields; and date parts, which are no values. */
function isPlain(node: CstNode): boolean {
  if (node.type === 'DotOperator') return isPlain(node.need('left'));
  if (node.type === 'GroupedExpr') return isPlain(node.need('expr'));
  if (node.type === 'UnaryOperator') return node.need('right').type === 'NumericLiteral';
  if (node.type === 'IntervalLiteral') return refuseWorked(node);
  return PLAIN.has(node.type) || (node.type === 'CallingFunction' && node.need('func').keyword === 'WEEK');
}

function refuseWorked(interval: CstNode): true {
  const amount = interval.need('expr');
  if (!isPlain(amount))
    throw amount.unsupported('an INTERVAL that is worked out under SAFE; work it out in a WITH query first, it');
  return true;
}

/** A name in the place of an expression. */
function named(name: string, place: CstNode | undefined): CstNode {
  const token = { line: place?.line ?? 1, column: place?.column ?? 1, literal: `\`${name}\`` };
  return new CstNode({ node_type: 'Identifier', token, children: {} } as unknown as ConstructorParameters<
    typeof CstNode
  >[0]);
}
