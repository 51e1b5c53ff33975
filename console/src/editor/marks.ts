import { type FieldProblem, type Problem } from '../api/api.js';
import { SQL } from '../api/document.js';

/** Where a problem says that the SQL is wrong, in its own words. */
const PLACE = /^Line (\d+), column (\d+): ([^]*)$/;

/** What is wrong with each field; of SQL that is refused, with its place. */
export function fieldProblems({ code, detail, errors = [] }: Problem): readonly FieldProblem[] {
  const [, line, column, message] = PLACE.exec(detail) ?? [];
  if (code !== 'invalid_sql' || message === undefined) return errors;
  return [...errors, { parameter: SQL, detail, line: Number(line), column: Number(column) }];
}
