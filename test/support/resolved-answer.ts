import { parse } from '../../src/googlesql/grammar/parse.js';
import { answerOf } from '../../src/googlesql/resolver/queries/answer.js';
import { orProblem } from '../../src/googlesql/resolver/problem.js';
import {
  arrayOf,
  FLOAT64,
  INT64,
  JSON_TYPE,
  NUMERIC,
  type SqlType,
  STRING,
  wholeTypeName,
} from '../../src/googlesql/types/types.js';

const TABLES: Readonly<Record<string, Readonly<Record<string, SqlType>>>> = {
  t: { id: INT64, g: STRING, l: arrayOf(INT64) },
  n: { id: INT64, name: STRING },
  v: { k: STRING, f: FLOAT64, d: NUMERIC, j: JSON_TYPE },
};

const tables = new Map(
  Object.entries(TABLES).map(([name, columns]) => [
    name,
    { columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })) },
  ]),
);

/** The columns of a query over the tables t, n and v: `id INT64, g STRING`; or its problem: `1:8 unrecognized name "x"`. */
export function resolvedAnswer(sql: string): string {
  const parameters = new Map([['p', STRING]]);
  const found = orProblem((unknown) => answerOf(parse(sql), { tables, parameters, unknown }));
  if ('message' in found) return `${found.line}:${found.column} ${found.message}`;
  return found.columns.map(({ name, type }) => `${name} ${wholeTypeName(type)}`).join(', ');
}
