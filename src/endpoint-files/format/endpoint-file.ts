import { TestEntry } from './test-entry.js';
import { ArrayMaxSize, IsArray, IsString, Matches, IsBoolean } from '../yaml/class-validator.js';
import { BUDGET, BUDGET_TEXT } from '../../config/budget.js';
import { DEFAULT_MAX_BYTES } from '../endpoint.js';
import { CALL_VALUE } from './call-values.js';
import { excludes, needs, Relates } from '../yaml/key-relations.js';
import {
  Describes,
  IsCall,
  IsEntry,
  IsFullListOf,
  IsListOf,
  IsMappingOf,
  IsNameList,
  IsOneOf,
  IsSecondsOrDisabled,
  IsText,
  IsWhole,
  Optional,
  says,
  saysEach,
  IsNames,
} from './file-rules.js';
import { ParameterEntry } from './parameter-entry.js';
import { NUMBER_FORMATS, type NumberFormat } from '../../engines/number-format.js';
import { type ValueRule } from './value-rule.js';

export class ColumnEntry {
  @Describes('The name as the answer has it.')
  @IsText(300, 'text, the name of a column, of up to 300 characters', true)
  name!: string;

  @Describes('The type as the engine reports it.')
  @IsText(4096, 'text, a GoogleSQL type such as INT64 or ARRAY<STRING>', true)
  type!: string;

  @Describes(
    'Whether it may hold NULL. An answer of `query` that has NULL where this is false fails. An ARRAY is never NULL, but empty.',
  )
  @IsBoolean(says('true or false'))
  nullable = true;

  @Optional('What the column holds, for those who read the answer.')
  @IsText(4096)
  description?: string;

  @Optional(
    'How INT64, NUMERIC and BIGNUMERIC are written, nested ones too: as text, as JSON numbers with all their digits, or as numbers only where a double holds them. Left out, as `QUERN_NUMBERS` says.',
  )
  @IsOneOf(NUMBER_FORMATS, 'string, number or exact')
  json?: NumberFormat;
}

export class AgentsEntry {
  @Describes('Whether agents are offered the endpoint as a tool, by `/mcp` and `quern mcp`.')
  @IsBoolean(says('true or false'))
  enabled!: boolean;

  @Optional('What the tool is for, in words for a model. Left out, the `description` of the endpoint.')
  @IsText(4096)
  description?: string;

  @Describes('The most rows of one result. Further ones are left out, and the result says so.')
  @IsWhole(1, 1000)
  max_rows = 100;

  @Optional('Columns that results leave out, such as free text that strangers wrote. They have to be under `columns`.')
  @IsNameList('a list of at least one name of a column, each named once')
  hide?: string[];
}

/** The name of a column; another reader knows which ones there are. */
export const COLUMN_NAME: ValueRule<string> = {
  clause: { type: 'string', minLength: 1, maxLength: 300 },
  read(value, subject, problems) {
    const name = value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
    if (name !== '' && Array.from(name).length <= 300) return name;
    const message = `${subject} must be text, the name of a column, of up to 300 characters`;
    problems.add('invalid_value', value.place, message);
    return undefined;
  },
};

export class PageEntry {
  @Describes('The most rows that a page has. It takes the place of `max_rows`.')
  @IsWhole(1, 10_000)
  size!: number;

  @Describes(
    'The parameters that take the values of a page’s last row for the next page, each with its column. These are the columns of the query’s ORDER BY, all of them and no others.',
  )
  @IsNames(COLUMN_NAME, 'a mapping of at least one parameter name to the name of a column')
  next!: Map<string, unknown>;
}

/** 30 days, in seconds. */
const MONTH = 2_592_000;
const ID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
// The lookahead refuses UUIDs: calls by name and by id must differ.
const NAME = new RegExp(`^(?!${ID.source.slice(1)})[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`);

const MOST_BYTES = 256 * 2 ** 20;
const needsCaching = (keys: string) => `${keys} needs caching; write caching: <seconds>, or remove it`;
const WARM_RULE = 'a mapping of parameter names to values';

/**
 * The keys of an endpoint file, format version 1, with their types and bounds and which of them go together: the one place
 * that says them. Rules that measure one value against another are in `endpoint-rules.ts`. Keys that a file may leave out
 * have their default here.
 */
