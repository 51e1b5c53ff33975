/** Types that stand in front of a literal: `DATE '2026-11-20'`. */
export const TYPED_LITERALS: ReadonlySet<string> = new Set([
  'BIGDECIMAL',
  'BIGNUMERIC',
  'DATE',
  'DATETIME',
  'DECIMAL',
  'JSON',
  'NUMERIC',
  'TIME',
  'TIMESTAMP',
]);
