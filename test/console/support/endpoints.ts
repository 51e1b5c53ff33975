import { ENDLESS_QUERY, endpointFile } from '../../support/endpoint-file.js';

/** Rows of every kind of value; `n` says how many. */
export const VALUES = endpointFile({
  name: 'demo.values',
  description: 'Rows of every kind.',
  parameters: {
    n: { type: 'integer', default: 3, min: 0, max: 10_000, description: 'How many rows.' },
    since: { type: 'timestamp' },
    day: { type: 'date' },
    ids: { type: 'array', items: 'integer' },
    level: { type: 'string', enum: ['info', 'warn'], default: 'info' },
    order: { type: 'string', enum: ['up', 'down'], default: 'up', otherwise: 'default' },
    deep: { type: 'boolean' },
    amount: { type: 'number', max: 10 },
  },
  columns: Object.entries({
    id: 'INT64',
    big: 'INT64',
    exact: 'INT64',
    text: 'STRING',
    nested: 'STRUCT<a INT64, b ARRAY<INT64>>',
    even: 'BOOL',
    day: 'DATE',
    level: 'STRING',
  }).map(([name, type]) => ({ name, type, ...(name === 'exact' && { json: 'number' }) })),
  max_rows: 5000,
  caching: 60,
  query: `SELECT i AS id, 9007199254740992 + i AS big, 9007199254740992 + i AS exact,
      CASE MOD(i, 3) WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'text' END AS text,
      STRUCT(i AS a, [1, 2] AS b) AS nested, MOD(i, 2) = 0 AS even, DATE '2026-11-20' AS day, @level AS level
    FROM UNNEST(GENERATE_ARRAY(1, @n)) AS i
    WHERE COALESCE(@since, TIMESTAMP '2026-11-20') IS NOT NULL AND COALESCE(@day, DATE '2026-11-20') IS NOT NULL
      AND ARRAY_LENGTH(@ids) >= 0 AND @order IS NOT NULL AND COALESCE(@deep, TRUE) AND COALESCE(@amount, 0) < 11
    ORDER BY id`,
});

export const ENDLESS = endpointFile({ name: 'demo.endless', timeout: 300, query: ENDLESS_QUERY });

/** Needs what `demo.values` does not. */
export const NEEDY = endpointFile({
  name: 'demo.needy',
  description: 'Wants a project and how much of it.',
  parameters: {
    project: { type: 'string', required: true },
    n: { type: 'integer', required: true },
  },
  query: 'SELECT @project AS project, @n AS n',
});

export const ENDPOINTS = { 'values.yaml': VALUES, 'endless.yaml': ENDLESS, 'needy.yaml': NEEDY };
