import { type DescribedTable } from '../../engines/described-table.js';
import { quote } from '../../errors/excerpt.js';
import { suggestion } from '../../errors/suggestion.js';
import { type CommandContext, UsageError } from '../command-context.js';
import { type RowOptions, rowsTarget } from '../output/rows-target.js';
import { withEngine } from '../with-engine.js';
import { refusedTables, writeColumns, writeTables } from './table-rows.js';

/** Shows the tables for FROM, or the columns of some. Files that look like tables and are none are reported on standard error. */
export async function tables(context: CommandContext, names: readonly string[], options: RowOptions): Promise<void> {
  const { out, err } = context;
  const { found, areInFiles } = await withEngine(context.settings(), err, async (engine) => {
    return { found: await engine.describeTables(), areInFiles: engine.data !== undefined };
  });
  const target = rowsTarget(out, options);
  if (names.length > 0) {
    await writeColumns(
      names.map((name) => tableOf(name, found)),
      target,
    );
    return;
  }
  await writeTables(found, target);
  err.write(refusedTables(found));
  if (areInFiles && found.every(({ rows, files }) => rows === 0 && files.length === 0))
    err.write('There are no rows; put files into the folder of QUERN_DATA\n');
}

/** @throws UsageError where there is no such name, Error where it names no table */
function tableOf(name: string, found: readonly DescribedTable[]): DescribedTable {
  const table = found.find((each) => each.name === name);
  if (!table) {
    const names = found.map((each) => each.name);
    const meant = suggestion(name, names);
    throw new UsageError(`there is no table ${quote(name)}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
  }
  if (table.reason !== undefined) throw new Error(`${name} is no table: ${table.reason}`);
  return table;
}
