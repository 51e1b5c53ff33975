/** A time that is often meant: so long before now. */
export interface Moment {
  readonly label: string;
  readonly minus: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const INSTANTS: readonly Moment[] = [
  { label: 'now', minus: 0 },
  { label: '−1 h', minus: HOUR },
  { label: '−24 h', minus: DAY },
  { label: '−7 d', minus: 7 * DAY },
  { label: '−30 d', minus: 30 * DAY },
];

export const DAYS: readonly Moment[] = [
  { label: 'today', minus: 0 },
  { label: '−7 d', minus: 7 * DAY },
  { label: '−30 d', minus: 30 * DAY },
  { label: '−365 d', minus: 365 * DAY },
];

/** For types that have none: undefined. */
export function momentsOf(type: string): readonly Moment[] | undefined {
  return type === 'TIMESTAMP' ? INSTANTS : type === 'DATE' ? DAYS : undefined;
}

/** As the parameter takes it, in UTC, to the second. */
export function textOf({ minus }: Moment, type: string, now: number): string {
  const text = new Date(now - minus).toISOString();
  return type === 'DATE' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}
