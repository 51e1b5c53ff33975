import { type ExpressionNode, type WrittenNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { bound, eachOf } from '../../sandbox/fallible-list.js';
import { jsonEncoded, objectText } from '../../json/json-encoding.js';
import { literalText } from '../../literals/literal-argument.js';
import { type Step } from '../../../../../googlesql/json/path-steps.js';
import { jsonPath } from '../../json/json-path.js';
import { namedFlag } from '../../expressions/named-arguments.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { elementOf, JSON_TYPE } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, lambdaSql, wordSql, textSql } from '../../sql-tree/sql.js';
import { jsonField } from '../../json/json-access.js';

/** JSON values with parts changed, one after the other; a path that leads nowhere changes nothing. */
export const JSON_MUTATOR_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['JSON_SET', set],
  ['JSON_REMOVE', remove],
  ['JSON_ARRAY_APPEND', append],
  ['JSON_ARRAY_INSERT', insert],
  ['JSON_STRIP_NULLS', stripNulls],
]);

/** Greatest index: arrays are made as long as one says. */
const MAX_INDEX = 999;

/** The steps of a literal path; undefined for NULL, by which nothing is changed. */
function stepsOf(call: FunctionCall, node: ExpressionNode): readonly Step[] | undefined {
  if (call.value(node).type.kind === 'NULL') return undefined;
  const steps = jsonPath(literalText(call, node, 'a JSONPath'), false, node);
  if (steps.some((step) => typeof step === 'number' && step > MAX_INDEX)) {
    throw unsupportedAt(node, `an index above ${MAX_INDEX} in ${call.name}`);
  }
  return steps;
}

interface Pair {
  readonly steps: readonly Step[];
  readonly value: Expression;
  readonly node: WrittenNode;
}

/** The paths and values that come in turn after the first argument. */
function pairsOf(call: FunctionCall): readonly Pair[] {
  const { args } = call;
  return args.slice(1).flatMap((path, index) => {
    const value = args[index + 2];
    if (index % 2 === 1 || !value) return [];
    const compiled = { node: value, value: call.value(value) };
    const steps = stepsOf(call, path);
    return steps ? [{ steps, ...compiled }] : [];
  });
}

function changed<T>(call: FunctionCall, items: readonly T[], change: (sql: Sql, item: T) => Sql): Expression {
  // A SQL NULL stays NULL with any paths.
  const whole = lambdaSql('whole');
  const made = SQL`CASE WHEN ${whole} IS NOT NULL THEN ${items.reduce(change, whole)} END`;
  return typed(bound(call.as(0, JSON_TYPE), whole, made), JSON_TYPE);
}

function set(call: FunctionCall): Expression {
  const creates = namedFlag(call, 'create_if_missing', true);
  return changed(call, pairsOf(call), (sql, { steps, value, node }) =>
    setAt(sql, steps, jsonEncoded(value, 'value', node), creates, 0),
  );
}

function setAt(sql: Sql, steps: readonly Step[], text: Sql, creates: boolean, depth: number): Sql {
  const [step, ...rest] = steps;
  if (step === undefined) return asJson(text);
  const value = lambdaSql(`j${depth}`);
  const part = partAt(value, step);
  const arms = [
    SQL`WHEN ${part} IS NOT NULL THEN ${withPart(value, step, setAt(part, rest, text, creates, depth + 1))}`,
  ];
  if (creates) {
    const made = asJson(grown(rest, text));
    arms.push(
      typeof step === 'string'
        ? SQL`WHEN json_type(${value}) = 'OBJECT' THEN ${withPart(value, step, made)}`
        : SQL`WHEN json_type(${value}) = 'ARRAY' THEN bq_json_array(list_append(bq_json_padded(${value}, ${step}), ${made}))`,
      SQL`WHEN json_type(${value}) = 'NULL' THEN ${asJson(grown(steps, text))}`,
    );
  }
  return bound(sql, value, SQL`CASE ${joinSql(arms, ' ')} ELSE ${value} END`);
}

function asJson(text: Sql): Sql {
  return SQL`CAST(${text} AS JSON)`;
}

function remove(call: FunctionCall): Expression {
  const paths = call.args.slice(1).flatMap((node) => {
    const steps = stepsOf(call, node);
    if (steps?.length === 0) throw errorAt(node, 'JSON_REMOVE cannot remove the whole; write a path below $');
    return steps ? [steps] : [];
  });
  return changed(call, paths, (sql, steps) =>
    changedAt(sql, steps.slice(0, -1), (parent) => {
      const last = steps.at(-1) ?? '';
      return SQL`CASE WHEN ${partAt(parent, last)} IS NOT NULL THEN ${withoutPart(parent, last)} ELSE ${parent} END`;
    }),
  );
}

function append(call: FunctionCall): Expression {
  const each = namedFlag(call, 'append_each_element', true);
  return changed(call, pairsOf(call), (sql, pair) =>
    changedAt(sql, pair.steps, (array) =>
      added(array, pair, each, (items) => SQL`list_concat(${elements(array)}, ${items})`),
    ),
  );
}

