import { TOO_DEEP } from '../grammar/token-reader.js';
import { isStackOverflow } from '../grammar/parse.js';
import { UnparsedQuery } from '../grammar/refusals/refusals.js';
import { problemAt, type SqlProblem } from '../sql-problem.js';
import { DialectError, errorAt, UnknownName, UnknownTable, unsupportedAt } from './dialect-error.js';
import { UnknownNames } from './names/unknown-names.js';

/** Makes something from a text, which may read these tables, or returns the problem of the text: all unknown names, where it has some. */
export function orProblem<T>(
  make: (unknown: UnknownNames) => T,
  tables: readonly string[] = [],
  explain = (error: UnknownName) => error.explained(error instanceof UnknownTable ? tables : []),
): T | SqlProblem {
  const unknown = new UnknownNames();
  try {
    return make(unknown);
  } catch (thrown) {
    if (thrown instanceof UnknownName) unknown.note(thrown);
    const [first, ...others] = unknown.found.map((each) => problemAt(each, explain(each)));
    // Any other problem behind an unknown name may come from that.
    if (first) return others.length > 0 ? { ...first, others } : first;
    if (isStackOverflow(thrown)) return { line: 1, column: 1, message: TOO_DEEP };
    const error = thrown instanceof UnparsedQuery ? unparsed(thrown) : thrown;
    if (!(error instanceof DialectError)) throw error;
    const { message, noTable } = error;
    return { ...problemAt(error, message), ...(noTable !== undefined && { noTable }) };
  }
}

function unparsed({ problem, isOurLimit, message }: UnparsedQuery): DialectError {
  return isOurLimit ? unsupportedAt(problem, message) : errorAt(problem, message);
}
