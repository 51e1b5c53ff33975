import { resolvedAnswer } from '../../../../test/support/resolved-answer.js';

describe('a window', () => {
  it.each([
    ['ROW_NUMBER() OVER (v ORDER BY id) FROM t WINDOW v AS (PARTITION BY g)', 'f0_ INT64'],
    ['SUM(f) OVER (ORDER BY d RANGE BETWEEN 0.5 PRECEDING AND 1 FOLLOWING) FROM v', 'f0_ FLOAT64'],
    // Nothing is known here of a type that BigQuery alone has.
    ['COUNT(*) OVER (ORDER BY BIGNUMERIC "1" RANGE 1 PRECEDING) FROM t', 'f0_ INT64'],
    ['COUNT(*) OVER w FROM t WINDOW v AS (ORDER BY id)', '1:22 there is no window "w"; define it in WINDOW'],
    ['1 FROM t WINDOW v AS (), V AS ()', '1:33 two windows are named "V"'],
    ['COUNT(*) OVER (v ORDER BY g) FROM t WINDOW v AS (ORDER BY id)', '1:25 window "v" has an ORDER BY already'],
    [
      'COUNT(*) OVER (v PARTITION BY g) FROM t WINDOW v AS ()',
      '1:25 a window that names another takes its PARTITION BY from there',
    ],
    [
      'COUNT(*) OVER (v ORDER BY id) FROM t WINDOW v AS (ROWS 1 PRECEDING)',
      '1:25 window "v" has a frame; nothing can be added to it',
    ],
    ['COUNT(*) OVER (PARTITION BY f) FROM v', '1:36 PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC'],
    ['COUNT(*) OVER (PARTITION BY j) FROM v', '1:36 PARTITION BY a value of type JSON'],
    ['COUNT(*) OVER (ORDER BY l) FROM t', '1:32 cannot order by a value of type ARRAY'],
    [
      'COUNT(*) OVER (ORDER BY g RANGE 1 PRECEDING) FROM t',
      '1:34 RANGE with a distance needs ORDER BY with one number',
    ],
    [
      'COUNT(*) OVER (ORDER BY id, g RANGE 1 PRECEDING) FROM t',
      '1:38 RANGE with a distance needs ORDER BY with one number',
    ],
    ['COUNT(*) OVER (ORDER BY id ROWS 1.5 PRECEDING) FROM t', '1:40 expected INT64, found FLOAT64'],
    ['COUNT(*) OVER (ORDER BY id ROWS @p PRECEDING) FROM t', '1:40 expected INT64, found STRING'],
    ['COUNT(*) OVER (ORDER BY id ROWS -1 PRECEDING) FROM t', '1:40 the distance of a frame cannot be negative'],
    ['COUNT(*) OVER (ORDER BY d RANGE 1e99 PRECEDING) FROM v', '1:40 1e99 is beyond NUMERIC'],
    [
      'COUNT(*) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM t',
      '1:35 this frame ends before it begins',
    ],
  ])('%s', (rest, expected) => {
    expect(resolvedAnswer(`SELECT ${rest}`).slice(0, expected.length)).toBe(expected);
  });
});
