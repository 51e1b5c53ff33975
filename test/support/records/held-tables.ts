import { type DuckDBConnection } from '@duckdb/node-api';
import { heldItems, singleColumns } from '../../../src/engines/duckdb/records/record-columns.js';
import { fileView } from '../../../src/engines/duckdb/data/file-view.js';
import { type TableFiles } from '../../../src/engines/duckdb/data/table-files.js';
import { TableStore } from '../../../src/engines/duckdb/data/table-store.js';
import { type View } from '../../../src/engines/duckdb/data/view.js';

/** Until `end`, tables of files are read in the form in which tables of the engine's own hold their records. */
export function holdRecords() {
  const held = new Map<string, View>();
  const viewOf = async function (this: TableStore, connection: DuckDBConnection, files: TableFiles): Promise<View> {
    const view = await fileView(connection, files, await this.folder?.schemaOf(files));
    const columns = await singleColumns(connection, `(${view.sql})`, view.columns);
    const made = { ...view, columns, sql: `SELECT ${heldItems(columns)} FROM (${view.sql})` };
    held.set(files.table, made);
    return made;
  };
  const spy = jest.spyOn(TableStore.prototype, 'viewOf').mockImplementation(viewOf);
  return {
    held: held as ReadonlyMap<string, View>,
    end: () => {
      spy.mockRestore();
    },
  };
}
