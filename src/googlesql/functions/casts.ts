import { type SqlType } from '../types/types.js';

/** Casts that never fail, as "FROM TO". */
export const SURE_CASTS = [
  ...['BOOL INT64', 'BOOL STRING', 'INT64 BOOL', 'INT64 FLOAT64', 'INT64 NUMERIC', 'INT64 STRING', 'FLOAT64 STRING'],
  ...['NUMERIC FLOAT64', 'NUMERIC STRING', 'STRING BYTES', 'DATE STRING', 'DATE DATETIME', 'DATE TIMESTAMP'],
  ...['TIME STRING', 'DATETIME STRING', 'DATETIME DATE', 'DATETIME TIME', 'DATETIME TIMESTAMP', 'TIMESTAMP STRING'],
  ...['TIMESTAMP DATE', 'TIMESTAMP TIME', 'TIMESTAMP DATETIME'],
] as const;

/** Casts that fail for some values. */
export const FALLIBLE_CASTS = [
  ...['FLOAT64 INT64', 'FLOAT64 NUMERIC', 'NUMERIC INT64', 'STRING BOOL', 'STRING INT64', 'STRING FLOAT64'],
  ...['STRING NUMERIC', 'STRING DATE', 'STRING TIME', 'STRING DATETIME', 'STRING TIMESTAMP', 'BYTES STRING'],
] as const;

export type SureCast = (typeof SURE_CASTS)[number];
export type FallibleCast = (typeof FALLIBLE_CASTS)[number];

const CASTS: ReadonlySet<string> = new Set([...SURE_CASTS, ...FALLIBLE_CASTS]);

/** The cast between two types; undefined where none is known. */
export function castBetween(from: SqlType, to: SqlType): SureCast | FallibleCast | undefined {
  const cast = `${from.kind} ${to.kind}`;
  return CASTS.has(cast) ? (cast as SureCast | FallibleCast) : undefined;
}
