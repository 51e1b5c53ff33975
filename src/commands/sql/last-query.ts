import { join } from 'node:path';
import { replacePrivateFile } from '../../access/private-file.js';
import { type ParameterType } from '../../engines/engine.js';
import { readRegular } from '../../files/regular-file.js';
import { UsageError } from '../exit.js';

/** What `quern new --sql` takes over. */
export interface LastQuery {
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
}

const FILE = join('.quern', 'last-query.json');

/** Keeps a query that has run, for its owner alone. Where nothing can be written, nothing is kept. */
export async function rememberQuery({ sql, parameters }: LastQuery): Promise<void> {
  const kept = { sql, parameters: parameters.map(({ name, type, array }) => ({ name, type, array })) };
  try {
    await replacePrivateFile(FILE, JSON.stringify(kept));
  } catch {
    // The rows are what was asked for.
  }
}

/** @throws UsageError where no query has run here */
export async function lastQuery(): Promise<LastQuery> {
  const text = await readRegular(FILE).catch(() => 'null');
  const query = queryIn(text);
  if (query) return query;
  throw new UsageError('--sql takes the last query of quern sql, and none has run in this folder');
}

/** Undefined where somebody else has written the file. */
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
