// Patterns of JSON in a STRING that DuckDB does not read as GoogleSQL does: the macros of `json-texts.sql` read such texts.

/** NaN and infinities, which are numbers to DuckDB, and halves of characters, which it puts together. */
export const UNLIKE = '(?i:(?:^|[:,\\[\\s+-])(?:nan|inf(?:inity)?)\\s*(?:[,}\\]]|$))|\\\\u[dD][89a-fA-F]';
/** A key that has an escape in it. */
export const ESCAPED_KEY = '\\\\.(?:[^"\\\\]|\\\\.)*"\\s*:';
/** Text that DuckDB writes otherwise, or that can be written in several ways; and the character that marks numbers there. */
export const ESCAPED = `\\\\u|[\\x{e000}\\x{2028}\\x{2029}]|${ESCAPED_KEY}`;
/** Escapes, which the older functions treat in a way of their own. */
export const ESCAPED_FORMERLY = '\\\\|[\\x{e000}\\x{2028}\\x{2029}]';
