import { type CallToolResult } from '@modelcontextprotocol/server';
import { type Answer } from '../execution/answer.js';
import { escaped } from '../errors/excerpt.js';
import { type QuernError } from '../errors/quern-error.js';
import { sliceOf } from '../execution/body/slice-answer.js';

/** Largest text of a result, in bytes: more than that, and a model loses the thread. */
const MAX_TEXT_BYTES = 50_000;

const MAX_ERRORS = 20;

type Row = Readonly<Record<string, unknown>>;

interface Rows {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  readonly age_seconds: number;
  readonly next?: string;
}

/** The rows of an answer for a model: as many as the file and the bound on text allow, without the columns that the file hides. */
export async function rowsResult(answer: Answer, links: CallToolResult['content']): Promise<CallToolResult> {
  const { maxRows, hide } = answer.endpoint.agents ?? { maxRows: 0, hide: [] };
  const { body } = await sliceOf(answer.result, { offset: 0, limit: maxRows });
  const { result } = JSON.parse(body.toString()) as { readonly result: readonly Row[] };
  const hidden = new Set<string>(hide);
  const shown = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
  const rows = hidden.size === 0 ? result : result.map(shown);
  const structured = fitting(rows, answer);
  return { content: [{ type: 'text', text: plainJson(structured) }, ...links], structuredContent: { ...structured } };
}

/** Halves rows that do not fit, so that no more than some texts of a few rows are made in vain. */
function fitting(rows: readonly Row[], { result, ageSeconds }: Answer): Rows {
  const isWhole = rows.length === result.rows;
  const structured: Rows = {
    rows,
    truncated: result.truncated || !isWhole,
    age_seconds: Math.floor(ageSeconds),
    // The next page would begin too late if rows in front of it are left out.
    ...(result.next !== undefined && isWhole && { next: result.next }),
  };
  if (rows.length === 0 || Buffer.byteLength(plainJson(structured)) <= MAX_TEXT_BYTES) return structured;
  return fitting(rows.slice(0, Math.floor(rows.length / 2)), { result, ageSeconds } as Answer);
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

/** JSON with escapes for characters that a terminal obeys or a person does not see, since strangers wrote the rows. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escaped);
}
