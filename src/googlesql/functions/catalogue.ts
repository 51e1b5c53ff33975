import { AGGREGATES } from './aggregates.js';
import { ARRAYS } from './arrays.js';
import { CONDITIONS } from './conditions.js';
import { type FunctionTable, type Traits } from './function-traits.js';
import { IDENTITIES } from './identities.js';
import { JSON_FUNCTIONS } from './json.js';
import { NUMBERS } from './numbers.js';
import { REGULAR_EXPRESSIONS } from './regular-expressions.js';
import { TEXTS } from './texts.js';
import { TIMES } from './times.js';
import { WINDOWS } from './windows.js';

/** The known facts about a function, which decide everything that depends on its name. */
export interface CatalogueEntry extends Traits {
  readonly name: string;
  /** Subject in the words of the documentation. */
  readonly subject: string;
}

const TABLES: readonly (readonly [subject: string, functions: FunctionTable])[] = [
  ['aggregate functions', AGGREGATES],
  ['window functions', WINDOWS],
  ['numbers', NUMBERS],
  ['texts and BYTES', TEXTS],
  ['regular expressions', REGULAR_EXPRESSIONS],
  ['JSON', JSON_FUNCTIONS],
  ['dates and times', TIMES],
  ['arrays', ARRAYS],
  ['conditions and conversions', CONDITIONS],
  ['users and keys', IDENTITIES],
];

/** Every function of GoogleSQL that is known here, of any engine, by its name in capitals. */
export const CATALOGUE: ReadonlyMap<string, CatalogueEntry> = new Map(
  TABLES.flatMap(([subject, functions]) =>
    Object.entries(functions).map(([name, traits]) => [name, { name, subject, ...traits }] as const),
  ),
);

/** The names of the functions that meet a condition. */
export function functionsThat(holds: (entry: CatalogueEntry) => boolean): ReadonlySet<string> {
  return new Set([...CATALOGUE.values()].flatMap((entry) => (holds(entry) ? [entry.name] : [])));
}

const ofKind = (wanted: Traits['kind']) => functionsThat(({ kind }) => kind === wanted);

export const AGGREGATE_NAMES = ofKind('aggregate');
export const WINDOW_NAMES = ofKind('window');

/** Functions that answer differently each time, even in the same row. */
export const RANDOM_NAMES = functionsThat(({ volatility }) => volatility === 'volatile');

/** Functions of the clock, which may be written without brackets. */
export const CLOCK_NAMES = functionsThat(({ volatility }) => volatility === 'clock');
