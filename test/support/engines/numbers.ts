import { type NumberFormat } from '../../../src/engines/number-format.js';

type Texts = Readonly<Record<NumberFormat, string>>;

/** The texts of a value whose digits are the same in all formats, of which a double holds it exactly or not. */
const held = (digits: string): Texts => ({ exact: digits, string: `"${digits}"`, number: digits });
const notHeld = (digits: string): Texts => ({ exact: `"${digits}"`, string: `"${digits}"`, number: digits });
/** What no format of numbers changes. */
const same = (text: string): Texts => ({ exact: text, string: text, number: text });

const GREATEST = '99999999999999999999999999999.999999999';

/** Values in GoogleSQL that every engine takes, and what each format makes of them. */
export const NUMBERS: readonly (readonly [sql: string, texts: Texts])[] = [
  ['0', held('0')],
  ['9007199254740991', held('9007199254740991')],
  ['9007199254740992', notHeld('9007199254740992')],
  ['9223372036854775807', notHeld('9223372036854775807')],
  ['-9223372036854775808', notHeld('-9223372036854775808')],
  ['CAST(NULL AS INT64)', same('null')],
  ["NUMERIC '238750.00'", held('238750')],
  ["NUMERIC '238680.980'", notHeld('238680.98')],
  ["NUMERIC '100'", held('100')],
  ["NUMERIC '-0.0'", held('0')],
  ["NUMERIC '-0.5'", notHeld('-0.5')],
  ["NUMERIC '1e-9'", notHeld('0.000000001')],
  ["NUMERIC '1e28'", notHeld('10000000000000000000000000000')],
  ["NUMERIC '12345678901234567890.5'", notHeld('12345678901234567890.5')],
  [`NUMERIC '${GREATEST}'`, notHeld(GREATEST)],
  [`NUMERIC '-${GREATEST}'`, notHeld(`-${GREATEST}`)],
  ['CAST(NULL AS NUMERIC)', same('null')],
  ['ARRAY<NUMERIC>[]', same('[]')],
  [
    '[1, 9223372036854775807]',
    {
      exact: '[1,"9223372036854775807"]',
      string: '["1","9223372036854775807"]',
      number: '[1,9223372036854775807]',
    },
  ],
  ["[NUMERIC '0.5', NUMERIC '2']", { exact: '["0.5",2]', string: '["0.5","2"]', number: '[0.5,2]' }],
  [
    "[STRUCT(-9223372036854775808 AS n, 's' AS s, CAST(NULL AS INT64) AS z, [7] AS l, TRUE AS b)]",
    {
      exact: '[{"n":"-9223372036854775808","s":"s","z":null,"l":[7],"b":true}]',
      string: '[{"n":"-9223372036854775808","s":"s","z":null,"l":["7"],"b":true}]',
      number: '[{"n":-9223372036854775808,"s":"s","z":null,"l":[7],"b":true}]',
    },
  ],
  [
    "STRUCT(1 AS n, STRUCT([NUMERIC '0.5'] AS d, 2.5 AS f) AS s)",
    {
      exact: '{"n":1,"s":{"d":["0.5"],"f":2.5}}',
      string: '{"n":"1","s":{"d":["0.5"],"f":2.5}}',
      number: '{"n":1,"s":{"d":[0.5],"f":2.5}}',
    },
  ],
  ['1e21', same('1e+21')],
  ['0.1', same('0.1')],
  ['[1.5]', same('[1.5]')],
  ["'12'", same('"12"')],
  ["DATE '2026-11-20'", same('"2026-11-20"')],
  ["TIMESTAMP '2026-11-20 10:00:00'", same('"2026-11-20T10:00:00Z"')],
  ['TO_JSON_STRING([1])', same('"[1]"')],
];
