import { callerProblem } from '../../../googlesql/checks/caller-problem.js';
import { isLeakproof } from '../../../googlesql/checks/leakproof.js';
import { isLeakproofClause } from '../../../googlesql/checks/leakproof-clause.js';
import { refuseNesting } from '../../../googlesql/checks/nesting.js';
import { ifParsed, parse } from '../../../googlesql/grammar/parse.js';
import { answerOf } from '../../../googlesql/resolver/queries/answer.js';
import { wholeTypeName } from '../../../googlesql/types/types.js';
import { type SqlProblem } from '../../engine.js';
import { typesOfParameters } from '../../parameter-types.js';
import { orRefused, refuseWideAnswer } from '../../sandbox/callers-sql.js';
import { type DescribedQueries } from '../../sandbox/described-queries.js';

/** A caller's text, and the queries that it may read. */
export interface GateRequest {
  readonly described: DescribedQueries;
  readonly sql: string;
}

/** The facts about a text that may run. */
export interface Admission {
  /** Whether nothing that it computes can fail, for any row that the queries filter out. */
  readonly isLeakproof: boolean;
}

/**
 * Admits a caller's own SQL over described queries, or says why not: every name must be one of theirs or the caller's own, and every type
 * must go with the others. Tables have no names here.
 */
export function admit(described: DescribedQueries, sql: string): Admission | SqlProblem {
  const refused = callerProblem(sql);
  if (refused) return refused;
  const { queries, parameters } = described;
  return orRefused((unknown) => {
    const statement = parse(sql);
    const names = {
      tables: new Map<string, never>(),
      queries: new Map(queries.map((query) => [query.name, query])),
      parameters: typesOfParameters(parameters),
      unknown,
    };
    refuseNesting(statement);
    refuseWideAnswer(answerOf(statement, names).columns, statement);
    const typed = queries.map(({ columns }) => ({
      columns: columns.map(({ type }) => ({ type: wholeTypeName(type) })),
    }));
    return { isLeakproof: isLeakproof(statement, typed) && hasLeakproofClause(described) };
  }, queries);
}

/** Whether nothing in the author's WITH can fail; it may do what the parser does not know. */
function hasLeakproofClause({ sql }: DescribedQueries): boolean {
  return ifParsed(sql, ({ with: clause }) => (clause && isLeakproofClause(clause) ? clause : undefined)) !== undefined;
}
