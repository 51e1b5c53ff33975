import { type AcceptedQuery } from '../engines/engine.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type Problem } from '../diagnostics/problem.js';
import { quotedName } from '../googlesql/tokens/quoted-name.js';
import { type TopStar } from '../googlesql/checks/top-stars.js';

/**
 * Clients would get another answer from one day to the next because somebody has added a column to a table. Where the table has a schema
 * that takes a decision, and is warned of; where its columns are guessed, any row can bring one.
 */
export function starProblems(
  { source }: Endpoint,
  stars: readonly TopStar[],
  answer: Partial<AcceptedQuery>,
): readonly Problem[] {
  return stars.map((star) => {
    const guessed = star.tables.filter((table) => answer.guessed?.includes(table));
    const message = `${remedy(star, answer)}${reason(star, guessed)}; or promise the columns under "columns"`;
    const { line, column } = star;
    return source.problem('select_star', { line, column, message }, guessed.length > 0 ? 'error' : 'warning');
  });
}

/** What to write instead, with the columns wherever they are known. */
function remedy({ isPiped, span }: TopStar, { columns }: Partial<AcceptedQuery>): string {
  if (isPiped) return `end the query with |> SELECT ${columns ? listOf(columns) : 'and the columns by name'}`;
  if (!columns) return 'name the columns instead of *';
  if (!span) return `name the columns instead of *, so that the answer has ${listOf(columns)}`;
  const { before, behind, of } = span;
  return `write ${listOf(columns.slice(before, columns.length - behind), of)} instead of *`;
}

function reason({ isPiped, tables }: TopStar, guessed: readonly string[]): string {
  const [first] = guessed;
  if (first !== undefined) {
    return `, since ${first} has no schema and gets another column with the next row that has one; or write it a .schema.json file`;
  }
  if (tables.length === 0) return ', so that the file says what it answers with';
  const names = tables.length === 1 ? tables[0] : 'the tables';
  return `${isPiped ? ', without which it' : ', which'} returns whatever ${names} has by then, whether callers have been told of it or not`;
}

function listOf(columns: AcceptedQuery['columns'], item?: string): string {
  return columns.map(({ name }) => `${item === undefined ? '' : `${item}.`}${quotedName(name)}`).join(', ');
}
