import { type Column } from '../../engines/engine.js';
import { type ScalarTypeName } from '../../parameters/parameter.js';
import { type DraftParameter } from './placement.js';

export interface DraftTest {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly columns?: readonly string[];
  readonly error?: string;
}

const SAMPLES: Readonly<Record<ScalarTypeName, unknown>> = {
  string: 'a',
  integer: 1,
  number: 1.5,
  boolean: true,
  timestamp: '2026-01-01T00:00:00Z',
  date: '2026-01-01',
};

/** Cases that hold for any query with these parameters and columns, as a start. */
export function draftTests(parameters: readonly DraftParameter[], columns: readonly Column[]): readonly DraftTest[] {
  const required = parameters.filter((parameter) => parameter.required);
  const values = required.map(({ name, type, array }) => [name, array ? [SAMPLES[type]] : SAMPLES[type]] as const);
  const hasColumns = {
    name: 'has these columns, whatever the tables hold',
    ...(required.length > 0 && { parameters: Object.fromEntries(values) }),
    columns: columns.map(({ name }) => name),
  };
  const [first] = required;
  return first ? [hasColumns, { name: `needs ${first.name}`, error: 'invalid_parameters' }] : [hasColumns];
}
