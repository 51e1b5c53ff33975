import { type CallToolResult } from '@modelcontextprotocol/server';
import { type Answer } from '../execution/answer.js';
import { escaped } from '../errors/excerpt.js';
import { type QuernError } from '../errors/quern-error.js';
import { type CachedResult } from '../cache/cached-result.js';
import { jsonParts } from '../forms/rows-of-body.js';
import { rowTexts } from '../pages/row-places.js';

/** Largest text of a result, in bytes: more than that, and a model loses the thread. */
const MAX_TEXT_BYTES = 50_000;

const MAX_ERRORS = 20;

/**
 * The rows of an answer for a model: as many as the file and the bound on text allow, without the columns that the file hides. In the text
 * numbers have all their digits; structured content has those that JavaScript keeps.
 */
export function rowsResult({ result, endpoint, ageSeconds }: Answer, links: CallToolResult['content']): CallToolResult {
  const { maxRows, hide } = endpoint.agents ?? { maxRows: 0, hide: [] };
  const { next } = result;
  const rest = { age_seconds: Math.floor(ageSeconds), ...(next !== undefined && { next }) };
  const rows = firstRows(
    result,
    hide,
    maxRows,
    MAX_TEXT_BYTES - plainJson({ rows: [], truncated: false, ...rest }).length,
  );
  const isWhole = rows.length === result.rows;
  const facts = {
    truncated: result.truncated || !isWhole,
    age_seconds: rest.age_seconds,
    // The next page would begin too late if rows in front of it are left out.
    ...(next !== undefined && isWhole && { next }),
  };
  const text = `{"rows":[${rows.join(',')}],${plainJson(facts).slice(1)}`;
  return {
    content: [{ type: 'text', text }, ...links],
    structuredContent: { rows: rows.map((row) => JSON.parse(row) as unknown), ...facts },
  };
}

/** The first rows as their JSON texts, so many as are allowed and take no more bytes together. Rows behind them are not read. */
function firstRows(
  { body, columns }: CachedResult,
  hide: readonly string[],
  maxRows: number,
  maxBytes: number,
): string[] {
  const rows: string[] = [];
  let bytes = 0;
  for (const row of rowTexts(body)) {
    const text = plain(hide.length === 0 ? row : withoutColumns(row, columns, hide));
    bytes += Buffer.byteLength(text) + 1;
    if (rows.length === maxRows || bytes > maxBytes) break;
    rows.push(text);
  }
  return rows;
}

function withoutColumns(row: string, columns: CachedResult['columns'], hide: readonly string[]): string {
  const members = jsonParts(row).map((value, index) => [columns[index]?.name ?? '', value] as const);
  const shown = members
    .filter(([name]) => !hide.includes(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${shown.join(',')}}`;
}

export function errorResult({ code, detail, errors, retryAfterSeconds }: QuernError): CallToolResult {
  const problem = {
    code,
    detail,
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_ERRORS) }),
    ...(errors.length > MAX_ERRORS && { more_errors: errors.length - MAX_ERRORS }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  };
  return { content: [{ type: 'text', text: plainJson(problem) }], isError: true };
}

function plainJson(value: unknown): string {
  return plain(JSON.stringify(value));
}

/** JSON with escapes for characters that a terminal obeys or a person does not see, since strangers wrote the rows. */
function plain(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escaped);
}
