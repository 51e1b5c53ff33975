import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type Result } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { quote } from '../errors/excerpt.js';

/**
 * Holds the rows of the author's query against `nullable: false`, as clients read them: JSON's own `null` in a JSON column is NULL to
 * them, too, and nothing within a value is looked at.
 *
 * @throws QuernError `null_in_column`, about the first row that has one
 */
export function refuseNulls(
  { columns: declared = [] }: Pick<Endpoint, 'columns'>,
  { columns, rows }: Pick<Result, 'columns' | 'rows'>,
): void {
  // By name: columns that the engine could not be asked about may come in another order than the file promises.
  const names = declared.filter(({ nullable }) => !nullable).map(({ name }) => name);
  if (names.length === 0) return;
  const held = columns.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
  const row = rows.findIndex((values) => held.some((index) => values[index] === 'null'));
  if (row < 0) return;
  const broken = held
    .filter((index) => rows[row]?.[index] === 'null')
    .map((index) => quote(columns[index]?.name ?? ''));
  const what = broken.length === 1 ? `column ${broken.join('')} is` : `columns ${broken.join(' and ')} are`;
  throw new QuernError(
    'null_in_column',
    `In row ${row + 1} of the answer, ${what} NULL, which the endpoint rules out.`,
  );
}
