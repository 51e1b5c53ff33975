/** What a caller is told of a pattern that the engine cannot read; it may be a parameter's value, or of the caller's own SQL. */
export const BAD_PATTERN =
  'A regular expression cannot be read (RE2 syntax); look at the parameter or the SQL that you sent.';
