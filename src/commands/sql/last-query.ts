import { join } from 'node:path';
import { replacePrivateFile } from '../../access/private-file.js';
import { type ParameterType } from '../../engines/engine.js';
import { readRegular } from '../../files/regular-file.js';
import { UsageError } from '../command-context.js';

/** A query for `quern new --sql` to take over. */
export interface LastQuery {
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
}

const FILE = join('.quern', 'last-query.json');

/** Keeps a query that has run, readable for its owner alone; a failure to write is ignored. */
export async function rememberQuery({ sql, parameters }: LastQuery): Promise<void> {
  const kept = { sql, parameters: parameters.map(({ name, type, array }) => ({ name, type, array })) };
  try {
    await replacePrivateFile(FILE, JSON.stringify(kept));
  } catch {
    // A failure to keep the query must not fail the command, whose rows are shown.
  }
}

/** @throws UsageError where no query has run here */
export async function lastQuery(): Promise<LastQuery> {
  const text = await readRegular(FILE).catch(() => 'null');
  const query = queryIn(text);
  if (query) return query;
  throw new UsageError('--sql takes the last query of quern sql, and none has run in this folder');
}

/** Undefined for a file that another program has written. */
function queryIn(text: string): LastQuery | undefined {
  try {
    const { sql, parameters } = JSON.parse(text) as Partial<LastQuery>;
    const isWhole = typeof sql === 'string' && Array.isArray(parameters) && parameters.every(isParameter);
    return isWhole ? { sql, parameters } : undefined;
  } catch {
    return undefined;
  }
}

function isParameter(value: unknown): value is ParameterType {
  const { name, type, array } = (value ?? {}) as Partial<ParameterType>;
  return typeof name === 'string' && typeof type === 'string' && typeof array === 'boolean';
}
