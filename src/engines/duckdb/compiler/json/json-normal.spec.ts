import { useDuckDb } from '../../../../../test/support/duckdb.js';
import { normalJson, normalValue } from '../../../../googlesql/json/json-normal.js';
import { BadJson } from '../../../../googlesql/json/json-tokens.js';

const texts = [
  ` { "b" : [ 1 , { "z":1.50, "y":[] }, null ], "a":{}, "b":2, "😀":1, "\uffff":2, "10":1, "9":2 } `,
  `[[[], {"a": [{"a": {"b": 1, "a": 2}}]}], "\\u00e9\\n\\/\\u0001", -0, -0.0, 1e20, 1E-7, 0.0001, 99999999999999.5]`,
  `"x"`,
  `1844674407370955161`,
  `{"": {"\\"q\\"": [true, false], "~/": 1}}`,
];

describe('the normal form of JSON', () => {
  const database = useDuckDb();

  it('has sorted keys, the first of each, and short numbers', () => {
    expect(normalJson(texts[0] ?? '')).toBe('{"10":1,"9":2,"a":{},"b":[1,{"y":[],"z":1.5},null],"\uffff":2,"😀":1}');
    expect(normalJson(texts[1] ?? '')).toBe(
      '[[[],{"a":[{"a":{"a":2,"b":1}}]}],"é\\n/\\u0001",0,-0.0,1e+20,1e-07,0.0001,99999999999999.5]',
    );
  });

  it.each(texts)('%s is the same when DuckDB makes it', async (text) => {
    const sql = `TO_JSON_STRING(PARSE_JSON(CONCAT(r'''${text}''', '')))`;
    expect(await database.value(sql)).toBe(normalJson(text));
  });

  it('is the same of a value, but for numbers of many digits and for texts that DuckDB alone has', () => {
    for (const text of texts) expect(normalValue(text)).toBe(normalJson(text));
    expect(normalValue('[922337203685477580701, 0.12345678901234567891]')).toBe(
      '[9.223372036854776e+20,0.12345678901234568]',
    );
    expect(normalValue('{"\\ud800": "\\u0000", "a b": 1, "a": 2, "a!": 3, "a b": 4}')).toBe(
      '{"a":2,"a b":1,"a!":3,"\\ud800":"\\u0000"}',
    );
  });

  it('is the very text where a value is in it', () => {
    const text = '{"A":[],"a":{"":"\\"\\n\\u0001/","é":1.0,"\uffff":-1,"😀":[true,1e+20,{}]}}';
    expect(normalValue(text)).toBe(text);
    expect(normalValue(` ${text.replace('"A":[]', '"A":[ ]')}\n`)).toBe(text);
  });

  it('leaves a value as it is that is nested more deeply', () => {
    const text = `${'['.repeat(600)}{"b":1,"a":2}${']'.repeat(600)}`;
    expect(normalValue(text)).toBe(text);
  });

  it.each([
    '[NaN]',
    '[1,]',
    '{"a":1,}',
    '[,1]',
    '{,}',
    '[1 2]',
    '{"a" 1}',
    '["\n"]',
    '["\\x"]',
    '"a',
    '"\\',
    '1e400',
    '-',
    '1.',
    '[1]]',
    'nul',
  ])('%j is no value', (text) => {
    expect(() => normalValue(text)).toThrow(BadJson);
  });

  it.each([
    '{a}',
    '[1,]',
    '01',
    '',
    '1 2',
    '1e400',
    '0.12345678901234567891',
    '"\\ud800"',
    '['.repeat(502) + ']'.repeat(502),
  ])('%s is refused', (text) => {
    expect(normalJson(text)).toBeInstanceOf(BadJson);
  });
});
