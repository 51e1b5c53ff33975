import { errorText } from '../../errors/error-text.js';
import { QuernError } from '../../errors/quern-error.js';
import { type CheckedQuery } from '../engine.js';

/** BigQuery ends its complaints about a query with the place, as in "Syntax error: … at [3:14]". */
const PLACE = /\s*at \[(\d+):(\d+)\]\s*$/;

/** What a failed dry run says of the query; where BigQuery could not be asked, that it is unchecked. */
export function checkProblem(error: unknown): CheckedQuery {
  if (!(error instanceof QuernError) || error.status === 503) {
    return { unchecked: error instanceof QuernError ? error.detail : errorText(error), problems: [] };
  }
  const [text = ''] = errorText(error.cause ?? error).split('\n');
  const place = PLACE.exec(text);
  return {
    problems: [
      {
        line: Number(place?.[1] ?? 1),
        column: Number(place?.[2] ?? 1),
        message: `BigQuery: ${text.replace(PLACE, '')}`,
      },
    ],
  };
}
