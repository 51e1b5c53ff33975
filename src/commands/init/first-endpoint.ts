import { randomUUID } from 'node:crypto';
import { type DescribedTable } from '../../engines/described-table.js';
import { PARAMETER_NAME } from '../../endpoint-files/format/parameter-name.js';
import { type DraftParameter } from '../new/placement.js';
import { tableQuery } from '../new/draft-query.js';
import { quotedName } from '../../googlesql/tokens/quoted-name.js';
import { placementOf, timeColumn } from '../new/placement.js';
import { type NewDraft } from '../new/write-endpoint.js';

const MOST_ROWS = 1000;
const CACHING_SECONDS = 60;

/** Drafts an endpoint for the rows of a table, the latest first, by time and by its first text. */
export function firstEndpoint({ name, columns }: DescribedTable): NewDraft {
  const time = timeColumn(columns);
  const text = columns.find((column) => column.type === 'STRING' && isParameterName(column.name));
  const parameters = [
    ...(time ? ['since', 'until'].map((each) => optional(each, time.type === 'DATE' ? 'date' : 'timestamp')) : []),
    ...(text ? [optional(text.name, 'string')] : []),
  ];
  const placements = parameters.flatMap((parameter) => placementOf(parameter, columns) ?? []);
  const order = time ? `\nORDER BY ${quotedName(time.name)} DESC` : '';
  return {
    id: randomUUID(),
    name: `${slug(name)}.${time ? 'latest' : 'rows'}`,
    description: `The rows of ${name}${time ? ', the latest first' : ''}.`,
    parameters,
    maxRows: MOST_ROWS,
    caching: CACHING_SECONDS,
    cacheWarming: undefined,
    query: `${tableQuery(name, columns, placements, 'all')}${order}`,
  };
}

function optional(name: string, type: DraftParameter['type']): DraftParameter {
  return { name, type, array: false, required: false };
}

function isParameterName(name: string): boolean {
  const isOwn = name !== 'since' && name !== 'until';
  return isOwn && PARAMETER_NAME.form.test(name) && !PARAMETER_NAME.reserved.test(name);
}

/** A name that an endpoint and a file may have. */
function slug(table: string): string {
  return table.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'rows';
}
