import { type Completion, type CompletionSource } from '@codemirror/autocomplete';
import { sql, SQLDialect } from '@codemirror/lang-sql';
import { type LanguageSupport } from '@codemirror/language';

/** What callers’ SQL may name, as `readable` of the listing has it, and the endpoint's parameters. */
export interface Readable {
  readonly queries: readonly ReadableQuery[];
  readonly parameters: readonly string[];
}

export interface ReadableQuery {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** CodeMirror tells words apart by single spaces. */
function words(text: string): string {
  return text.split(/\s+/).join(' ');
}

const DIALECT = SQLDialect.define({
  keywords:
    words(`all and any array as asc between by case cast collate contains cross cube current desc distinct else end escape
    except exists extract false first following for from full group grouping having if ignore in inner intersect interval
    into is join last lateral left like limit not null nulls offset on or order outer over partition pivot preceding qualify
    range recursive respect right rollup rows safe_cast select some struct tablesample then to true unbounded union unnest
    unpivot using when where window with within`),
  types: words(
    `array bignumeric bool bytes date datetime float64 int64 interval json numeric string struct time timestamp`,
  ),
  builtin:
    words(`abs any_value approx_count_distinct approx_quantiles array_agg array_length avg ceil coalesce concat count countif
    current_date current_timestamp date date_add date_diff date_sub date_trunc datetime_trunc div ends_with floor
    format_date format_timestamp greatest ifnull json_value lag lead least length logical_and logical_or lower ltrim max min
    mod nullif parse_date parse_timestamp percentile_cont rank regexp_contains regexp_extract regexp_replace replace round
    row_number rtrim safe_divide split starts_with string_agg strpos substr sum timestamp timestamp_add timestamp_diff
    timestamp_micros timestamp_sub timestamp_trunc to_json_string trim unix_micros upper`),
  backslashEscapes: true,
  doubleQuotedStrings: true,
  hashComments: true,
  identifierQuotes: '`',
  specialVar: '@',
});

/** GoogleSQL, which completes keywords, functions, and after a query's name and a dot its columns. */
export function googleSql({ queries }: Readable): LanguageSupport {
  const schema = Object.fromEntries(queries.map(({ name, columns }) => [name, columns.map(columnCompletion)]));
  return sql({ dialect: DIALECT, schema, upperCaseKeywords: true });
}

/** Columns without their query in front, and the endpoint's parameters. */
export function completions({ queries, parameters }: Readable): CompletionSource {
  const columns = new Map(queries.flatMap((query) => query.columns).map((each) => [each.name, each]));
  const named = parameters.map((name): Completion => ({ label: `@${name}`, type: 'variable', detail: 'parameter' }));
  const options = [...[...columns.values()].map(columnCompletion), ...named];
  return (context) => {
    const word = context.matchBefore(/@?\w*/);
    const isAfterDot = word !== null && context.state.sliceDoc(word.from - 1, word.from) === '.';
    if (!word || isAfterDot || (word.from === word.to && !context.explicit)) return null;
    return { from: word.from, options, validFor: /^@?\w*$/ };
  };
}

function columnCompletion({ name, type }: { readonly name: string; readonly type: string }): Completion {
  return { label: name, type: 'property', detail: type, boost: 1 };
}
