import { type TextRule } from '../../../../src/access/key-rules.js';
import { SETTINGS } from '../../../../src/config/settings.js';
import { ENDPOINT_FILE } from '../../../../src/endpoint-files/format/endpoint-file.js';
import { PARAMETER_ENTRY } from '../../../../src/endpoint-files/format/parameter-entry.js';
import { type Entry } from '../../../../src/endpoint-files/yaml/entry-keys.js';
import { ERROR_CODES, type ErrorCode } from '../../../../src/errors/error-codes.js';
import { SourceNumbers } from './source-numbers.js';

/** A row of docs/reference/limits.md. */
export interface Limit {
  readonly what: string;
  /** As it is where nobody changes it. */
  readonly limit: string;
  /** The setting, or the key of an endpoint file, and what it takes; undefined where nothing changes it. */
  readonly setBy?: string;
  readonly beyond: string;
}

export type LimitSection = readonly [heading: string, limits: readonly Limit[]];

const NUMBERS = new SourceNumbers();

/** The constants that the table has. */
export const NAMED: ReadonlySet<string> = NUMBERS.named;

/** A constant of a source file, as people write such a number. */
export function count(file: string, name: string): string {
  return NUMBERS.of(file, name).toLocaleString('en-US');
}

export function bytes(file: string, name: string, unit = 1): string {
  return bytesText(NUMBERS.of(file, name) * unit);
}

export function milliseconds(file: string, name: string): string {
  const value = NUMBERS.of(file, name);
  return value < 1000 ? `${value} ms` : seconds(value / 1000);
}

export function seconds(value: number): string {
  if (value % 86_400 === 0 && value > 86_400) return `${value / 86_400} days`;
  if (value % 60 === 0 && value > 60) return `${value / 60} min`;
  return `${value} s`;
}

export function secondsOf(file: string, name: string): string {
  return seconds(NUMBERS.of(file, name));
}

export function percent(file: string, name: string): string {
  return `${NUMBERS.of(file, name) * 100} %`;
}

/** What a setting says, and where it is changed. */
export function bySetting(
  variable: (typeof SETTINGS)[number]['variable'],
  unset = 'none',
): Pick<Limit, 'limit' | 'setBy'> {
  const setting = SETTINGS.find((each) => each.variable === variable);
  return { limit: setting?.default ?? unset, setBy: `\`${variable}\`: ${setting?.kind.expected}` };
}

/** What a key of an endpoint file says, or of one of its parameters. */
export function byKey(name: string, unset = 'none', entry: Entry = ENDPOINT_FILE): Pick<Limit, 'limit' | 'setBy'> {
  const key = entry.keys[name];
  if (!key) throw new Error(`there is no key ${name}`);
  const { default: fallback, rule } = key;
  const isBytes = name.includes('bytes') && typeof fallback === 'number';
  const limit = isBytes ? bytesText(fallback) : typeof fallback === 'number' ? fallback.toLocaleString('en-US') : unset;
  return { limit, setBy: `\`${name}\`${entry === PARAMETER_ENTRY ? ' of a parameter' : ''}: ${rule.takes}` };
}

/** What the reader of a file takes of a key, where that is its bound. */
export function takenBy(name: string, entry: Entry = ENDPOINT_FILE): string {
  return entry.keys[name]?.rule.takes ?? '';
}

/** The most characters that a rule of the keys file accepts. */
export function longest(rule: TextRule): string {
  let length = 1000;
  while (length > 0 && !rule.accepts('a'.repeat(length))) length -= 1;
  if (length === 0 || length === 1000) throw new Error('the rule has no such bound');
  return `${length.toLocaleString('en-US')} characters`;
}

/** An error as clients see it. */
export function error(code: ErrorCode): string {
  return `${ERROR_CODES[code].status} \`${code}\``;
}

function bytesText(value: number): string {
  const units = [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [1e6, 'MB'],
    [2 ** 10, 'KiB'],
  ] as const;
  const [size, name] = units.find(([each]) => value >= each && value % each === 0) ?? [1, 'bytes'];
  return `${(value / size).toLocaleString('en-US')} ${name}`;
}
