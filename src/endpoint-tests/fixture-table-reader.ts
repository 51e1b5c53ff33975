import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import type {
  FixtureRow,
  FixtureTable,
  FixtureTables,
  FixtureValue,
  TableField,
  TableSchema,
} from '../engines/fixture-engine.js';
import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import { formatTimestamp, parseDate, parseTimestamp } from '../parameters/calendar.js';
import type { Parsed } from '../parameters/parsed.js';
import { SCALAR_PARSERS } from '../parameters/scalar.js';
import { type Problem, Problems } from '../diagnostics/problem.js';
import {
  jsonValue,
  scalarText,
  type YamlList,
  type YamlMapping,
  type YamlScalar,
  type YamlValue,
} from '../endpoint-files/yaml/yaml-value.js';

/** Reads the fixtures of tests. Tests that share rows, by `defaults` or a YAML anchor, share the table. */
export class FixtureTableReader {
  readonly #made = new Map<YamlList, FixtureTable>();
  readonly #empty: FixtureTables;
  readonly #problems = new Map<string, Problems>();

  constructor(private readonly schemas: ReadonlyMap<string, TableSchema>) {
    this.#empty = new Map(Array.from(schemas, ([name, schema]) => [name, { schema, rows: [] }]));
  }

  /** Problems of the fixtures that have been read. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()].flatMap(({ list }) => list);
  }

  /** Returns every table there is: with the rows of the case, or empty. */
  tables(test: EndpointTest): FixtureTables {
    const { file } = test.where;
    const problems = this.#problems.get(file) ?? new Problems(file, test.text);
    this.#problems.set(file, problems);
    const tables = new Map(this.#empty);
    for (const [name, list] of test.tables) {
      const schema = this.schemas.get(name);
      if (schema) {
        tables.set(name, this.#table(schema, list, problems));
      } else {
        const remedy =
          didYouMean(name, [...this.schemas.keys()]) ||
          ' Put its data in QUERN_DATA, or an empty .ndjson file beside its .schema.json.';
        problems.add('invalid_value', list.place, `there is no table ${quote(name)}.${remedy}`);
      }
    }
    return tables;
  }

  #table(schema: TableSchema, list: YamlList, problems: Problems): FixtureTable {
    const known = this.#made.get(list);
    if (known) return known;
    const values = new FixtureRowReader(problems);
    const rows = list.items.flatMap((item) => {
      if (item.kind === 'mapping') return [values.row(schema, item)];
      problems.add('invalid_value', item.place, 'a row is a mapping; write { column: value }');
      return [];
    });
    const table = { schema, rows };
    this.#made.set(list, table);
    return table;
  }
}

class FixtureRowReader {
  constructor(private readonly problems: Problems) {}

  row(fields: readonly TableField[], { entries }: YamlMapping): FixtureRow {
    // Without a prototype, whose members would be values of columns called so.
    const row = Object.create(null) as Record<string, FixtureValue>;
    for (const [name, { keyPlace, value }] of entries) {
      const field = fields.find((each) => each.name === name);
      if (field) {
        row[name] = this.#value(field, value);
      } else {
        const names = fields.map((each) => each.name);
        const remedy = didYouMean(name, names) || ` There are ${names.join(', ')}.`;
        this.problems.add('unknown_key', keyPlace, `there is no field ${quote(name)}.${remedy}`);
      }
    }
    return row;
  }

  #value(field: TableField, value: YamlValue): FixtureValue {
    if (value.kind === 'scalar' && value.value === null) return null;
    if (field.mode === 'REPEATED') return this.#items({ ...field, mode: 'NULLABLE' }, value);
    if (field.fields) return this.#record(field, field.fields, value);
    if (field.type === 'JSON') return JSON.stringify(jsonValue(value));
    const parsed: Parsed<string | boolean> =
      value.kind === 'scalar'
        ? scalar(field.type, value)
        : { problem: `must be one ${field.type}, not a ${value.kind}` };
    if ('value' in parsed) return parsed.value;
    this.problems.add('invalid_value', value.place, `${quote(field.name)} ${parsed.problem}`);
    return null;
  }

  #items(field: TableField, value: YamlValue): readonly FixtureValue[] {
    // A single repeated record, the most frequent case, needs no brackets.
    const items = value.kind === 'list' ? value.items : [value];
    return items.flatMap((item) => {
      if (item.kind !== 'scalar' || item.value !== null) return [this.#value(field, item)];
      this.problems.add(
        'invalid_value',
        item.place,
        `${quote(field.name)} is a list, which cannot hold NULL; remove it`,
      );
      return [];
    });
  }

  #record(field: TableField, fields: readonly TableField[], value: YamlValue): FixtureValue {
    if (value.kind === 'mapping') return this.row(fields, value);
    const [first = field] = fields;
    const message = `${quote(field.name)} is a record; write { ${first.name}: … }`;
    this.problems.add('invalid_value', value.place, message);
    return null;
  }
}

const INTEGER_RULE = 'must be a whole number that 64 bits hold, without quotes';
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;
const ZONE = /(?:[Zz]|[+-]\d{2}:\d{2})$/;
const DECIMAL = /^[+-]?\d{1,38}(?:\.\d{1,9})?$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function scalar(type: string, written: YamlScalar): Parsed<string | boolean> {
  const { value } = written;
  switch (type) {
    case 'INT64': {
      const parsed = typeof value === 'bigint' ? SCALAR_PARSERS.integer(String(value), {}) : { problem: INTEGER_RULE };
      return 'value' in parsed ? { value: String(parsed.value) } : { problem: INTEGER_RULE };
    }
    case 'FLOAT64':
      return typeof value === 'number' || typeof value === 'bigint'
        ? { value: String(value) }
        : { problem: 'must be a number, without quotes' };
    case 'NUMERIC':
      return DECIMAL.test(scalarText(written))
        ? { value: scalarText(written) }
        : { problem: 'must be a decimal number of at most 38 digits, 9 of them after the point' };
    case 'BOOL':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false, without quotes' };
    default:
      return typeof value === 'string' ? text(type, value) : { problem: 'must be text; put it in quotes' };
  }
}

function text(type: string, value: string): Parsed<string> {
  switch (type) {
    case 'TIMESTAMP':
      return instant(value);
    case 'DATETIME': {
      const parsed = ZONE.test(value) ? { problem: 'must have no time zone, for a DATETIME has none' } : instant(value);
      return 'value' in parsed ? { value: parsed.value.slice(0, -1) } : parsed;
    }
    case 'DATE':
      return parseDate(value);
    case 'TIME':
      return TIME.test(value) ? { value } : { problem: 'must be a time of day such as 10:30:00' };
    case 'BYTES':
      return BASE64.test(value) ? { value } : { problem: 'must be bytes in base64' };
    default:
      return { value };
  }
}

function instant(value: string): Parsed<string> {
  const parsed = parseTimestamp(value);
  return 'value' in parsed ? { value: formatTimestamp(parsed.value) } : parsed;
}
