import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type Column, type JsonText, type RowSink } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { quote } from '../errors/excerpt.js';

/**
 * Checks the rows of the author's query against `nullable: false`, as clients read them: JSON's own `null` in a JSON column is NULL to
 * them, too. Nothing within a value is checked.
 */
export class RefusedNulls implements RowSink {
  private readonly names: readonly string[];
  private columns: readonly Column[] = [];
  private held: readonly number[] = [];
  private count = 0;
  /** The number of the first row with a forbidden NULL, and its columns. */
  private first: readonly [row: number, columns: readonly string[]] | undefined;

  constructor({ columns = [] }: Pick<Endpoint, 'columns'>) {
    this.names = columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
  }

  begin(columns: readonly Column[]): void {
    // Found by name: a query that could not be checked may have its columns in another order than the file promises.
    this.held = columns.flatMap(({ name }, index) => (this.names.includes(name) ? [index] : []));
    this.columns = columns;
    this.count = 0;
    this.first = undefined;
  }

  /** Takes all rows: the run has been paid for, and is logged before it is refused. */
  add(row: readonly JsonText[]): boolean {
    this.count += 1;
    if (!this.first && this.held.some((index) => row[index] === 'null')) {
      const broken = this.held.filter((index) => row[index] === 'null');
      this.first = [this.count, broken.map((index) => this.columns[index]?.name ?? '')];
    }
    return true;
  }

  /** @throws QuernError `null_in_column`, about the first row with a forbidden NULL */
  check(): void {
    if (!this.first) return;
    const [row, names] = this.first;
    const broken = names.map(quote);
    const what = broken.length === 1 ? `column ${broken.join('')} is` : `columns ${broken.join(' and ')} are`;
    throw new QuernError('null_in_column', `In row ${row} of the answer, ${what} NULL, which the endpoint rules out.`);
  }
}
