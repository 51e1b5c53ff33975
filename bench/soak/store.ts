import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the service under test serves. */
export interface Store {
  readonly folder: string;
  readonly endpoints: string;
  readonly keysFile: string;
}

/** The endpoint whose file changes all the time, and one that comes and goes. */
export const CHANGING = 'changing.yaml';
export const PASSING = 'passing.yaml';

interface Definition {
  readonly name: string;
  readonly query: string;
  readonly [key: string]: unknown;
}

/** JSON is YAML. */
export function endpointText(number: number, definition: Definition): string {
  return JSON.stringify({ id: `50ac0000-0000-4000-8000-${String(number).padStart(12, '0')}`, ...definition });
}

const parameters = { n: { type: 'integer', required: true } };
const ROWS = `SELECT @n AS n, i, CONCAT('row ', CAST(i * 7919 AS STRING)) AS text FROM UNNEST(GENERATE_ARRAY(1, 100)) AS i`;
const NUMBERS = 'UNNEST(GENERATE_ARRAY(1, 30000))';
const ENDLESS = `SELECT COUNTIF(MOD(a * b + c, 7) = @n) AS n FROM ${NUMBERS} AS a CROSS JOIN ${NUMBERS} AS b CROSS JOIN ${NUMBERS} AS c`;

const ENDPOINTS = {
  'kept.yaml': endpointText(1, { name: 'kept', parameters, caching: 20, cache_warming: 5, query: ROWS }),
  'fresh.yaml': endpointText(2, { name: 'fresh', parameters, query: ROWS }),
  'failing.yaml': endpointText(3, {
    name: 'failing',
    parameters,
    caching: 5,
    query: 'SELECT 1 / (@n - @n + zero) AS n FROM UNNEST([0]) AS zero',
  }),
  'endless.yaml': endpointText(4, { name: 'endless', parameters, timeout: 1, query: ENDLESS }),
  [CHANGING]: endpointText(5, { name: 'changing', caching: 20, query: 'SELECT 0 AS version' }),
};

export async function makeStore(folder: string): Promise<Store> {
  const store = { folder, endpoints: join(folder, 'endpoints'), keysFile: join(folder, 'keys.yaml') };
  await mkdir(store.endpoints);
  await mkdir(join(folder, 'data'));
  for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(store.endpoints, file), text);
  return store;
}
