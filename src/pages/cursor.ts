import { QuernError } from '../errors/quern-error.js';
import { type Endpoint, type PageKey } from '../endpoint-files/endpoint.js';

/** Version of a cursor's content; one of another version is as good as another definition's. */
const VERSION = 1;

/** Longest cursor: it stands in header fields, and proxies take little more. */
const MAX_LENGTH = 4096;

const BASE64URL = /^[A-Za-z0-9_-]+$/;

export type PagedEndpoint = Endpoint & { readonly page: readonly PageKey[] };

export function isPaged(endpoint: Endpoint): endpoint is PagedEndpoint {
  return endpoint.page !== undefined;
}

/** The parameters with `default: now` whose values a cursor has as well, so that all pages are of one time. */
export function timesOf({ page, parameters }: PagedEndpoint): readonly string[] {
  return parameters
    .filter(({ defaultNow }) => defaultNow !== undefined)
    .map(({ name }) => name)
    .filter((name) => !page.some(({ parameter }) => parameter === name));
}

/** The place behind a row: the texts of its key, in the order of `page`, and of `timesOf`, for this definition alone. Undefined where it would be too long. */
export function cursorOf({ definitionHash }: PagedEndpoint, texts: readonly string[]): string | undefined {
  const cursor = Buffer.from(JSON.stringify([VERSION, definitionHash, ...texts])).toString('base64url');
  return cursor.length > MAX_LENGTH ? undefined : cursor;
}

/** The content of a cursor of any definition. */
interface ReadCursor {
  readonly definitionHash: string;
  readonly texts: readonly string[];
}

export function readCursor(cursor: string): ReadCursor | undefined {
  if (cursor.length > MAX_LENGTH || !BASE64URL.test(cursor)) return undefined;
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(parts) || !Number.isSafeInteger(parts[0])) return undefined;
    const [definitionHash, ...texts] = parts.slice(1) as unknown[];
    const areTexts = texts.every((text) => typeof text === 'string');
    if (typeof definitionHash !== 'string' || !areTexts || texts.length === 0) return undefined;
    // The meaning of another version is unknown.
    return { definitionHash: parts[0] === VERSION ? definitionHash : '', texts };
  } catch {
    return undefined;
  }
}

/** The texts of a cursor by the parameters that take them. @throws QuernError `invalid_cursor`, `cursor_outdated` */
export function textsByParameter(endpoint: PagedEndpoint, cursor: string): ReadonlyMap<string, string> {
  const { page, definitionHash } = endpoint;
  const names = [...page.map(({ parameter }) => parameter), ...timesOf(endpoint)];
  const read = readCursor(cursor);
  if (!read)
    throw new QuernError('invalid_cursor', 'This `cursor` does not come from Quern; send the one of the page before.');
  if (read.definitionHash !== definitionHash) throw outdated();
  if (read.texts.length !== names.length) {
    throw new QuernError(
      'invalid_cursor',
      'This `cursor` has too many or too few values; send the one of the page before.',
    );
  }
  return new Map(names.map((name, index) => [name, read.texts[index] ?? '']));
}

export function outdated(): QuernError {
  return new QuernError(
    'cursor_outdated',
    'The cursor is another endpoint’s, or the endpoint has changed since; begin again without `cursor`.',
  );
}
