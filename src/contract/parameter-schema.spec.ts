import { mistakes } from '../../test/support/contract/schemas.js';
import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { parameterSchema } from './parameter-schema.js';

function declared(entry: string) {
  const text = `id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\nparameters: { p: ${entry} }\nquery: SELECT @p\n`;
  const { endpoint, problems } = readEndpoint('x.yaml', Buffer.from(text));
  const [declaration] = endpoint?.parameters ?? [];
  if (!declaration) throw new Error(JSON.stringify(problems));
  return declaration;
}

/** Does the service take it, as a body's JSON would bring it? */
function isTaken(entry: string, value: unknown): boolean {
  const texts = (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'string' ? each : JSON.stringify(each),
  );
  try {
    bindParameters([declared(entry)], new Map([['p', texts]]));
    return true;
  } catch {
    return false;
  }
}

/** What the schema takes the service takes, and the other way round. */
const CASES: readonly (readonly [entry: string, good: readonly unknown[], bad: readonly unknown[]])[] = [
  ['{ type: string }', ['a', 'é\n', '0'], ['\0']],
  ['{ type: string, required: true }', ['a'], ['']],
  ['{ type: string, max_length: 2 }', ['ab', '🦆🦆'], ['abc']],
  ['{ type: string, pattern: "[a-z]+|-" }', ['abc', '-'], ['a-', 'A', '-a']],
  ['{ type: string, pattern: "\\\\p{Lu}" }', ['É'], ['é']],
  ['{ type: string, enum: [a, "1"] }', ['a', '1'], ['b']],
  [
    '{ type: integer }',
    [
      0,
      -5,
      9007199254740991,
      '9007199254740992',
      '9223372036854775807',
      '-9223372036854775808',
      '-9007199254740992',
      '1000000000000000000',
      '9100000000000000000',
      '99999999999999999',
    ],
    ['9223372036854775808', '-9223372036854775809', '9999999999999999999', 0.5, 'x', true],
  ],
  ['{ type: string, enum: [a], default: a, otherwise: default }', ['a', 'b', 1, true], []],
  ['{ type: integer, min: 1, max: 10 }', [1, 10], [0, 11, '9007199254740992', 1.5]],
  ['{ type: integer, min: 0 }', [0, '9223372036854775807'], [-1, '-9007199254740992']],
  ['{ type: integer, max: 0 }', [0, '-9223372036854775808'], [1, '9007199254740992']],
  ['{ type: integer, enum: [1, 9007199254740993] }', [1, '9007199254740993'], [2]],
  ['{ type: number }', [0, -1.5, 1e300], ['x']],
  ['{ type: number, min: -1.5, max: 2 }', [-1.5, 2, 0], [-1.6, 2.1]],
  ['{ type: boolean }', [true, false], ['x', 1]],
  ['{ type: date }', ['0001-01-01', '2024-02-29'], ['2023-02-29'.replace('29', '30'), '0000-01-01', '2026-1-1', 'x']],
  [
    '{ type: timestamp }',
    ['2026-11-20T10:00:00Z', '2026-11-20', '2026-11-20T10:00:00.123456+14:00', '2026-11-20T10:00:00-13:59'],
    [
      '2026-11-20T10:00:60Z',
      '2026-11-20T10:00:00.1234567Z',
      '2026-11-20T10:00:00+14:01',
      '2026-02-30T00:00:00Z',
      '2026-11-20T24:00:00Z',
      '1795168800',
    ],
  ],
  ['{ type: array, items: integer }', [[1, 2], [1]], [['x'], [0.5]]],
  ['{ type: array, items: string, enum: [a, b], required: true }', [['a'], ['b', 'a']], [[], ['c']]],
];

describe('parameterSchema', () => {
  it.each(CASES)('%s takes what the service takes: %j and none of %j', (entry, good, bad) => {
    const schema = parameterSchema(declared(entry));
    const verdicts = (values: readonly unknown[]) =>
      values.map((value) => [value, mistakes(schema, value).length === 0, isTaken(entry, value)]);
    expect(verdicts(good)).toEqual(good.map((value) => [value, true, true]));
    expect(verdicts(bad)).toEqual(bad.map((value) => [value, false, false]));
  });

  it.each([
    ['{ type: string }', { 'x-googlesql-type': 'STRING' }],
    ['{ type: string, description: What. }', { description: 'What.' }],
    ['{ type: string, default: a }', { default: 'a' }],
    ['{ type: integer, default: 9007199254740993 }', { default: '9007199254740993' }],
    ['{ type: timestamp, default: 2026-11-20 }', { default: '2026-11-20T00:00:00Z' }],
    [
      '{ type: array, items: date, default: [2026-11-20] }',
      { default: ['2026-11-20'], 'x-googlesql-type': 'ARRAY<DATE>' },
    ],
    [
      '{ type: string, enum: [a, b], default: a, otherwise: default, description: Which. }',
      {
        anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: ['string', 'number', 'boolean'] }],
        default: 'a',
        description: 'Which. Any other value counts as "a".',
      },
    ],
    [
      '{ type: timestamp, min: 2026-01-01, max: 2026-12-31 }',
      { description: 'At the earliest 2026-01-01T00:00:00Z. At the latest 2026-12-31T00:00:00Z.' },
    ],
  ])('of %s says %j', (entry, expected) => {
    expect(parameterSchema(declared(entry))).toMatchObject(expected);
  });

  it.each(['{ type: string }', '{ type: array, items: string }'])(
    'of %s has no default where a missing value is none',
    (entry) => {
      expect(parameterSchema(declared(entry))).not.toHaveProperty('default');
    },
  );
});
