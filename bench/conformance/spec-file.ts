import { parse } from 'yaml';
import { type ConformanceCase, type ExpectedValue } from './conformance-case.js';

interface SpecCase {
  readonly desc: string;
  readonly sql: string;
  readonly setup?: unknown;
  readonly args?: unknown;
  readonly named_args?: unknown;
  readonly nondeterministic?: unknown;
  readonly expected?: {
    readonly rows?: readonly (readonly unknown[])[];
    readonly unordered?: boolean;
    readonly error?: unknown;
  };
}

/** Reads a YAML file of googlesqlite's specifications. Cases that need tables or arguments are left out. */
export function specCases(area: string, text: string): ConformanceCase[] {
  const { cases } = parse(text) as { readonly cases?: readonly SpecCase[] };
  return (cases ?? []).flatMap((each): readonly ConformanceCase[] => {
    const { desc: name, sql, expected, setup, args, named_args: named, nondeterministic } = each;
    if (
      !expected ||
      setup !== undefined ||
      args !== undefined ||
      named !== undefined ||
      nondeterministic !== undefined
    ) {
      return [];
    }
    if (!/^\s*(?:SELECT|WITH|FROM|\()/i.test(sql)) return [];
    if (expected.error !== undefined) return [{ area, name, sql, features: [], expected: 'error' }];
    // Without ORDER BY a subquery's rows, and so the elements of an array made of them, have no order.
    const areOrdered = !/\bARRAY\s*\(/i.test(sql) || /ORDER\s+BY/i.test(sql);
    const rows = (expected.rows ?? []).map((row) => row.map((value) => valueOf(value, areOrdered)));
    return [
      {
        area,
        name,
        sql,
        features: [],
        expected: { isOrdered: expected.unordered !== true && /ORDER\s+BY/i.test(sql), rows: () => rows },
      },
    ];
  });
}

function valueOf(value: unknown, areOrdered: boolean): ExpectedValue {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return { items: value.map((item) => valueOf(item, areOrdered)), isOrdered: areOrdered };
  return { text: typeof value === 'string' ? value : JSON.stringify(value) };
}
