import { QuernError } from '../../errors/quern-error.js';
import { errorText } from '../../errors/error-text.js';
import { type RefusedQuery, type UncheckedQuery } from '../engine.js';
import { type ApiError } from './failure.js';

/** BigQuery ends its complaints about a query with the place: "… at [3:14]", or "… [at 3:14]". */
const PLACE = /\s*(?:at \[|\[at )(\d+):(\d+)\]\s*$/;

/** Most characters of a complaint in a message: it has a line for each signature of a function, which may be dozens. */
const MAX_LENGTH = 400;

/** Reads the complaint of a failed dry run; where BigQuery could not be asked, the query is unchecked. */
export function checkProblem(error: unknown): UncheckedQuery | RefusedQuery {
  const cause = error instanceof QuernError ? (error.cause ?? error) : error;
  const lines = ((cause as ApiError).errors?.[0]?.message ?? errorText(cause)).split('\n');
  if (!isAboutQuery(error)) return { unchecked: `BigQuery could not be asked: ${lines[0] ?? ''}`, problems: [] };
  const [, line = 1, column = 1] = PLACE.exec(lines.find((each) => PLACE.test(each)) ?? '') ?? [];
  const text = complaint(lines);
  const remedy = /duplicate column names/i.test(text) ? '. Give each column a name of its own with AS' : '';
  return { problems: [{ line: Number(line), column: Number(column), message: `BigQuery: ${text}${remedy}` }] };
}

/** The lines up to the one with the place; without a place, the first line and the indented lines behind it. */
function complaint(lines: readonly string[]): string {
  const place = lines.findIndex((line) => PLACE.test(line));
  const end = place === -1 ? lines.findIndex((line, index) => index > 0 && !/^\s/.test(line)) : place + 1;
  const told = lines.slice(0, end === -1 ? undefined : end).map((line) => line.replace(PLACE, '').trim());
  const text = told.filter((line) => line !== '').join('; ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
}

function isAboutQuery(error: unknown): boolean {
  return error instanceof QuernError && (error.code === 'query_failed' || error.code === 'invalid_value');
}
