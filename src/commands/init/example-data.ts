import { type TableSchema } from '../../catalog/log-tables/log-tables.js';

/** A table for those who have none at hand. */
export const EXAMPLE_FILE = 'orders.ndjson';

const ROWS = [
  { id: 1, placed_at: '2026-11-20T09:00:00Z', country: 'NO', amount: 120.5 },
  { id: 2, placed_at: '2026-11-20T10:00:00Z', country: 'PT', amount: 80 },
  { id: 3, placed_at: '2026-11-20T11:00:00Z', country: 'NO', amount: 19.5 },
];

export const EXAMPLE_ROWS = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

export const EXAMPLE_SCHEMA: TableSchema = [
  { name: 'id', type: 'INT64' },
  { name: 'placed_at', type: 'TIMESTAMP' },
  { name: 'country', type: 'STRING' },
  { name: 'amount', type: 'FLOAT64' },
];
