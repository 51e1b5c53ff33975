import { literal } from './requests.js';

/** A page of one table: a list with filters, a chart above it, how many there are, and one row by its id. */
export interface Page {
  readonly page: string;
  readonly table: string;
  readonly joins: string;
  readonly columns: string;
  readonly filters: Readonly<Record<string, string>>;
  /** What stands in front of the filters. */
  readonly base?: string;
  readonly error: string;
  readonly warning: string;
}

export const REQUEST = `cross join unnest(metadata) as m
  cross join unnest(m.request) as request
  cross join unnest(m.response) as response`;
const PARSED = `cross join unnest(metadata) as m
  cross join unnest(m.parsed) as parsed`;
const METADATA = 'cross join unnest(metadata) as metadata';

const STATUS = {
  'status 5xx': 'response.status_code between 500 and 599',
  'status 2xx or 4xx': '(response.status_code between 200 and 299 or response.status_code between 400 and 499)',
};
const status = {
  error: 'response.status_code >= 500',
  warning: 'response.status_code >= 400 AND response.status_code < 500',
};
const severity = {
  error: "parsed.error_severity IN ('ERROR', 'FATAL', 'PANIC')",
  warning: "parsed.error_severity IN ('WARNING')",
};
const none = { error: 'false', warning: 'false' };
const search = (text: string) => `regexp_contains(event_message, ${literal(text)})`;

const AUTH_ERROR = `IFNULL(metadata.level, '') IN ('error', 'fatal') OR IFNULL(SAFE_CAST(metadata.status AS INT64), 0) >= 500`;
const AUTH_WARNING = `IFNULL(metadata.level, '') = 'warning' OR IFNULL(SAFE_CAST(metadata.status AS INT64), 0) BETWEEN 400 AND 499`;

export const PAGES: readonly Page[] = [
  {
    page: 'API gateway',
    table: 'edge_logs',
    joins: REQUEST,
    columns:
      'id, identifier, timestamp, event_message, request.method, request.path, request.search, response.status_code',
    filters: {
      ...STATUS,
      search: search('\\d+ \\| .*rest/v1'),
      'search with a quote': search("it's|rest"),
      database: "identifier = 'demo'",
      'REST and GraphQL': "(request.path like '/rest/%' or request.path like '/graphql/%')",
      products: "(request.path like '/storage/%' or request.path like '/auth/%' or request.path like '/realtime/%')",
      methods: "(request.method = 'POST' or request.method = 'PATCH' or request.method = 'DELETE')",
    },
    ...status,
  },
  {
    page: 'Postgres',
    table: 'postgres_logs',
    joins: PARSED,
    columns:
      'identifier, postgres_logs.timestamp, id, event_message, parsed.error_severity, parsed.detail, parsed.hint',
    filters: {
      errors: "parsed.error_severity in ('ERROR', 'FATAL', 'PANIC')",
      others: "parsed.error_severity not in ('ERROR', 'FATAL', 'PANIC')",
      log: "parsed.error_severity = 'LOG'",
      search: search('duplicate key|statement timeout'),
      'a database': "identifier = 'demo'",
    },
    ...severity,
  },
  {
    page: 'cron',
    table: 'postgres_logs',
    joins: PARSED,
    columns: 'id, postgres_logs.timestamp, event_message, parsed.error_severity, parsed.query',
    base: "( parsed.application_name = 'pg_cron' or regexp_contains(event_message, 'cron job') )",
    filters: { search: search('refresh') },
    error: severity.error,
    warning: 'false',
  },
  {
    page: 'cron, self-hosted',
    table: 'postgres_logs',
    joins: PARSED,
    columns: 'id, postgres_logs.timestamp, event_message, parsed.error_severity, parsed.query',
    base: "( parsed.application_name = 'pg_cron' or event_message::text LIKE '%cron job%' )",
    filters: { search: search('refresh') },
    error: severity.error,
    warning: 'false',
  },
  {
    page: 'function output',
    table: 'function_logs',
    joins: METADATA,
    columns:
      'id, function_logs.timestamp, event_message, metadata.event_type, metadata.function_id, metadata.execution_id, metadata.level',
    filters: {
      errors: "metadata.level = 'error'",
      others: "metadata.level != 'error'",
      levels:
        "(metadata.level = 'log' or metadata.level = 'info' or metadata.level = 'debug' or metadata.level = 'warn')",
      search: search('booted|shutdown'),
      'one function': "`metadata`.`function_id` = '6513270e-269e-4d37-b2a7-4de452e6b438'",
    },
    error: "metadata.level IN ('error', 'fatal')",
    warning: "metadata.level IN ('warning')",
  },
  {
    page: 'function calls',
    table: 'function_edge_logs',
    joins: `cross join unnest(metadata) as m
  cross join unnest(m.response) as response
  cross join unnest(m.request) as request`,
    columns: `id, function_edge_logs.timestamp, event_message, response.status_code, request.method, request.pathname, m.function_id,
  m.execution_id, m.execution_time_ms, m.deployment_id, m.version`,
    filters: { ...STATUS, search: search('hello-world') },
    ...status,
  },
  {
    page: 'auth',
    table: 'auth_logs',
    joins: METADATA,
    columns:
      'id, auth_logs.timestamp, event_message, metadata.level, metadata.status, metadata.path, metadata.msg as msg, metadata.error',
    filters: {
      errors: AUTH_ERROR,
      warnings: AUTH_WARNING,
      others: `NOT (${AUTH_ERROR}) AND NOT (${AUTH_WARNING})`,
      'status 4xx': 'cast(metadata.status as int64) between 400 and 499',
      'sign-in': 'REGEXP_CONTAINS(metadata.path, "/token|/authorize|/callback|/otp|/magiclink")',
      'sign-up, users and sign-out':
        '(REGEXP_CONTAINS(metadata.path, "/signup|/invite|/verify") or REGEXP_CONTAINS(metadata.path, "/user") or REGEXP_CONTAINS(metadata.path, "/logout"))',
      search: search('request completed'),
    },
    error: AUTH_ERROR,
    warning: AUTH_WARNING,
  },
  ...(
    [
      ['realtime', 'realtime_logs', ''],
      ['storage', 'storage_logs', ''],
      ['PostgREST', 'postgrest_logs', ''],
      ['dedicated pooler', 'pgbouncer_logs', ''],
      ['shared pooler', 'supavisor_logs', 'cross join unnest(metadata) as m'],
    ] as const
  ).map(([page, table, joins]) => ({
    page,
    table,
    joins,
    columns: `id, ${table}.timestamp, event_message`,
    filters: { search: search('.') },
    ...none,
  })),
];
