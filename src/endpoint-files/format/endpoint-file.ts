import { BUDGET, BUDGET_TEXT } from '../../config/budget.js';
import { NUMBER_FORMATS } from '../../engines/number-format.js';
import { DEFAULT_MAX_BYTES } from '../endpoint.js';
import { optional, required, type ValuesOf } from '../yaml/entry-keys.js';
import { excludes, needs } from '../yaml/key-relations.js';
import { CALL_VALUE } from './call-values.js';
import {
  BOOLEAN,
  byParameter,
  DESCRIPTION,
  entryOf,
  listOf,
  listOfEach,
  nameList,
  oneOf,
  secondsOrDisabled,
  text,
  textOf,
  whole,
} from './file-rules.js';
import { PARAMETER_ENTRY } from './parameter-entry.js';
import { TEST_ENTRY } from './test-entry.js';
import { type ValueRule } from './value-rule.js';

export const COLUMN_ENTRY = {
  name: 'column',
  keys: {
    name: required(
      'The name as the answer has it.',
      text('text, the name of a column, of up to 300 characters', { minLength: 1, maxLength: 300 }),
    ),
    type: required(
      'The type as the engine reports it.',
      text('text, a GoogleSQL type such as INT64 or ARRAY<STRING>', { minLength: 1, maxLength: 4096 }),
    ),
    nullable: optional(
      'Whether it may hold NULL. An answer of `query` that has NULL where this is false fails. An ARRAY is never NULL, but empty.',
      BOOLEAN,
      true,
    ),
    description: optional('What the column holds, for those who read the answer.', DESCRIPTION),
    json: optional(
      'How INT64, NUMERIC and BIGNUMERIC are written, nested ones too: as text, as JSON numbers with all their digits, or as numbers only where a double holds them. Left out, as `QUERN_NUMBERS` says.',
      oneOf(NUMBER_FORMATS, 'string, number or exact'),
    ),
  },
};

export const AGENTS_ENTRY = {
  name: 'agents',
  keys: {
    enabled: required('Whether agents are offered the endpoint as a tool, by `/mcp` and `quern mcp`.', BOOLEAN),
    description: optional(
      'What the tool is for, in words for a model. Left out, the `description` of the endpoint.',
      DESCRIPTION,
    ),
    max_rows: optional(
      'The most rows of one result. Further ones are left out, and the result says so.',
      whole(1, 1000),
      100,
    ),
    hide: optional(
      'Columns that results leave out, such as free text that strangers wrote. They have to be under `columns`.',
      nameList('a list of at least one name of a column, each named once'),
    ),
  },
};

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

