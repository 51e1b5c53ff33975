import { schemaIn } from './schema-file.js';

const LIST = 'a schema is a list of fields, [{"name": "id", "type": "INT64"}, …], as `bq show --schema` prints it';
const ID = '{"name": "id", "type": "INT64"}';

describe('a schema file', () => {
  it.each<[string, string, string]>([
    ['nothing in it', '', 'it is no JSON from line 1 on: Unexpected end'],
    ['open brackets by the ten thousand', '['.repeat(50_000), 'it is no JSON from line 1 on: Unexpected end'],
    ['brackets by the ten thousand', '['.repeat(50_000) + ']'.repeat(50_000), 'line 1: a schema is a list of fields'],
    ['a comma behind the last field', `[\n  ${ID},\n]`, "it is no JSON from line 3 on: Unexpected token ']'"],
    ['a name without quotes', `[\n  ${ID},\n  {name: "x"}]`, 'it is no JSON from line 3 on: Expected property name'],
    [
      'a missing comma',
      `[\n${ID}\n${ID}]\n\n`,
      "it is no JSON from line 3 on: Expected ',' or ']' after array element",
    ],
    ['a cut', `[\n${ID},\n{"name": "x`, 'it is no JSON from line 3 on: Unterminated string'],
    ['one object', '{"id": "INT64"}', `line 1: ${LIST}`],
    ['what `bq show` prints of a table', `{"schema": {"fields": [${ID}]}}`, `line 1: ${LIST}`],
    ['no field', '[]', `line 1: ${LIST}`],
    ['names alone', `[\n${ID},\n"x"]`, `line 3: ${LIST}`],
    ['no name', `[${ID},\n{"type": "INT64"}]`, 'line 2: a field has no "name"'],
    ['no type', `[${ID},\n{"name": "x"}]`, 'line 2: field "x" has no "type"'],
    [
      'another type',
      `[${ID},\n{"name": "x",\n"type": "VARCHAR"}]`,
      'line 3: field "x" has type VARCHAR, which the embedded engine does not have; it has RECORD, STRING, BYTES, INT64, ' +
        'FLOAT64, NUMERIC, BOOL, DATE, TIME, DATETIME, TIMESTAMP, JSON',
    ],
    [
      'another mode',
      `[{"name": "x", "type": "INT64",\n"mode": "NOT NULL"}]`,
      'line 2: field "x" has another "mode" than NULLABLE, REQUIRED, REPEATED',
    ],
    ['a record without fields', '[{"name": "r", "type": "RECORD"}]', 'line 1: field "r" is a RECORD without "fields"'],
    ['a name twice', `[${ID},\n{"name": "ID", "type": "STRING"}]`, 'line 2: two fields are called "ID"'],
    [
      'any of these within a record',
      `[{"name": "r", "type": "RECORD", "fields": [\n${ID},\n{"name": "y"}]}]`,
      'line 3: field "y" has no "type"',
    ],
  ])('with %s is refused, with the line', (_, text, message) => {
    expect(() => schemaIn(text, 'x.schema.json')).toThrow(message);
  });

  it('is read in either case, and with a byte order mark', () => {
    const text =
      '\ufeff[{"name": "r", "type": "record", "fields": [{"name": "i", "type": "int64", "mode": "required"}]}]';
    expect(schemaIn(text, '')).toEqual([
      { name: 'r', type: 'RECORD', fields: [{ name: 'i', type: 'INT64', mode: 'REQUIRED' }] },
    ]);
  });
});
