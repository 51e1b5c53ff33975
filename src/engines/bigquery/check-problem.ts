import { errorText } from '../../errors/error-text.js';
import { QuernError } from '../../errors/quern-error.js';
import { type CheckedQuery } from '../engine.js';
import { type ApiError } from './failure.js';

/** BigQuery ends its complaints about a query with the place: "… at [3:14]", or "… [at 3:14]". */
const PLACE = /\s*(?:at \[|\[at )(\d+):(\d+)\]\s*$/;

/** What a failed dry run says of the query; where BigQuery could not be asked, that it is unchecked. */
export function checkProblem(error: unknown): CheckedQuery {
  const cause = error instanceof QuernError ? (error.cause ?? error) : error;
  const [text = ''] = ((cause as ApiError).errors?.[0]?.message ?? errorText(cause)).split('\n');
  if (!isAboutQuery(error)) return { unchecked: `BigQuery could not be asked: ${text}`, problems: [] };
  const place = PLACE.exec(text);
  const remedy = /duplicate column names/i.test(text) ? '. Give each column a name of its own with AS' : '';
  return {
    problems: [
      {
        line: Number(place?.[1] ?? 1),
        column: Number(place?.[2] ?? 1),
        message: `BigQuery: ${text.replace(PLACE, '')}${remedy}`,
      },
    ],
  };
}

function isAboutQuery(error: unknown): boolean {
  return error instanceof QuernError && (error.code === 'query_failed' || error.code === 'invalid_value');
}
