export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant moved by microseconds, in ISO 8601 with all six digits: `2026-11-20T10:00:00.000001Z`. */
export function moved(instant: string | Date, micros: number): string {
  const total = BigInt(new Date(instant).getTime()) * 1000n + BigInt(micros);
  const rest = ((total % 1000n) + 1000n) % 1000n;
  const milliseconds = new Date(Number((total - rest) / 1000n)).toISOString();
  return milliseconds.replace('Z', `${String(rest).padStart(3, '0')}Z`);
}
