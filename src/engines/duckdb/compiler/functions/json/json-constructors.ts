import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { type Expression, typed, coercedTo } from '../../expression.js';
import { eachOf } from '../../sandbox/fallible-list.js';
import { firstOfEach, jsonEncoded, jsonKey, objectText } from '../../json/json-encoding.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { arrayOf, elementOf, JSON_TYPE, STRING } from '../../../../../googlesql/types/types.js';
import { joinSql, lambdaSql, NOTHING, SQL, type Sql } from '../../sql-tree/sql.js';

/** JSON arrays and objects of SQL values. */
export const JSON_CONSTRUCTOR_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['JSON_ARRAY', jsonArray],
  ['JSON_OBJECT', jsonObject],
]);

function jsonArray(call: FunctionCall): Expression {
  const parts = call.args.map((arg) => encodedValue(call, arg));
  const texts = parts.map((part, index) => SQL`${index === 0 ? NOTHING : SQL`',' || `}${part}`);
  return json(joinSql([SQL`'['`, ...texts, SQL`']'`], ' || '));
}

function encodedValue(call: FunctionCall, node: ExpressionNode): Sql {
  return jsonEncoded(call.value(node), 'value', node);
}

function json(text: Sql): Expression {
  return typed(SQL`CAST(${text} AS JSON)`, JSON_TYPE);
}

/** JSON_OBJECT, by keys and values in turn, or by an array of each. */
function jsonObject(call: FunctionCall): Expression {
  const [first, second] = call.args;
  const keys = first && call.value(first);
  if (first && second && call.args.length === 2 && keys?.type.kind === 'ARRAY') return ofArrays(call, keys, second);
  const pairs = call.args.flatMap((key, index) => {
    const value = call.args[index + 1];
    return index % 2 === 0 && value ? [{ key, value }] : [];
  });
  const members = pairs.map(({ key, value }) => {
    const name = call.value(key);
    return { literal: name.literal, node: key, key: call.as(key, STRING), part: encodedValue(call, value) };
  });
  if (members.every(({ literal }) => typeof literal === 'string' && literal !== '')) {
    const known = members.map(({ literal, node, part }) => ({ key: jsonKey(String(literal), node), part }));
    return json(objectText(firstOfEach(known)));
  }
  const list = (items: readonly Sql[]) => SQL`[${joinSql(items)}]`;
  return json(SQL`bq_json_object(${list(members.map(({ key }) => key))}, ${list(members.map(({ part }) => part))})`);
}

function ofArrays(call: FunctionCall, keys: Expression, second: ExpressionNode): Expression {
  const values = call.value(second);
  const names = coercedTo(keys, arrayOf(STRING));
  const part = jsonEncoded({ sql: SQL`value`, type: elementOf(values.type) }, 'value', second);
  return json(SQL`bq_json_object(${names}, ${eachOf(values.sql, lambdaSql('value'), part)})`);
}
