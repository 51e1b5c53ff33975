import { fallibleList } from '../sandbox/fallible-list.js';
import { firstOfEach, objectText } from './json-encoding.js';
import { jsonField } from './json-access.js';
import { type Step } from './json-path.js';
import { JSON_TYPE } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

/** Makes DuckDB SQL of a JSON value from that of another. */
export type Change = (sql: string) => string;

/** Binds a value to a name, since what is made of it names it several times. */
export function bound(sql: string, name: string, make: Change): string {
  return `list_transform(${fallibleList(`[${sql}]`)}, lambda ${name}: ${make(name)})[1]`;
}

/** The part at one step of a path; NULL where there is none. */
export function partAt(value: string, step: Step): string {
  if (typeof step === 'number') return `json_extract(${value}, '$[${step}]')`;
  return jsonField({ sql: value, type: JSON_TYPE }, step).sql;
}

/** The value with the part at a step, which is there, replaced. */
export function withPart(value: string, step: Step, part: string): string {
  if (typeof step === 'string') return `bq_json_replaced(${value}, true, ${quoteString(step)}, ${part})`;
  return `bq_json_array(list_concat(${elements(value)}[:${step}], [${part}], ${elements(value)}[${step + 2}:]))`;
}

/** The value without the part at a step, which is there. */
export function withoutPart(value: string, step: Step): string {
  if (typeof step === 'string') return `bq_json_replaced(${value}, false, ${quoteString(step)}, CAST('null' AS JSON))`;
  return `bq_json_array(list_concat(${elements(value)}[:${step}], ${elements(value)}[${step + 2}:]))`;
}

/** The elements of an array. */
export function elements(value: string): string {
  return `json_extract(${value}, '$[*]')`;
}

/** The value with what is at the path changed; where there is nothing, the value as it is. */
export function changedAt(sql: string, [step, ...rest]: readonly Step[], change: Change, depth = 0): string {
  if (step === undefined) return bound(sql, `j${depth}`, change);
  return bound(sql, `j${depth}`, (value) => {
    const part = partAt(value, step);
    const changed = withPart(value, step, changedAt(part, rest, change, depth + 1));
    return `CASE WHEN ${part} IS NOT NULL THEN ${changed} ELSE ${value} END`;
  });
}

/** The text of what has only this text at the end of a path. */
export function grown([step, ...rest]: readonly Step[], text: string): string {
  if (step === undefined) return text;
  const inner = grown(rest, text);
  if (typeof step === 'string') return objectText(firstOfEach([{ key: JSON.stringify(step), part: inner }]));
  return `('[${'null,'.repeat(step)}' || ${inner} || ']')`;
}
