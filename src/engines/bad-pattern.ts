/** What a caller is told of a pattern that the engine cannot read; it may be a parameter's value, or of the caller's own SQL. */
export const BAD_PATTERN =
  'What is used as a regular expression is none (RE2 syntax); look at the parameter or the SQL that you sent.';
