import { type Coding } from '../cache/cached-result.js';
import { type Answer } from '../execution/answer.js';
import { encodePieces, Pieces } from '../execution/body/pieces.js';
import { windowRemarks } from '../execution/windows/window-remarks.js';
import { type ResponseHead, wholeAge, wholeMaxAge } from './response-head.js';

/** The end of a body, before which `meta` is inserted. */
const END = '}';

/** An answer with `meta` behind the rows: written around the bytes that are shared with others, or coded for this call alone. */
export async function metaForm(answer: Answer, coding: Coding | undefined): Promise<Pieces> {
  const rows = answer.result.body.subarray(0, -END.length);
  const pieces = [rows, Buffer.from(`,"meta":${JSON.stringify(metaOf(answer))}${END}`)];
  return (coding && (await encodePieces(pieces, coding))) ?? new Pieces(pieces);
}

/** Makes the head of an answer with `meta` from that of the rows alone. It has no ETag, since ages change the bytes every second. */
export function metaHead(head: ResponseHead, { length, coding }: Pieces): ResponseHead {
  const etag = head.fields.indexOf('ETag');
  const fields = head.fields.toSpliced(etag, 2, 'Preference-Applied', 'include=meta');
  fields[fields.indexOf('Content-Length') + 1] = String(length);
  if (coding !== undefined) fields.push('Content-Encoding', coding);
  return { ...head, etag: undefined, length, coding, fields };
}

/**
 * Facts that the header has of an answer, for a client that prefers them in the body. Unlike the ages, `as_of` stays right in an answer
 * that is kept.
 */
function metaOf(answer: Answer) {
  const { endpoint, query, result, outcome, totalRows = result.rows } = answer;
  const remarks = query ? windowRemarks(query, result.createdAt) : [];
  return {
    rows: result.rows,
    ...(endpoint.slices && { total_rows: totalRows }),
    truncated: result.truncated,
    max_rows: endpoint.maxRows,
    ...(endpoint.page && { next: result.next ?? null }),
    age: wholeAge(answer),
    ttl: endpoint.cachingSeconds === undefined ? null : wholeMaxAge(answer),
    cache: outcome,
    as_of: new Date(result.createdAt).toISOString(),
    ...(remarks.length > 0 && { remarks }),
  };
}
