import { type DescribedTable } from '../described-table.js';
import { queryFailure } from './failure.js';
import { type Jobs, type ListedTable } from './jobs.js';
import { type RequestOptions } from './requests.js';
import { columnsOf } from './row-encoder.js';

const PARALLEL = 8;

/** The tables of the dataset, from its metadata: none of it is billed. @throws QuernError */
export async function describedTables(
  jobs: Jobs,
  { dataset }: Pick<RequestOptions, 'dataset'>,
): Promise<readonly DescribedTable[]> {
  try {
    const listed = await jobs.tables(dataset);
    const waiting = listed.values();
    const found: DescribedTable[] = [];
    const work = async () => {
      for (const each of waiting) found.push(await described(jobs, dataset, each));
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw queryFailure(error);
  }
}

async function described(jobs: Jobs, dataset: string, { tableReference }: ListedTable): Promise<DescribedTable> {
  const name = tableReference.tableId;
  const { schema, numRows, type } = await jobs.table(dataset, name);
  const fields = schema?.fields ?? [];
  return {
    name,
    columns: columnsOf(fields),
    schema: fields,
    // BigQuery reports 0 rows for a view.
    ...(numRows !== undefined && type === 'TABLE' && { rows: Number(numRows) }),
    files: [],
  };
}
