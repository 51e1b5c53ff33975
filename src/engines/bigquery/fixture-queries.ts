import { type NamedQuery } from '../../googlesql/checks/with-clause.js';
import { sqlTokens } from '../../googlesql/tokens/sql-tokens.js';
import { type TableField } from '../../catalog/log-tables/log-tables.js';
import { type FixtureRow, type FixtureTables, type FixtureValue } from '../fixture-engine.js';
import { standardName } from './row-encoder.js';

/** The tables of fixtures that a query names, each as a query of literals. */
export function fixtureQueries(sql: string, tables: FixtureTables): readonly NamedQuery[] {
  const named = new Set(sqlTokens(sql).tokens.map(({ text }) => text.replaceAll('`', '')));
  return Array.from(tables)
    .filter(([name]) => named.has(name))
    .map(([name, { schema, rows }]) => {
      const row: TableField = { name, type: 'STRUCT', mode: 'REPEATED', fields: schema };
      return { name, sql: `SELECT * FROM UNNEST(${literal(row, rows)})` };
    });
}

function typeOf({ type, mode, fields }: TableField): string {
  const own = fields
    ? `STRUCT<${fields.map((field) => `\`${field.name}\` ${typeOf(field)}`).join(', ')}>`
    : standardName(type);
  return mode === 'REPEATED' ? `ARRAY<${own}>` : own;
}

/** A literal of its column's type. Inner records (`isInner`) have no names of fields, which the outermost type gives them. */
function literal(field: TableField, value: FixtureValue, isInner = false): string {
  if (field.mode === 'REPEATED') {
    const items = (value ?? []) as readonly FixtureValue[];
    const type = isInner && items.length > 0 ? '' : typeOf(field);
    return `${type}[${items.map((item) => literal({ ...field, mode: 'NULLABLE' }, item, true)).join(', ')}]`;
  }
  if (value === null) return `CAST(NULL AS ${typeOf(field)})`;
  if (!field.fields) return scalar(standardName(field.type), typeof value === 'string' ? value : JSON.stringify(value));
  return `STRUCT(${field.fields.map((each) => literal(each, (value as FixtureRow)[each.name] ?? null, true)).join(', ')})`;
}

function scalar(type: string, text: string): string {
  switch (type) {
    case 'STRING':
      return quoted(text);
    case 'INT64':
    case 'BOOL':
      return text;
    case 'BYTES':
      return `FROM_BASE64(${quoted(text)})`;
    case 'FLOAT64':
      return `CAST(${quoted(text)} AS FLOAT64)`;
    default:
      // DATE, TIME, DATETIME, TIMESTAMP, NUMERIC, BIGNUMERIC, JSON
      return `${type} ${quoted(text)}`;
  }
}

/** GoogleSQL reads every escape that JSON writes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
