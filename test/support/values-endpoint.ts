import { endpointFile } from './endpoint-file.js';

/** Two rows of values that are easily printed wrong: long numbers, quotes, line breaks, NULL, nested and wide ones. */
export const VALUES = endpointFile({
  name: 'values',
  query: `
  SELECT 1152921504606846977 AS big, 'a, "b"' AS text, '' AS empty, CAST(NULL AS STRING) AS nothing,
    [STRUCT(1 AS x, ['p', 'q'] AS ys)] AS nested, '日本' AS wide
  UNION ALL
  SELECT 7, 'line one\\nline two', '', NULL, [], '${'x'.repeat(100)}'
  ORDER BY big DESC`,
});
