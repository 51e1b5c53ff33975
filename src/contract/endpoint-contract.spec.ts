import { type Key } from '../access/key.js';
import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { contractOf, inputSchema, rowSchema } from './endpoint-contract.js';
import { sqlParameter } from './undeclared-parameters.js';

const { endpoint } = readEndpoint(
  'x.yaml',
  Buffer.from(`id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: orders.list
description: Orders.
bound: [tenant]
parameters:
  tenant: { type: string, enum: [a, b], default: a, otherwise: default }
  limit: { type: integer, min: 1, max: 10 }
  since: { type: date, required: true }
max_rows: 7
caching: 60
columns:
  - { name: n, type: INT64, description: How many., nullable: false, json: string }
query: SELECT 1 AS n, @tenant, @limit, @since
`),
);
if (!endpoint) throw new Error('the file is wrong');

const FORMATS = { timestamps: 'iso8601', numbers: 'exact' } as const;
const COLUMNS = [
  { name: 'n', type: 'INT64' },
  { name: '__proto__', type: 'STRING' },
];

function key(bind: Readonly<Record<string, string>>, rest: Partial<Key> = {}): Key {
  return { id: 'k', scopes: ['orders.*'], bind: new Map(Object.entries(bind)), ...rest };
}

describe('contractOf', () => {
  it('says what the endpoint takes and gives, and nothing of how', () => {
    const contract = contractOf({ endpoint, columns: COLUMNS }, key({}), FORMATS);
    expect(contract).toMatchObject({
      id: endpoint.id,
      name: 'orders.list',
      description: 'Orders.',
      maxRows: 7,
      cachingSeconds: 60,
      sandboxing: undefined,
      columns: [
        { name: 'n', type: 'INT64', nullable: false, description: 'How many.', schema: { type: 'string' } },
        { name: '__proto__', type: 'STRING', description: undefined },
      ],
    });
    expect(contract.parameters.map(({ name }) => name)).toEqual(['tenant', 'limit', 'since']);
    expect(JSON.stringify(contract)).not.toContain('SELECT');
    expect(JSON.stringify(contract)).not.toContain('x.yaml');
  });

  it('says of a column that the query cannot make NULL that it is never NULL', () => {
    const columns = [{ name: 'n', type: 'INT64', isNeverNull: true as const }];
    const undeclared = { ...endpoint, columns: undefined };
    const contract = contractOf({ endpoint: undeclared, columns }, key({}), FORMATS);
    expect(contract.columns).toMatchObject([{ nullable: false, schema: { type: ['integer', 'string'] } }]);
  });

  it('says what callers’ SQL may read, at any depth, of a sandboxed endpoint alone', () => {
    const columns = [
      { name: 'path', type: 'STRING' },
      { name: 'metadata', type: 'ARRAY<STRUCT<response ARRAY<STRUCT<status_code INT64, tags ARRAY<STRING>>>, INT64>>' },
      { name: 'place', type: 'STRUCT<city STRING, near STRUCT<lat FLOAT64, lon FLOAT64>>' },
      { name: 'odd', type: 'UNKNOWN<x STRUCT<y INT64>>' },
    ];
    const readable = [{ name: 'hits', columns }];
    const described = { endpoint: { ...endpoint, sandboxing: true }, columns: COLUMNS, readable };
    const contract = contractOf(described, key({}), FORMATS);
    expect(contract.readable?.map(({ name }) => name)).toEqual(['hits']);
    expect(contract.readable?.[0]?.columns.map((column) => column.fields)).toEqual([
      [],
      [
        { path: 'metadata[].response', type: 'ARRAY<STRUCT<status_code INT64, tags ARRAY<STRING>>>' },
        { path: 'metadata[].response[].status_code', type: 'INT64' },
        { path: 'metadata[].response[].tags', type: 'ARRAY<STRING>' },
      ],
      [
        { path: 'place.city', type: 'STRING' },
        { path: 'place.near', type: 'STRUCT<lat FLOAT64, lon FLOAT64>' },
        { path: 'place.near.lat', type: 'FLOAT64' },
        { path: 'place.near.lon', type: 'FLOAT64' },
      ],
      [],
    ]);
    expect(sqlParameter(contract, 100).schema.description).toContain(
      'WITH: hits (path, metadata, place, odd). Their types',
    );
    expect(contractOf({ ...described, endpoint }, key({}), FORMATS).readable).toBeUndefined();
  });

  it('leaves out what the key is bound to, and nothing else', () => {
    const { parameters } = contractOf({ endpoint, columns: COLUMNS }, key({ tenant: 'a' }), FORMATS);
    const schema = inputSchema(parameters, {});
    expect(Object.keys(schema.properties ?? {})).toEqual(['limit', 'since']);
    expect(schema.required).toEqual(['since']);
  });

  it('has every column in a row, whatever its name', () => {
    const schema = rowSchema(contractOf({ endpoint, columns: COLUMNS }, key({}), FORMATS));
    expect(Object.keys(schema.properties ?? {})).toEqual(['n', '__proto__']);
    expect(schema.required).toEqual(['n', '__proto__']);
  });

  it('knows no columns where the query could not be checked, whatever the file says', () => {
    const contract = contractOf({ endpoint, columns: COLUMNS, unchecked: 'away' }, key({}), FORMATS);
    expect(contract.columns).toBeUndefined();
    expect(rowSchema(contract)).toEqual({ type: 'object' });
  });
});
