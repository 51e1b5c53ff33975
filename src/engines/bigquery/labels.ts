import { createHash } from 'node:crypto';

const MAX_VALUE = 63;
const HASH_DIGITS = 8;

/**
 * Job labels from the statement's: keys get the prefix `quern_`, values become what BigQuery allows (up to 63 lower-case
 * letters, digits, dashes, underscores). A value that had to be changed ends with a hash of what it was, so that two
 * names never share one.
 */
export function jobLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`quern_${name}`, labelValue(value)]));
}

function labelValue(value: string): string {
  const allowed = value.toLowerCase().replace(/[^a-z0-9_-]/g, '_');
  if (allowed === value && value.length <= MAX_VALUE) return value;
  const hash = createHash('sha256').update(value).digest('hex').slice(0, HASH_DIGITS);
  return `${allowed.slice(0, MAX_VALUE - HASH_DIGITS - 1)}_${hash}`;
}
