import { randomUUID } from 'node:crypto';

/** The text of an endpoint file with an id of its own; JSON is YAML. */
export function endpointFile(definition: {
  readonly name: string;
  readonly query: string;
  readonly [key: string]: unknown;
}): string {
  return JSON.stringify({ id: randomUUID(), ...definition });
}

/** One row, after a time that no test waits for. */
export const ENDLESS_QUERY = `
  SELECT COUNTIF(MOD(a * b + c, 7) = 3) AS n
  FROM UNNEST(GENERATE_ARRAY(1, 30000)) AS a
  CROSS JOIN UNNEST(GENERATE_ARRAY(1, 30000)) AS b
  CROSS JOIN UNNEST(GENERATE_ARRAY(1, 30000)) AS c`;
