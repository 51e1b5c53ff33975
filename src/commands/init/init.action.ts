import { readFile, stat, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { basename, join, relative, resolve, dirname } from 'node:path';
import { type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { overFiles } from '../../config/data.js';
import { type Settings } from '../../config/settings.js';
import { DATA_FOLDER } from '../../config/local-defaults.js';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { type DescribedTable } from '../../engines/described-table.js';
import { schemaFileOf, tableOfFile } from '../../engines/table-file.js';
import { quote } from '../../errors/excerpt.js';
import { makeFile } from '../../files/make-file.js';
import { type CommandContext, type Terminal, UsageError } from '../command-context.js';
import { columnList } from '../new/source-lists.js';
import { lookAtRows } from '../new/found-rows.js';
import { SCHEMA_FILE, withinRepository } from '../new/schema-place.js';
import { writeEndpoint } from '../new/write-endpoint.js';
import { withEngine } from '../with-engine.js';
import { firstEndpoint } from './first-endpoint.js';
import { folderFiles } from './folder-files.js';
import { constants } from 'node:fs';

/** The files and folders that a command has made, so that a failed one leaves nothing behind. */
class MadeFiles {
  private readonly made: string[] = [];

  /** Writes a file. False where there is one. */
  async write(file: string, text: string): Promise<boolean> {
    return this.make(file, async () => writeFile(file, text, { flag: 'wx' }));
  }

  /** Copies a file, with shared blocks where the file system has them. False where there is one. */
  async copy(from: string, file: string): Promise<boolean> {
    return this.make(file, async () => copyFile(from, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  }

  /** Removes the files that were made, and no others. */
  async undo(): Promise<void> {
    for (const path of this.made.splice(0).reverse()) await rm(path, { recursive: true, force: true });
  }

  /** Makes the folder of a file. */
  async folderOf(file: string): Promise<void> {
    const folder = await mkdir(dirname(file), { recursive: true });
    if (folder !== undefined) this.made.push(folder);
  }

  /** Has `undo` remove a file that another has made. */
  add(file: string): void {
    this.made.push(file);
  }

  private async make(file: string, write: () => Promise<void>): Promise<boolean> {
    await this.folderOf(file);
    const isNew = await makeFile(file, write);
    if (isNew) this.add(file);
    return isNew;
  }
}

/** Table for operators without one at hand. */
const EXAMPLE_FILE = 'orders.ndjson';

const EXAMPLE_ROWS = [
  { id: 1, placed_at: '2026-11-20T09:00:00Z', country: 'NO', amount: 120.5 },
  { id: 2, placed_at: '2026-11-20T10:00:00Z', country: 'PT', amount: 80 },
  { id: 3, placed_at: '2026-11-20T11:00:00Z', country: 'NO', amount: 19.5 },
];

const EXAMPLE_SCHEMA: TableSchema = [
  { name: 'id', type: 'INT64' },
  { name: 'placed_at', type: 'TIMESTAMP' },
  { name: 'country', type: 'STRING' },
  { name: 'amount', type: 'FLOAT64' },
];

/** Writes the files of a folder of endpoints. Existing files stay as they are, and a failure leaves nothing behind. */
export async function init(context: CommandContext, folder = '.', options: InitOptions): Promise<void> {
  const { input, out, err } = context;
  const isTalking = input.isTTY === true && err.isTTY === true && options.yes !== true;
  const data = options.data ?? (isTalking ? await askForData(context) : undefined);
  const files = new MadeFiles();
  const written: string[] = [];
  const write: Write = async (path, text) => {
    const isNew = await files.write(join(folder, path), text);
    if (isNew) written.push(join(folder, path));
    else err.write(`${join(folder, path)} is there already and stays as it is\n`);
    return isNew;
  };
  try {
    const name = await provideData(folder, data, files, write);
    await write(SCHEMA_FILE, await readFile(join(PACKAGE_ROOT, SCHEMA_FILE), 'utf8'));
    const settings = overFiles(context.settings(), join(folder, DATA_FOLDER));
    if (data !== undefined) await stateSchema(name, settings, err, write);
    const endpoint = await withEngine(settings, err, async (engine) => {
      const table = tableOf(name, await engine.describeTables());
      err.write(columnList(table.columns));
      const draft = firstEndpoint(table);
      const file = join(folder, 'endpoints', `${draft.name}.yaml`);
      const rows = await lookAtRows(table.name, table.columns, engine);
      await files.folderOf(file);
      await writeEndpoint(file, draft, engine, rows);
      files.add(file);
      written.push(file);
      return draft.name;
    });
    for (const [path, text] of folderFiles(endpoint, withinRepository(resolve(folder)))) await write(path, text);
  } catch (error) {
    await files.undo();
    throw error;
  }
  for (const path of written) out.write(`${path}\n`);
  const there = relative('.', folder);
  err.write(`\nServe it: ${there === '' ? '' : `cd ${there} && `}quern serve\n`);
}

type Write = (path: string, text: string) => Promise<boolean>;

async function askForData({ input, err }: CommandContext): Promise<string | undefined> {
  const terminal = createInterface({ input, output: err });
  try {
    const question = 'A file of rows to begin with, in Parquet, NDJSON, JSON, CSV or TSV [an example] ';
    return (await terminal.question(question)).trim() || undefined;
  } finally {
    terminal.close();
  }
}

async function provideData(folder: string, data: string | undefined, files: MadeFiles, write: Write): Promise<string> {
  const file = basename(data ?? EXAMPLE_FILE);
  const found = tableOfFile(file);
  if ('reason' in found) throw new UsageError(`--data ${quote(file)} is no file of a table: ${found.reason}`);
  const name = found.table;
  if (data === undefined) {
    await write(join(DATA_FOLDER, file), EXAMPLE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await write(join(DATA_FOLDER, schemaFileOf(name)), schemaText(EXAMPLE_SCHEMA));
    return name;
  }
  if ((await stat(data).catch(() => undefined))?.isFile() !== true) {
    throw new UsageError(`--data ${quote(data)} cannot be read: there is no such file`);
  }
  const target = join(folder, DATA_FOLDER, file);
  if (resolve(target) === resolve(data)) return name;
  if (await files.copy(data, target)) return name;
  throw new Error(`${target} is there already; remove it, or begin with it: --data ${target}`);
}

/** Writes the types that the rows were found to have. */
async function stateSchema(name: string, settings: Settings, err: Terminal, write: Write): Promise<void> {
  const table = await withEngine(settings, err, async (engine) => tableOf(name, await engine.describeTables()));
  await write(join(DATA_FOLDER, schemaFileOf(name)), schemaText(table.schema));
}

function tableOf(name: string, tables: readonly DescribedTable[]): DescribedTable {
  const table = tables.find((each) => each.name === name);
  if (table && table.reason === undefined && table.columns.length > 0) return table;
  throw new Error(`${name} is no table: ${table?.reason ?? 'it has no columns that can be read'}`);
}

function schemaText(schema: TableSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

interface InitOptions {
  readonly data?: string;
  readonly yes?: boolean;
}
