import { type Column } from '../../engines/engine.js';
import { SCALAR_TYPES, type ScalarTypeName } from '../../parameters/parameter.js';

/** The way in which a parameter picks rows: by a column and a comparison. */
export interface Placement {
  readonly parameter: DraftParameter;
  readonly column: Column;
  readonly operator: '=' | '>=' | '<' | '<=';
}

const LOWER = 'since|from|start|after|begin|min';
const UPPER = 'until|till|to|end|before|max';
const LOWER_NAME = new RegExp(`^(?:${LOWER})(?=_|$)|(?<=_)(?:${LOWER})$`, 'i');
const UPPER_NAME = new RegExp(`^(?:${UPPER})(?=_|$)|(?<=_)(?:${UPPER})$`, 'i');

/** Types of time, best first: an instant is more precise than a day. */
const TIME_TYPES = ['TIMESTAMP', 'DATETIME', 'DATE'];

/** The column with the time at which a row was made, judging by the types. */
export function timeColumn(columns: readonly Column[]): Column | undefined {
  return TIME_TYPES.map((type) => columns.find((column) => column.type === type)).find(Boolean);
}

/**
 * Places a parameter by its name and type: `country` is equal to that column, `min_amount` and `amount_max` are bounds of `amount`, and a
 * time without such a column is compared with the time column. Undefined for any other parameter.
 */
export function placementOf(parameter: DraftParameter, columns: readonly Column[]): Placement | undefined {
  const own = columnOf(parameter.name, columns);
  if (own) return { parameter, column: own, operator: '=' };
  if (parameter.array) return undefined;
  const isUpper = UPPER_NAME.test(parameter.name);
  const bounded = parameter.name.replace(isUpper ? UPPER_NAME : LOWER_NAME, '').replace(/^_|_$/, '');
  const isTime = parameter.type === 'timestamp' || parameter.type === 'date';
  const named = bounded === parameter.name ? undefined : columnOf(bounded, columns);
  const column = named ?? (isTime ? timeColumn(columns) : undefined);
  if (!column) return undefined;
  if (!isUpper) return { parameter, column, operator: '>=' };
  return { parameter, column, operator: TIME_TYPES.includes(column.type) ? '<' : '<=' };
}

export function columnOf(name: string, columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** A parameter as a value of the column's type. */
export function valueFor({ parameter, column }: Placement): string {
  const value = `@${parameter.name}`;
  if (SCALAR_TYPES[parameter.type] === column.type) return value;
  return `CAST(${value} AS ${column.type})`;
}

export interface DraftParameter {
  readonly name: string;
  /** Type of each element, for a list. */
  readonly type: ScalarTypeName;
  readonly array: boolean;
  readonly required: boolean;
}
