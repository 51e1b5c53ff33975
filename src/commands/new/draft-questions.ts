import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { type DescribedTable } from '../../engines/described-table.js';
import { type Column } from '../../engines/engine.js';
import { type CommandContext, Exit } from '../command-context.js';
import { parseCaching, parseParameter } from './draft-words.js';
import { columnOf, type DraftParameter, placementOf } from './placement.js';
import { columnList, tableList } from './source-lists.js';

/**
 * Asks for everything that no flag has said. A wrong answer is explained and asked for again; Enter alone takes the answer in brackets.
 *
 * @throws Exit 130 on Ctrl-C, and at the end of the input
 */
export async function askForRest(
  options: NewOptions,
  { input, err }: CommandContext,
  listTables: () => Promise<readonly DescribedTable[]>,
): Promise<NewOptions> {
  const terminal = createInterface({ input, output: err });
  // The iterator keeps lines that were typed ahead, which `question` loses.
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async <T>(question: string, read: (answer: string) => T): Promise<T> => {
    terminal.setPrompt(question);
    for (;;) {
      terminal.prompt();
      const line = await lines.next();
      if (line.done === true) throw new Exit(130);
      try {
        return read(line.value.trim());
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        err.write(`  ${error.message}\n`);
      }
    }
  };
  try {
    const description =
      options.description ?? (await ask('What does it tell? [nothing yet] ', (answer) => answer || undefined));
    const tables = options.query === undefined && options.queryFile === undefined ? await listTables() : [];
    const hasSource = options.table ?? options.query ?? options.queryFile;
    if (hasSource === undefined && tables.length > 0) err.write(tableList(tables));
    const source: Pick<NewOptions, 'table' | 'query'> =
      hasSource === undefined
        ? await ask('A table to begin with, or a query in one line [an example] ', readSource)
        : options;
    const { columns: known = [] } = tables.find(({ name }) => name === source.table) ?? {};
    if (known.length > 0) err.write(columnList(known));
    const parameter =
      options.parameter ??
      (await ask('Parameters, such as project:string! since:timestamp (! is required) [none] ', (answer) =>
        answer
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(parseParameter),
      ));
    const columns = new Map<string, string>();
    for (const each of known.length > 0 ? parameter : []) {
      if (placementOf(each, known)) continue;
      columns.set(
        each.name,
        await ask(`Which column does ${each.name} pick rows by? `, (answer) => readColumn(answer, known)),
      );
    }
    const caching =
      options.caching ??
      (await ask('Seconds that a result is served for, or disabled [disabled] ', (answer) =>
        parseCaching(answer || 'disabled'),
      ));
    return {
      ...options,
      ...source,
      ...(description !== undefined && { description }),
      parameter,
      columns,
      caching,
    };
  } finally {
    terminal.close();
  }
}

/** Decides between a table and a query: only a query has blanks. */
function readSource(answer: string): Pick<NewOptions, 'table' | 'query'> {
  if (answer === '') return {};
  return /\s/.test(answer) ? { query: answer } : { table: answer.replaceAll('`', '') };
}

function readColumn(answer: string, known: readonly Column[]): string {
  const column = columnOf(answer, known);
  if (column) return column.name;
  throw new InvalidArgumentError(`Write one of ${known.map(({ name }) => name).join(', ')}.`);
}

/** The flags of `quern new`; others are asked for, or left out of the file. */
export interface NewOptions {
  readonly description?: string;
  readonly parameter?: readonly DraftParameter[];
  readonly caching?: number | 'disabled';
  readonly cacheWarming?: number;
  readonly maxRows?: number;
  readonly table?: string;
  /** Columns of parameters with other names, from the questions. */
  readonly columns?: ReadonlyMap<string, string>;
  /** SQL, or `-` for standard input. */
  readonly query?: string;
  readonly queryFile?: string;
  /** Whether to take the last query that `quern sql` has run. */
  readonly sql?: boolean;
  readonly folder?: string;
  readonly yes?: boolean;
}
