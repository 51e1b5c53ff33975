import { holdsNumbers } from './number-format.js';

describe('holdsNumbers', () => {
  it.each([
    'INT64',
    'NUMERIC',
    'BIGNUMERIC',
    'ARRAY<INT64>',
    'STRUCT<a NUMERIC>',
    'STRUCT<a STRING, b ARRAY<STRUCT<c BIGNUMERIC, d STRING>>>',
    'STRUCT<STRING, INT64>',
    'STRUCT< a INT64 >',
    'STRUCT<numeric NUMERIC>',
    // Engines have other names for them, of which the comparison with the query's columns tells.
    'NUMERIC(10, 2)',
    'BIGNUMERIC(40)',
    'DECIMAL',
    'BIGDECIMAL',
    'integer',
  ])('finds some in %s', (type) => {
    expect(holdsNumbers(type)).toBe(true);
  });

  it.each([
    'STRING',
    'FLOAT64',
    'JSON',
    'TIMESTAMP',
    'RANGE<DATE>',
    'ARRAY<FLOAT64>',
    'STRUCT<numeric STRING>',
    'STRUCT<int64 ARRAY<STRING>, bignumeric STRUCT<numeric BOOL>>',
    'INT64S',
    '',
  ])('finds none in %s', (type) => {
    expect(holdsNumbers(type)).toBe(false);
  });
});
