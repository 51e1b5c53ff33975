import { withQueries, type NamedQuery } from '../../src/googlesql/checks/with-clause.js';
import { type ConformanceCase } from './conformance-case.js';
import { ExpectedText } from './expected-text.js';

const CREATE = /^\s*CREATE\s+(?:TEMP\s+)?TABLE\s+(\w+)\s+AS\s+([^]*?);?\s*$/i;
const QUERY = /^\s*(?:SELECT|WITH|FROM|\()/i;
/** These tests run where it is Los Angeles' time unless a file says otherwise; BigQuery's is UTC. */
const OTHER_ZONE = /TIMESTAMP|CURRENT_|EXTRACT|STRING\(/i;

/** Reads a `.test` file of GoogleSQL's compliance suite. Cases that are no query, or that are given parameters, are left out. */
export function complianceCases(area: string, text: string): ConformanceCase[] {
  const tables: NamedQuery[] = [];
  const isUtc = text.includes('[default_time_zone=UTC]');
  return text.split(/^==[ \t]*$/m).flatMap((section, index) => {
    const [head = '', result] = section.split(/^--[ \t]*$/m);
    const { options, sql } = parts(head);
    const created = CREATE.exec(sql);
    if (options.includes('[prepare_database]') && created) {
      tables.push({ name: created[1] ?? '', sql: widened(created[2] ?? '') });
      return [];
    }
    if (result === undefined || !QUERY.test(sql) || options.includes('[parameters=')) return [];
    if (!isUtc && OTHER_ZONE.test(sql + result)) return [];
    const isError = /^\s*ERROR:/.test(result);
    const text = sql.trim().replace(/;$/, '');
    // It may be about what is too large for a type that BigQuery does not have.
    const query = isError || /\d{10}/.test(text) ? text : widened(text);
    const used = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(query));
    const name = /\[name=([^\]]+)\]/.exec(options)?.[1] ?? `#${index + 1}`;
    if (!isError && !/^\s*ARRAY</.test(result)) return [];
    const answer = new ExpectedText(result.trim());
    const expected = isError ? 'error' : { isOrdered: answer.isOrdered(), rows: answer.rows.bind(answer) };
    const features = [...options.matchAll(/\[required_features=([^\]]*)\]/g)].flatMap(([, list = '']) =>
      list.split(/[\s,]+/),
    );
    return [{ area, name, sql: withQueries(query, used), features, expected } as const];
  });
}

/** The numbers that BigQuery has for those that it has not. Names of columns stay as they are. */
function widened(sql: string): string {
  const place = /(\bAS\s+|<\s*(?:\w+\s+)?|,\s*\w+\s+)(?:(u?int32|uint64)|double)(?=\s*[,)>])/gi;
  return sql.replace(
    place,
    (_, before: string, integer: string | undefined) => before + (integer ? 'INT64' : 'FLOAT64'),
  );
}

/** Options stand in brackets, each from the beginning of a line on; comments in front of them are the file's. */
function parts(head: string): { readonly options: string; readonly sql: string } {
  const lines = head.split('\n');
  let start = 0;
  let open = 0;
  while (start < lines.length) {
    const line = lines[start] ?? '';
    if (open === 0 && !/^\s*(?:#|\[|$)/.test(line)) break;
    if (open > 0 || /^\s*\[/.test(line)) open += count(line, '[') - count(line, ']');
    start += 1;
  }
  // A line that begins as what divides two parts has a backslash in front.
  const sql = lines.slice(start).map((line) => line.replace(/^\\(?=--|==)/, ''));
  return { options: lines.slice(0, start).join('\n'), sql: sql.join('\n') };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
