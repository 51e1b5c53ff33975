import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from '../yaml/class-validator.js';
import { BUDGET, BUDGET_TEXT } from '../../config/budget.js';
import { DEFAULT_MAX_BYTES } from '../endpoint.js';
import { CALL_VALUE } from './call-values.js';
import { ColumnEntry } from './column-entry.js';
import { excludes, needs, Relates } from '../yaml/key-relations.js';
import {
  Describes,
  IsCall,
  IsEntry,
  IsListOf,
  IsMappingOf,
  IsSecondsOrDisabled,
  says,
  saysEach,
} from './file-rules.js';
import { AgentsEntry } from './agents/agents-entry.js';
import { PageEntry } from './pages/page-entry.js';
import { ParameterEntry } from './parameter-entry.js';
import { TestEntry } from './test-entry.js';

/** 30 days, in seconds. */
const MONTH = 2_592_000;
const ID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
// The lookahead refuses UUIDs: calls by name and by id must differ.
const NAME = new RegExp(`^(?!${ID.source.slice(1)})[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`);

const ID_RULE = says('a UUID such as 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a (uuidgen makes one)');
const NAME_RULE = says(
  'text of up to 128 letters, digits, ".", "_" and "-" that starts with a letter or digit, no UUID',
);
const DESCRIPTION_RULE = says('text of up to 4096 characters');
const PARAMETERS_RULE = says('a mapping of parameter names to { type: … }');
const COLUMNS_RULE = says('a list of at least one { name: …, type: … }');
const MOST_BYTES = 256 * 2 ** 20;

const MAX_ROWS_RULE = says('a whole number from 1 to 1000000');
const MAX_BYTES_RULE = says(`a whole number of bytes from 1024 to ${MOST_BYTES}`);
const PAGE_RULE = says('a mapping such as { size: 500, next: { before: timestamp, before_id: id } }');
const AGENTS_RULE = says('a mapping such as { enabled: true, max_rows: 100 }');
const CACHING_RULE = says(`whole seconds from 1 to ${MONTH}, or disabled`);
const SECONDS_RULE = says(`whole seconds from 1 to ${MONTH}`);
const WARM_RULE = 'a mapping of parameter names to values';
const BOUND_RULE = says('a list of at least one name of a declared parameter, each named once');
const CONCURRENCY_RULE = says('a whole number from 1 to 1000');
const BYTES_RULE = says('a whole number of bytes, at least 1');
const BUDGET_RULE = says(BUDGET_TEXT);
const TIMEOUT_RULE = says('whole seconds from 1 to 3600');
const ASYNC_TIMEOUT_RULE = says('whole seconds from 1 to 21600');
const QUERY_RULE = says('text, the SQL of one SELECT, best written as a block that starts with |');

/**
 * The keys of an endpoint file, format version 1, with their types and bounds and which of them go together: the one place
 * that says them. Rules that measure one value against another are in `endpoint-rules.ts`. Keys that a file may leave out
 * have their default here.
 */
@Relates(
  excludes(
    { caching: ['disabled'] },
    ['cache_warming', 'stale_if_error', 'refresh', 'warm'],
    (keys) => `${keys} needs caching; write caching: <seconds>, or remove it`,
  ),
  excludes(
    { sandboxing: ['disabled'] },
    ['sandbox_dialect'],
    (key) => `${key} needs sandboxing; write sandboxing: enabled, or remove it`,
  ),
  excludes(
    { slices: ['enabled'], caching: ['disabled'] },
    ['slices'],
    (key) => `${key} needs caching; write caching: <seconds>, or remove it`,
  ),
  excludes(
    { slices: ['enabled'], page: 'written' },
    ['slices'],
    (key) => `${key} does not go with "page"; remove one of the two`,
  ),
  excludes({ page: 'written' }, ['max_rows'], (key) => `with "page", its "size" takes the place of ${key}; remove it`),
  needs(
    { page: 'written' },
    ['columns', 'parameters'],
    (keys) => `"page" needs ${keys}: it carries the values of columns over to parameters`,
  ),
)
export class EndpointFile {
  @Describes('Format version of the file.')
  @IsIn([1], says('the number 1, the only version there is'))
  version = 1 as const;

  @Describes('The endpoint’s lasting address, whatever becomes of its name. No two files have the same.')
  @Matches(ID, ID_RULE)
  id!: string;

  @Describes(
    'The endpoint’s readable address. No two files have the same, nor names that differ only in case, `.`, `-` and `_`.',
  )
  @Matches(NAME, NAME_RULE)
  name!: string;

  @Describes('What the endpoint answers, for those who call it.')
  @IsOptional()
  @IsString(DESCRIPTION_RULE)
  @MaxLength(4096, DESCRIPTION_RULE)
  description?: string;

  @Describes('What a call may set. Each `@name` of the query is declared here, and each declared one is used.')
  @IsOptional()
  @IsMappingOf(() => ParameterEntry, PARAMETERS_RULE)
  parameters?: Map<string, unknown>;

  @Describes(
    'Parameters that a key has to be bound to, such as `[project]`: for a key that is not, the endpoint is not there (404).',
  )
  @IsOptional()
  @IsArray(BOUND_RULE)
  @ArrayNotEmpty(BOUND_RULE)
  @ArrayUnique(BOUND_RULE)
  @IsString({ each: true, ...BOUND_RULE })
  bound?: string[];