function insert(call: FunctionCall): Expression {
  const each = namedFlag(call, 'insert_each_element', true);
  return changed(call, pairsOf(call), (sql, pair) => {
    const at = pair.steps.at(-1);
    // An insertion needs a place in an array.
    if (typeof at !== 'number') return sql;
    const place = (array: Sql) => (items: Sql) =>
      SQL`list_concat(bq_json_padded(${array}, ${at})[:${at}], ${items}, ${elements(array)}[${at + 1}:])`;
    return changedAt(sql, pair.steps.slice(0, -1), (array) => added(array, pair, each, place(array), at));
  });
}

/** An array with items in it; a JSON null becomes an array of them. */
function added(array: Sql, pair: Pair, each: boolean, place: (items: Sql) => Sql, at?: number): Sql {
  const { value, node } = pair;
  const isList = each && value.type.kind === 'ARRAY';
  const item = lambdaSql('item');
  const items = isList
    ? eachOf(value.sql, item, asJson(jsonEncoded({ sql: item, type: elementOf(value.type) }, 'value', node)))
    : SQL`[${asJson(jsonEncoded(value, 'value', node))}]`;
  const nulls = SQL`[${joinSql(Array.from({ length: at ?? 0 }, () => SQL`CAST('null' AS JSON)`))}]`;
  const arms = [
    ...(isList ? [SQL`WHEN ${value.sql} IS NULL THEN ${array}`] : []),
    // BigQuery makes room at the index, where there was none, and then puts nothing there.
    ...(isList && at !== undefined
      ? [SQL`WHEN len(${value.sql}) = 0 THEN error('JSON_ARRAY_INSERT of an empty ARRAY')`]
      : []),
    SQL`WHEN json_type(${array}) = 'ARRAY' THEN bq_json_array(${place(items)})`,
    SQL`WHEN json_type(${array}) = 'NULL' THEN bq_json_array(list_concat(CAST(${nulls} AS JSON[]), ${items}))`,
  ];
  return SQL`CASE ${joinSql(arms, ' ')} ELSE ${array} END`;
}

function stripNulls(call: FunctionCall): Expression {
  const fromArrays = namedFlag(call, 'include_arrays', true);
  const empties = namedFlag(call, 'remove_empty', false)
    ? fromArrays
      ? SQL`['{}', '[]']`
      : SQL`['{}']`
    : SQL`CAST([] AS VARCHAR[])`;
  const path = call.args[1];
  const steps = path ? stepsOf(call, path) : [];
  return changed(call, steps ? [steps] : [], (sql, at) =>
    changedAt(sql, at, (value) => SQL`bq_json_stripped(${value}, ${wordSql(String(fromArrays))}, ${empties})`),
  );
}

/** The part at one step of a path; NULL where there is none. */
function partAt(value: Sql, step: Step): Sql {
  if (typeof step === 'number') return SQL`json_extract(${value}, ${textSql(`$[${step}]`)})`;
  return jsonField({ sql: value, type: JSON_TYPE }, step).sql;
}

/** The value with an existing part at a step replaced. */
function withPart(value: Sql, step: Step, part: Sql): Sql {
  if (typeof step === 'string') return SQL`bq_json_replaced(${value}, true, ${textSql(step)}, ${part})`;
  return SQL`bq_json_array(list_concat(${elements(value)}[:${step}], [${part}], ${elements(value)}[${step + 2}:]))`;
}

/** The value without an existing part at a step. */
function withoutPart(value: Sql, step: Step): Sql {
  if (typeof step === 'string') return SQL`bq_json_replaced(${value}, false, ${textSql(step)}, CAST('null' AS JSON))`;
  return SQL`bq_json_array(list_concat(${elements(value)}[:${step}], ${elements(value)}[${step + 2}:]))`;
}

/** The elements of an array. */
function elements(value: Sql): Sql {
  return SQL`json_extract(${value}, '$[*]')`;
}

/** The value with a change at the path; unchanged where nothing is there. */
function changedAt(sql: Sql, [step, ...rest]: readonly Step[], change: (value: Sql) => Sql, depth = 0): Sql {
  const value = lambdaSql(`j${depth}`);
  if (step === undefined) return bound(sql, value, change(value));
  const part = partAt(value, step);
  const changed = withPart(value, step, changedAt(part, rest, change, depth + 1));
  return bound(sql, value, SQL`CASE WHEN ${part} IS NOT NULL THEN ${changed} ELSE ${value} END`);
}

/** The text of a value that has only this text, at the end of a path. */
function grown([step, ...rest]: readonly Step[], text: Sql): Sql {
  if (step === undefined) return text;
  const inner = grown(rest, text);
  if (typeof step === 'string') return objectText([{ key: JSON.stringify(step), part: inner }]);
  return SQL`(${textSql(`[${'null,'.repeat(step)}`)} || ${inner} || ']')`;
}
