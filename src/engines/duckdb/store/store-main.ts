import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection } from '@duckdb/node-api';
import { errorText } from '../../../errors/error-text.js';
import { lowerOwnPriority, NICE } from '../../thread-priority.js';
import { quoteString } from '../compiler/types/duckdb-types.js';
import { openWriterInstance } from '../instance.js';
import { endNow, sendToService, serveService } from '../own-process.js';
import { DRAFT, LOCK } from './store-files.js';
import { type BuildTask, type FromBuilder } from './store-messages.js';
import { TableWriter } from './table-writer.js';

// The entry of a `StoreBuilder`'s process: it writes tables of the store, and ends. Its memory and its failures are its own.

process.umask(0o077);
// The priority is lowered before DuckDB starts threads of its own, which take it over.
lowerOwnPriority(NICE.sandbox);
serveService();
process.once('message', (task: BuildTask) => {
  void run(task)
    .catch(async (error: unknown) => send({ broken: errorText(error) }))
    .finally(endNow);
});

async function run({ path, folders, limits, maxBytes, tables }: BuildTask): Promise<void> {
  const spill = { folder: join(path, `spill${DRAFT}`), bytes: maxBytes };
  const instance = await openWriterInstance({ folders: [...folders, path], limits, spill });
  const connection = await instance.connect();
  if (!(await takeLock(connection, join(path, LOCK)))) return send('busy');
  // The processes that left these have ended.
  for (const name of await readdir(path))
    if (name.includes(DRAFT)) await rm(join(path, name), { recursive: true, force: true });
  await mkdir(spill.folder, { recursive: true });
  const writer = new TableWriter(connection, path, maxBytes);
  for (const table of tables) {
    await send({ begun: table.name });
    await send({ name: table.name, outcome: await writer.write(table) });
  }
  await rm(spill.folder, { recursive: true, force: true });
}

async function takeLock(connection: DuckDBConnection, path: string): Promise<boolean> {
  const attachment = `ATTACH ${quoteString(path)} AS lock`;
  // An entry that came with the folder may be a link to a foreign file, or a pipe.
  if ((await lstat(path).catch(() => undefined))?.isFile() === false) await rm(path, { recursive: true, force: true });
  try {
    await connection.run(attachment);
  } catch (error) {
    if (errorText(error).includes('lock on file')) return false;
    // A process was ended while it made the file.
    await rm(path, { force: true });
    await connection.run(attachment);
  }
  return true;
}

const send: (message: FromBuilder) => Promise<void> = sendToService;
