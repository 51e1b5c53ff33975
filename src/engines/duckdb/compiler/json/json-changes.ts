import { fallibleList } from '../sandbox/fallible-list.js';
import { firstOfEach, objectText } from './json-encoding.js';
import { jsonField } from './json-access.js';
import { type Step } from './json-path.js';
import { JSON_TYPE } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, lambdaSql, textSql } from '../sql-tree/sql.js';

/** Makes DuckDB SQL of a JSON value from that of another. */
export type Change = (sql: Sql) => Sql;

/** Binds a value to a name, since `make` names it several times. */
export function bound(sql: Sql, name: Sql, make: Change): Sql {
  return SQL`list_transform(${fallibleList(SQL`[${sql}]`)}, lambda ${name}: ${make(name)})[1]`;
}

/** The part at one step of a path; NULL where there is none. */
export function partAt(value: Sql, step: Step): Sql {
  if (typeof step === 'number') return SQL`json_extract(${value}, ${textSql(`$[${step}]`)})`;
  return jsonField({ sql: value, type: JSON_TYPE }, step).sql;
}

/** The value with an existing part at a step replaced. */
export function withPart(value: Sql, step: Step, part: Sql): Sql {
  if (typeof step === 'string') return SQL`bq_json_replaced(${value}, true, ${textSql(step)}, ${part})`;
  return SQL`bq_json_array(list_concat(${elements(value)}[:${step}], [${part}], ${elements(value)}[${step + 2}:]))`;
}

/** The value without an existing part at a step. */
export function withoutPart(value: Sql, step: Step): Sql {
  if (typeof step === 'string') return SQL`bq_json_replaced(${value}, false, ${textSql(step)}, CAST('null' AS JSON))`;
  return SQL`bq_json_array(list_concat(${elements(value)}[:${step}], ${elements(value)}[${step + 2}:]))`;
}

/** The elements of an array. */
export function elements(value: Sql): Sql {
  return SQL`json_extract(${value}, '$[*]')`;
}

/** The value with a change at the path; unchanged where nothing is there. */
export function changedAt(sql: Sql, [step, ...rest]: readonly Step[], change: Change, depth = 0): Sql {
  if (step === undefined) return bound(sql, lambdaSql(`j${depth}`), change);
  return bound(sql, lambdaSql(`j${depth}`), (value) => {
    const part = partAt(value, step);
    const changed = withPart(value, step, changedAt(part, rest, change, depth + 1));
    return SQL`CASE WHEN ${part} IS NOT NULL THEN ${changed} ELSE ${value} END`;
  });
}

/** The text of a value that has only this text, at the end of a path. */
export function grown([step, ...rest]: readonly Step[], text: Sql): Sql {
  if (step === undefined) return text;
  const inner = grown(rest, text);
  if (typeof step === 'string') return objectText(firstOfEach([{ key: JSON.stringify(step), part: inner }]));
  return SQL`(${textSql(`[${'null,'.repeat(step)}`)} || ${inner} || ']')`;
}
