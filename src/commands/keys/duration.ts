import { InvalidArgumentError } from 'commander';

const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('Write a time such as 30m, 24h or 7d.');
  return Number(count) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
}