export const PAGE_ENTRY = {
  name: 'page',
  keys: {
    size: required('The most rows that a page has. It takes the place of `max_rows`.', whole(1, 10_000)),
    next: required(
      'The parameters that take the values of a page’s last row for the next page, each with its column. These are the columns of the query’s ORDER BY, all of them and no others.',
      byParameter(COLUMN_NAME.clause, 'a mapping of at least one parameter name to the name of a column', 1),
    ),
  },
};

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
export const ENDPOINT_FILE = {
  name: 'endpoint',
  keys: {
    version: optional('Format version of the file.', oneOf([1], 'the number 1, the only version there is'), 1),
    id: required(
      'The endpoint’s lasting address, whatever becomes of its name. No two files have the same.',
      textOf(ID, 'a UUID such as 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a (uuidgen makes one)'),
    ),
    name: required(
      'The endpoint’s readable address. No two files have the same, nor names that differ only in case, `.`, `-` and `_`.',
      textOf(NAME, 'text of up to 128 letters, digits, ".", "_" and "-" that starts with a letter or digit, no UUID'),
    ),
    description: optional('What the endpoint answers, for those who call it.', DESCRIPTION),
    parameters: optional(
      'What a call may set. Each `@name` of the query is declared here, and each declared one is used.',
      byParameter(entryOf(PARAMETER_ENTRY).clause, 'a mapping of parameter names to { type: … }'),
    ),
    bound: optional(
      'Parameters that a key has to be bound to, such as `[project]`: for a key that is not, the endpoint is not there (404).',
      nameList('a list of at least one name of a declared parameter, each named once'),
    ),
    columns: optional(
      'The columns that the query returns, in their order: a promise that the engine’s answer is held against at load.',
      listOf(entryOf(COLUMN_ENTRY), 'a list of at least one { name: …, type: … }', { minItems: 1 }),
    ),
    max_rows: optional('Further rows are cut off, and the answer says so.', whole(1, 1_000_000), 1000),
    max_bytes: optional(
      'How large the answer may be as JSON that is not compressed. Further rows are cut off, and the answer says so.',
      whole(1024, MOST_BYTES, `a whole number of bytes from 1024 to ${MOST_BYTES}`),
      DEFAULT_MAX_BYTES,
    ),
    page: optional(
      'Answers in pages, each of which says what the next one is called with.',
      entryOf(PAGE_ENTRY, 'a mapping such as { size: 500, next: { before: timestamp, before_id: id } }'),
    ),
    slices: optional(
      'Whether a call may ask by `limit` and `offset` for some rows of its result, which costs no further run. Only with `caching`.',
      oneOf(['enabled', 'disabled'], 'enabled or disabled'),
      'disabled',
    ),
    caching: optional('How long a result is served for.', secondsOrDisabled(MONTH), 'disabled'),
    cache_warming: optional(
      'How long after its run a result that clients still ask for is run again, ahead of the next call. Less than `caching`.',
      whole(1, MONTH, `whole seconds from 1 to ${MONTH}`),
    ),
    stale_if_error: optional(
      'How long beyond `caching` a result is served for while the engine fails or a budget is used up.',
      whole(1, MONTH, `whole seconds from 1 to ${MONTH}`),
    ),
    refresh: optional(
      'With `on_change`, a result that is due is run again only if a table that it reads has changed since; otherwise it counts as new.',
      oneOf(['on_change'], 'on_change, or left out'),
    ),
    warm: optional(
      'Parameter sets to run at start and keep warm, such as `- { project: demo, interval: daily }`.',
      listOfEach(byParameter(CALL_VALUE.clause, WARM_RULE), `a list of at most 100 items, each ${WARM_RULE}`, {
        maxItems: 100,
      }),
    ),
    sandboxing: optional(
      'Whether callers may send a SELECT of their own in `sql`, over the queries of the WITH that `query` begins with.',
      oneOf(['enabled', 'disabled'], 'enabled or disabled'),
      'disabled',
    ),
    sandbox_dialect: optional(
      "What that SELECT is written in: `lenient` takes `expr::type`, and `''` for a quote within a string, beside GoogleSQL. Only with `sandboxing: enabled`.",
      oneOf(['googlesql', 'lenient'], 'googlesql or lenient'),
      'googlesql',
    ),
    max_bytes_billed: optional(
      'What one run may be billed for, where the engine bills. Left out, the limit of the service holds.',
      whole(1, Number.MAX_SAFE_INTEGER, 'a whole number of bytes, at least 1'),
    ),
    budget: optional(
      'What all runs may cost in a day of UTC. Beyond it nothing is run: old rows, or 429 `budget_exhausted`.',
      textOf(BUDGET, BUDGET_TEXT),
    ),
    max_concurrency: optional(
      'How many runs there may be at once; further ones wait. Where there may be several, one key never has all of them. Left out, the engine’s own limit holds.',
      whole(1, 1000),
    ),
    timeout: optional(
      'How long one run may take, waiting for its turn included.',
      whole(1, 3600, 'whole seconds from 1 to 3600'),
      30,
    ),
    async_timeout: optional(
      'The same for a run whose client is answered later, with `Prefer: respond-async`. More than `timeout`.',
      whole(1, 21_600, 'whole seconds from 1 to 21600'),
    ),
    agents: optional(
      'Whether and how agents are offered the endpoint as a tool.',
      entryOf(AGENTS_ENTRY, 'a mapping such as { enabled: true, max_rows: 100 }'),
    ),
    query: required(
      'The SQL, in GoogleSQL, with its parameters as `@name`.',
      text('text, the SQL of one SELECT, best written as a block that starts with |'),
    ),
    tests: optional(
      'Cases that `quern test` runs: what a call is given, and what it has to answer with.',
      listOf(entryOf(TEST_ENTRY), 'a list of cases, each { name: …, rows: … }'),
    ),
  },
  relations: [
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
    excludes(
      { page: 'written' },
      ['max_rows'],
      (key) => `with "page", its "size" takes the place of ${key}; remove it`,
    ),
    needs(
      { page: 'written' },
      ['columns', 'parameters'],
      (keys) => `"page" needs ${keys}: it carries the values of columns over to parameters`,
    ),
  ],
};

export type EndpointFile = ValuesOf<typeof ENDPOINT_FILE>;