  @Describes(
    'The columns that the query returns, in their order: a promise that the engine’s answer is held against at load.',
  )
  @IsOptional()
  @IsListOf(() => ColumnEntry, COLUMNS_RULE)
  @ArrayNotEmpty(COLUMNS_RULE)
  columns?: unknown[];

  @Describes('Further rows are cut off, and the answer says so.')
  @IsInt(MAX_ROWS_RULE)
  @Min(1, MAX_ROWS_RULE)
  @Max(1_000_000, MAX_ROWS_RULE)
  max_rows = 1000;

  @Describes(
    'How large the answer may be as JSON that is not compressed. Further rows are cut off, and the answer says so.',
  )
  @IsInt(MAX_BYTES_RULE)
  @Min(1024, MAX_BYTES_RULE)
  @Max(MOST_BYTES, MAX_BYTES_RULE)
  max_bytes = DEFAULT_MAX_BYTES;
  @Describes('Answers in pages, each of which says what the next one is called with.')
  @IsOptional()
  @IsEntry(() => PageEntry, PAGE_RULE)
  page?: Map<string, unknown>;

  @Describes(
    'Whether a call may ask by `limit` and `offset` for some rows of its result, which costs no further run. Only with `caching`.',
  )
  @IsIn(['enabled', 'disabled'], says('enabled or disabled'))
  slices: 'enabled' | 'disabled' = 'disabled';

  @Describes('How long a result is served for.')
  @IsSecondsOrDisabled(MONTH, CACHING_RULE)
  caching: number | 'disabled' = 'disabled';

  @Describes(
    'How long after its run a result that clients still ask for is run again, ahead of the next call. Less than `caching`.',
  )
  @IsOptional()
  @IsInt(SECONDS_RULE)
  @Min(1, SECONDS_RULE)
  @Max(MONTH, SECONDS_RULE)
  cache_warming?: number;

  @Describes('How long beyond `caching` a result is served for while the engine fails or a budget is used up.')
  @IsOptional()
  @IsInt(SECONDS_RULE)
  @Min(1, SECONDS_RULE)
  @Max(MONTH, SECONDS_RULE)
  stale_if_error?: number;

  @Describes(
    'With `on_change`, a result that is due is run again only if a table that it reads has changed since; otherwise it counts as new.',
  )
  @IsOptional()
  @IsIn(['on_change'], says('on_change, or left out'))
  refresh?: 'on_change';

  @Describes('Parameter sets to run at start and keep warm, such as `- { project: demo, interval: daily }`.')
  @IsOptional()
  @IsArray(says(`a list of at most 100 items, each ${WARM_RULE}`))
  @ArrayMaxSize(100, says(`a list of at most 100 items, each ${WARM_RULE}`))
  @IsCall(CALL_VALUE, saysEach(WARM_RULE))
  warm?: Map<string, unknown>[];

  @Describes(
    'Whether callers may send a SELECT of their own in `sql`, over the queries of the WITH that `query` begins with.',
  )
  @IsIn(['enabled', 'disabled'], says('enabled or disabled'))
  sandboxing: 'enabled' | 'disabled' = 'disabled';

  @Describes(
    "What that SELECT is written in: `lenient` takes `expr::type`, and `''` for a quote within a string, beside GoogleSQL. Only with `sandboxing: enabled`.",
  )
  @IsIn(['googlesql', 'lenient'], says('googlesql or lenient'))
  sandbox_dialect: 'googlesql' | 'lenient' = 'googlesql';

  @Describes('What one run may be billed for, where the engine bills. Left out, the limit of the service holds.')
  @IsOptional()
  @IsInt(BYTES_RULE)
  @Min(1, BYTES_RULE)
  @Max(Number.MAX_SAFE_INTEGER, BYTES_RULE)
  max_bytes_billed?: number;

  @Describes('What all runs may cost in a day of UTC. Beyond it nothing is run: old rows, or 429 `budget_exhausted`.')
  @IsOptional()
  @Matches(BUDGET, BUDGET_RULE)
  budget?: string;

  @Describes('How many runs there may be at once; further ones wait. Left out, the engine’s own limit holds.')
  @IsOptional()
  @IsInt(CONCURRENCY_RULE)
  @Min(1, CONCURRENCY_RULE)
  @Max(1000, CONCURRENCY_RULE)
  max_concurrency?: number;

  @Describes('How long one run may take, waiting for its turn included.')
  @IsInt(TIMEOUT_RULE)
  @Min(1, TIMEOUT_RULE)
  @Max(3600, TIMEOUT_RULE)
  timeout = 30;

  @Describes('The same for a run whose client is answered later, with `Prefer: respond-async`. More than `timeout`.')
  @IsOptional()
  @IsInt(ASYNC_TIMEOUT_RULE)
  @Min(1, ASYNC_TIMEOUT_RULE)
  @Max(21_600, ASYNC_TIMEOUT_RULE)
  async_timeout?: number;

  @Describes('Whether and how agents are offered the endpoint as a tool.')
  @IsOptional()
  @IsEntry(() => AgentsEntry, AGENTS_RULE)
  agents?: Map<string, unknown>;

  @Describes('The SQL, in GoogleSQL, with its parameters as `@name`.')
  @IsString(QUERY_RULE)
  query!: string;

  @Describes('Cases that `quern test` runs: what a call is given, and what it has to answer with.')
  @IsOptional()
  @IsListOf(() => TestEntry, says('a list of cases, each { name: …, rows: … }'))
  tests?: unknown[];
}
