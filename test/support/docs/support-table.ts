import { DUCKDB_TYPES } from '../../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { compile } from '../../../src/engines/duckdb/compiler/compile.js';
import { FUNCTIONS } from '../../../src/engines/duckdb/compiler/expressions/calls.js';
import { CATALOGUE } from '../../../src/googlesql/functions/catalogue.js';
import { overloadsOf } from '../../../src/googlesql/functions/overload.js';

/** What the embedded engine has: its types, and the functions of the catalogue that it runs. */
export function supportTable(): string {
  const rows = new Map([['types', [...Object.keys(DUCKDB_TYPES), 'ARRAY', 'STRUCT']]]);
  for (const { name, subject, isElsewhere } of CATALOGUE.values()) {
    if (!isElsewhere) rows.set(subject, [...(rows.get(subject) ?? []), name]);
  }
  const lines = Array.from(rows, ([subject, names]) => {
    return `| ${subject} | ${listOf(names)} |`;
  });
  return ['| | |', '|---|---|', ...lines].join('\n');
}

/** The functions with a signature, by the forms of it that the embedded engine has. */
export function signaturesTable(): string {
  const rows = new Map<string, string[]>();
  for (const { name, signature } of CATALOGUE.values()) {
    const rule = FUNCTIONS.get(name);
    if (signature === undefined || !rule) continue;
    const forms = signature.split(' | ');
    const isHere = (form: string, index: number) =>
      typeof rule === 'function'
        ? isCompiled(name, form)
        : rule[overloadsOf(forms.slice(0, index + 1).join(' | ')).length - 1] !== undefined;
    const shown = forms
      .filter(isHere)
      .map((form) => `\`${form.replace(/^->/, '() ->')}\``)
      .join(', ');
    rows.set(shown, [...(rows.get(shown) ?? []), name]);
  }
  const lines = Array.from(rows, ([forms, names]) => `| ${forms} | ${listOf(names)} |`);
  return ['| takes and returns | |', '|---|---|', ...lines.sort()].join('\n');
}

/** Whether the embedded engine has a form of a function whose rule does not say so. */
function isCompiled(name: string, form: string): boolean {
  if (!form.includes('BYTES')) return true;
  const [args = ''] = form.split(/ \[| ->/);
  const sql = `SELECT ${name}(${args.replaceAll('BYTES', "b'a'").replaceAll('INT64', '1')})`;
  return 'sql' in compile({ sql, parameters: [], maxRows: 1 }, new Map());
}

/** The functions with arguments that no column can be, by the places of these, counted from 1. */
export function literalsTable(): string {
  const rows = new Map<string, string[]>();
  for (const { name, literals, isElsewhere } of CATALOGUE.values()) {
    if (!literals || isElsewhere) continue;
    const places = literals.map((place) => place + 1).join(', ');
    rows.set(places, [...(rows.get(places) ?? []), name]);
  }
  const lines = Array.from(rows, ([places, names]) => `| ${places} | ${listOf(names)} |`);
  return ['| argument | of |', '|---|---|', ...lines.sort()].join('\n');
}

function listOf(names: readonly string[]): string {
  return [...names]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ');
}
