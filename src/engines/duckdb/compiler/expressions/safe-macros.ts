import { type Sql } from '../sql-tree/sql.js';
import { withFirstMacro, withOtherMacros } from '../sql-tree/folds.js';
/**
 * Macros that have a safe variant, whose value is NULL where the macro itself has an error. All of their errors, and of the macros that
 * they use, are BigQuery's own: `bq_beyond` marks a limit of this engine's, which stays an error. An error is the whole of the macro's
 * value, or the argument of something that turns NULL into NULL.
 */
const WITH_SAFE_VARIANT = [
  ...['bq_substr', 'bq_left', 'bq_right', 'bq_lpad', 'bq_rpad', 'bq_repeat', 'bq_translate', 'bq_instr', 'bq_ascii'],
  ...['bq_chr', 'bq_code_points_to_string', 'bq_from_hex', 'bq_array_end', 'bq_generate_array', 'bq_bytes_substr'],
  ...['bq_bytes_left', 'bq_bytes_right', 'bq_bytes_lpad', 'bq_bytes_rpad', 'bq_bytes_repeat', 'bq_bytes_translate'],
  ...['bq_bytes_instr', 'bq_code_points_to_bytes', 'bq_div', 'bq_mod', 'bq_pow', 'bq_exp', 'bq_date', 'bq_make_date'],
  ...['bq_timestamp', 'bq_datetime', 'bq_overflow', 'bq_inverse', 'bq_log', 'bq_make_datetime', 'bq_make_time'],
  ...['bq_text_to_timestamp', 'bq_text_to_local', 'bq_parsed', 'bq_twelve', 'bq_parsed_clock', 'bq_day'],
  ...['bq_calendar_day', 'bq_day_of_year', 'bq_day_of_week', 'bq_zone_offset', 'bq_datetime_of', 'bq_zoned_instant'],
  ...['bq_from_base64', 'bq_parse_numeric', 'bq_cast_clock', 'bq_second_of_day', 'bq_cast_offset', 'bq_bytes_to_text'],
  ...['bq_text_to_bytes', 'bq_text_within', 'bq_bytes_within', 'bq_numeric_within', 'bq_numeric_div'],
  ...['bq_numeric_divide', 'bq_numeric_sqrt', 'bq_numeric_pow', 'bq_numeric_exp', 'bq_numeric_ln', 'bq_numeric_log'],
  ...['bq_numeric_log10', 'bq_numeric_cbrt', 'bq_json_parsed', 'bq_json_bool', 'bq_json_int64', 'bq_json_float64'],
  ...['bq_json_float64_exact', 'bq_json_string'],
];

const ERROR = /\berror\((?:'(?:[^']|'')*'|[^()'])*\)/g;
const MACRO = /\bbq_\w+(?=\()/g;

/** The safe variants of these macros and of those that they use, as far as they have errors, by their names. */
export function safeVariants(macros: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const wanted = new Set(WITH_SAFE_VARIANT.flatMap((name) => withErrors(name, macros)));
  return new Map(
    [...macros].flatMap(([name, macro]) => {
      if (!wanted.has(name)) return [];
      const safe = macro.replace(ERROR, 'NULL').replace(MACRO, (each) => (wanted.has(each) ? safeName(each) : each));
      return [[safeName(name), safe] as const];
    }),
  );
}

/** The macro itself and those below it, if there is an error in them. */
function withErrors(name: string, macros: ReadonlyMap<string, string>): readonly string[] {
  if (name === 'bq_beyond') return [];
  const macro = macros.get(name) ?? '';
  const inner = (macro.slice(name.length).match(MACRO) ?? []).flatMap((each) => withErrors(each, macros));
  return inner.length > 0 || macro.includes('error(') ? [name, ...inner] : [];
}

function safeName(name: string): string {
  return `safe_${name}`;
}

/** Replaces a call of a macro by one of its safe variant; other SQL stays as it is. */
export function toSafeVariant(sql: Sql): Sql {
  return withFirstMacro(sql, safeVariant);
}

/** Replaces all macros in a piece of SQL by their safe variants. */
export function withSafeVariants(sql: Sql): Sql {
  return withOtherMacros(sql, safeVariant);
}

function safeVariant(name: string): string {
  return WITH_SAFE_VARIANT.includes(name) ? safeName(name) : name;
}
