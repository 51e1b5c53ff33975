import { Describes, IsNames, IsWhole } from '../file-rules.js';
import type { ValueRule } from '../value-rule.js';

/** The name of a column; another reader knows which ones there are. */
export const COLUMN_NAME: ValueRule<string> = {
  clause: { type: 'string', minLength: 1, maxLength: 300 },
  read(value, subject, problems) {
    const name = value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
    if (name !== '' && Array.from(name).length <= 300) return name;
    const message = `${subject} must be text, the name of a column, of up to 300 characters`;
    problems.add('invalid_value', value.place, message);
    return undefined;
  },
};

export class PageEntry {
  @Describes('The most rows that a page has. It takes the place of `max_rows`.')
  @IsWhole(1, 10_000)
  size!: number;

  @Describes(
    'The parameters that take the values of a page’s last row for the next page, each with its column. These are the columns of the query’s ORDER BY, all of them and no others.',
  )
  @IsNames(COLUMN_NAME, 'a mapping of at least one parameter name to the name of a column')
  next!: Map<string, unknown>;
}
