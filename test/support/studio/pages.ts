import { type Page, PAGES, REQUEST } from './page-tables.js';
import { literal, type StudioRequest } from './requests.js';

const columnsOf = (list: string): readonly string[] =>
  list.split(',').map((item) => item.trim().split(/[ .]/u).at(-1) ?? '');

function requestsOf({ page, table, joins, columns, filters, base, error, warning }: Page): readonly StudioRequest[] {
  const list = (filter: string) => `select ${columns} from ${table}
  ${joins}
  ${filter}
  order by timestamp desc
  limit 100
  `;
  const where = base ? `where ${base}` : '';
  const chart = (trunc: string) => `
SELECT
-- log-event-chart
  timestamp_trunc(t.timestamp, ${trunc}) as timestamp,
  count(CASE WHEN NOT (${error} OR ${warning}) THEN 1 END) as ok_count,
  count(CASE WHEN ${error} THEN 1 END) as error_count,
  count(CASE WHEN ${warning} THEN 1 END) as warning_count,
FROM
  ${table} t
  ${joins}
  ${where ? `${where} and` : 'where'} t.timestamp > '2026-11-15T10:00:00.000Z'
GROUP BY
timestamp
ORDER BY
  timestamp ASC
  `;
  const bars = ['timestamp', 'ok_count', 'error_count', 'warning_count'];
  return [
    { page: `${page}: list`, sql: list(where), columns: columnsOf(columns) },
    ...Object.entries(filters).map(([name, filter]) => ({
      page: `${page}: list, ${name}`,
      sql: list(`where ${base ? `${base} AND ` : ''}(${filter})`),
      columns: columnsOf(columns),
    })),
    { page: `${page}: chart of minutes`, sql: chart('minute'), columns: bars },
    // The chart reaches further back than the list, so that its start is in the SQL alone.
    { page: `${page}: chart of hours`, sql: chart('hour'), columns: bars, times: 'end' },
    { page: `${page}: count`, sql: `SELECT count(*) as count FROM ${table} ${joins} ${where}`, columns: ['count'] },
  ];
}

export const PAGE_REQUESTS: readonly StudioRequest[] = [
  ...PAGES.flatMap(requestsOf),
  {
    page: 'API gateway, self-hosted: list',
    sql: `
-- local dev edge_logs query
select id, edge_logs.timestamp, event_message, request.method, request.path, request.search, response.status_code
from edge_logs
${REQUEST}

order by timestamp desc
limit 100;
`,
    columns: ['id', 'timestamp', 'event_message', 'method', 'path', 'search', 'status_code'],
  },
  {
    page: 'function calls, self-hosted: list',
    sql: `
select id, function_edge_logs.timestamp, event_message
from function_edge_logs
order by timestamp desc
limit 100
`,
    columns: ['id', 'timestamp', 'event_message'],
  },
];

/** The tables of which a row is looked up by its id. */
export const ROW_TABLES: readonly string[] = [...new Set(PAGES.map(({ table }) => table))];

export const oneRow = (table: string, id: string): string =>
  `select id, timestamp, event_message, metadata from ${table} where id = ${literal(id)} limit 1`;
