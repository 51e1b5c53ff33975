import { choice, listing, thereAre } from '../../errors/listing.js';
import { type QueryNode } from '../../googlesql/ast/nodes.js';
import { deeperRemark, type NamedValue } from '../../googlesql/resolver/names/deeper-names.js';
import { errorAt, NOT_HERE, UnknownColumn } from '../../googlesql/resolver/dialect-error.js';
import { orProblem } from '../../googlesql/resolver/problem.js';
import { type UnknownNames } from '../../googlesql/resolver/names/unknown-names.js';
import { byName } from '../../googlesql/tokens/by-name.js';
import { type SqlProblem } from '../engine.js';

/** A query that callers' SQL may read. */
interface NamedQuery {
  readonly name: string;
  readonly columns: readonly NamedValue[];
}

/** Most columns of an answer to a caller's own SQL. */
const MAX_COLUMNS = 200;
/** Most characters of a column's name, as in BigQuery: each row of the answer has it. */
const MAX_NAME_LENGTH = 300;

/** Refuses an answer of more columns, or of columns with longer names, than callers may ask for. */
export function refuseWideAnswer(
  columns: readonly { readonly name?: string | undefined }[],
  statement: QueryNode,
): void {
  if (columns.length > MAX_COLUMNS) {
    throw errorAt(statement, `the answer has ${columns.length} columns; ${MAX_COLUMNS} are allowed`);
  }
  if (columns.some(({ name = '' }) => name.length > MAX_NAME_LENGTH)) {
    throw errorAt(statement, `the name of a column has more than ${MAX_NAME_LENGTH} characters`);
  }
}

/** Makes something from a caller's text, or returns its problem in words for callers, who know of no engine and of no table. */
export function orRefused<T extends object>(
  make: (unknown: UnknownNames) => T,
  queries: readonly NamedQuery[],
): T | SqlProblem {
  const made = orProblem(make, [], (error) =>
    error instanceof UnknownColumn ? withChoice(error, queries) : error.explained(),
  );
  return 'message' in made ? { ...made, message: made.message.replace(NOT_HERE, 'is not supported') } : made;
}

/** The message for an unknown name, with all names: callers cannot look into the endpoint's file. */
function withChoice(error: UnknownColumn, queries: readonly NamedQuery[]): string {
  const { message, unknown, inScope, deeper } = error;
  if (deeper !== undefined) return error.explained();
  const owners = queries.filter(({ columns }) => byName(columns, unknown).length > 0);
  const toRead = ` To read from,${thereAre(namesOf(queries)).toLowerCase()}`;
  if (owners.length === 0) {
    const [elsewhere] = queries.flatMap(({ name, columns }) => deeperRemark(unknown, columns, ` in ${name}`) ?? []);
    return `${message}.${elsewhere ?? (inScope.length > 0 ? choice(unknown, inScope) : toRead)}`;
  }
  const remark = ` It is a column of ${listing(namesOf(owners))}, out of reach here.`;
  const others = inScope.length > 0 ? thereAre(inScope) : toRead;
  return `${message}.${remark}${others}`;
}

function namesOf(queries: readonly NamedQuery[]): string[] {
  return queries.map(({ name }) => name);
}
