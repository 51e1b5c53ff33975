// Patterns of JSON in a STRING that DuckDB does not read as GoogleSQL does: it is then read by the macros of `json-texts.sql`.

/** NaN and infinities, which are numbers to DuckDB, and halves of characters, which it puts together. */
export const UNLIKE = '(?i:(?:^|[:,\\[\\s+-])(?:nan|inf(?:inity)?)\\s*(?:[,}\\]]|$))|\\\\u[dD][89a-fA-F]';
/** A key that has an escape in it. */
export const ESCAPED_KEY = '\\\\.(?:[^"\\\\]|\\\\.)*"\\s*:';
/** What is not written again as DuckDB does, or what there are several ways for; and the character that marks numbers there. */
export const ESCAPED = `\\\\u|[\\x{e000}\\x{2028}\\x{2029}]|${ESCAPED_KEY}`;
/** The older functions have a way of their own with all that is escaped. */
export const ESCAPED_FORMERLY = '\\\\|[\\x{e000}\\x{2028}\\x{2029}]';