@Relates(
  excludes({ caching: ['disabled'] }, ['cache_warming', 'stale_if_error', 'refresh', 'warm'], needsCaching),
  excludes(
    { sandboxing: ['disabled'] },
    ['sandbox_dialect'],
    (key) => `${key} needs sandboxing; write sandboxing: enabled, or remove it`,
  ),
  excludes({ slices: ['enabled'], caching: ['disabled'] }, ['slices'], needsCaching),
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
  @IsOneOf([1], 'the number 1, the only version there is')
  version = 1 as const;

  @Describes('The endpoint’s lasting address, whatever becomes of its name. No two files have the same.')
  @Matches(ID, says('a UUID such as 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a (uuidgen makes one)'))
  id!: string;

  @Describes(
    'The endpoint’s readable address. No two files have the same, nor names that differ only in case, `.`, `-` and `_`.',
  )
  @Matches(
    NAME,
    says('text of up to 128 letters, digits, ".", "_" and "-" that starts with a letter or digit, no UUID'),
  )
  name!: string;

  @Optional('What the endpoint answers, for those who call it.')
  @IsText(4096)
  description?: string;

  @Optional('What a call may set. Each `@name` of the query is declared here, and each declared one is used.')
  @IsMappingOf(ParameterEntry, 'a mapping of parameter names to { type: … }')
  parameters?: Map<string, unknown>;

  @Optional(
    'Parameters that a key has to be bound to, such as `[project]`: for a key that is not, the endpoint is not there (404).',
  )
  @IsNameList('a list of at least one name of a declared parameter, each named once')
  bound?: string[];

  @Optional(
    'The columns that the query returns, in their order: a promise that the engine’s answer is held against at load.',
  )
  @IsFullListOf(ColumnEntry, 'a list of at least one { name: …, type: … }')
  columns?: unknown[];

  @Describes('Further rows are cut off, and the answer says so.')
  @IsWhole(1, 1_000_000)
  max_rows = 1000;

  @Describes(
    'How large the answer may be as JSON that is not compressed. Further rows are cut off, and the answer says so.',
  )
  @IsWhole(1024, MOST_BYTES, `a whole number of bytes from 1024 to ${MOST_BYTES}`)
  max_bytes = DEFAULT_MAX_BYTES;

  @Optional('Answers in pages, each of which says what the next one is called with.')
  @IsEntry(PageEntry, 'a mapping such as { size: 500, next: { before: timestamp, before_id: id } }')
  page?: Map<string, unknown>;

  @Describes(
    'Whether a call may ask by `limit` and `offset` for some rows of its result, which costs no further run. Only with `caching`.',
  )
  @IsOneOf(['enabled', 'disabled'], 'enabled or disabled')
  slices: 'enabled' | 'disabled' = 'disabled';

  @Describes('How long a result is served for.')
  @IsSecondsOrDisabled(MONTH)
  caching: number | 'disabled' = 'disabled';

  @Optional(
    'How long after its run a result that clients still ask for is run again, ahead of the next call. Less than `caching`.',
  )
  @IsWhole(1, MONTH, `whole seconds from 1 to ${MONTH}`)
  cache_warming?: number;

  @Optional('How long beyond `caching` a result is served for while the engine fails or a budget is used up.')
  @IsWhole(1, MONTH, `whole seconds from 1 to ${MONTH}`)
  stale_if_error?: number;

  @Optional(
    'With `on_change`, a result that is due is run again only if a table that it reads has changed since; otherwise it counts as new.',
  )
  @IsOneOf(['on_change'], 'on_change, or left out')
  refresh?: 'on_change';

  @Optional('Parameter sets to run at start and keep warm, such as `- { project: demo, interval: daily }`.')
  @IsArray(says(`a list of at most 100 items, each ${WARM_RULE}`))
  @ArrayMaxSize(100, says(`a list of at most 100 items, each ${WARM_RULE}`))
  @IsCall(CALL_VALUE, saysEach(WARM_RULE))
  warm?: Map<string, unknown>[];

  @Describes(
    'Whether callers may send a SELECT of their own in `sql`, over the queries of the WITH that `query` begins with.',
  )
  @IsOneOf(['enabled', 'disabled'], 'enabled or disabled')
  sandboxing: 'enabled' | 'disabled' = 'disabled';

  @Describes(
    "What that SELECT is written in: `lenient` takes `expr::type`, and `''` for a quote within a string, beside GoogleSQL. Only with `sandboxing: enabled`.",
  )
  @IsOneOf(['googlesql', 'lenient'], 'googlesql or lenient')
  sandbox_dialect: 'googlesql' | 'lenient' = 'googlesql';

  @Optional('What one run may be billed for, where the engine bills. Left out, the limit of the service holds.')
  @IsWhole(1, Number.MAX_SAFE_INTEGER, 'a whole number of bytes, at least 1')
  max_bytes_billed?: number;

  @Optional('What all runs may cost in a day of UTC. Beyond it nothing is run: old rows, or 429 `budget_exhausted`.')
  @Matches(BUDGET, says(BUDGET_TEXT))
  budget?: string;

  @Optional('How many runs there may be at once; further ones wait. Left out, the engine’s own limit holds.')
  @IsWhole(1, 1000)
  max_concurrency?: number;

  @Describes('How long one run may take, waiting for its turn included.')
  @IsWhole(1, 3600, 'whole seconds from 1 to 3600')
  timeout = 30;

  @Optional('The same for a run whose client is answered later, with `Prefer: respond-async`. More than `timeout`.')
  @IsWhole(1, 21_600, 'whole seconds from 1 to 21600')
  async_timeout?: number;

  @Optional('Whether and how agents are offered the endpoint as a tool.')
  @IsEntry(AgentsEntry, 'a mapping such as { enabled: true, max_rows: 100 }')
  agents?: Map<string, unknown>;

  @Describes('The SQL, in GoogleSQL, with its parameters as `@name`.')
  @IsString(says('text, the SQL of one SELECT, best written as a block that starts with |'))
  query!: string;

  @Optional('Cases that `quern test` runs: what a call is given, and what it has to answer with.')
  @IsListOf(TestEntry, 'a list of cases, each { name: …, rows: … }')
  tests?: unknown[];
}
