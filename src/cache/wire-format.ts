import { CODINGS, type CachedResult, type Coding, ownBytes, type ResultColumn } from './cached-result.js';

/** Members of a result that are written as they are. */
const WRITTEN = [
  ...(['hash', 'columns', 'rows', 'truncated', 'next', 'createdAt', 'modifiedAt', 'cost'] as const),
  ...(['tables', 'isVerified'] as const),
];

/** The part before the bodies: a line of JSON, so that a person can read it in the store. */
interface Header extends Pick<CachedResult, (typeof WRITTEN)[number]> {
  /** Lengths in bytes, in the order of the bodies that follow. */
  readonly lengths: Readonly<Partial<Record<'body' | Coding, number>>>;
}

const NEWLINE = 0x0a;
const FORMS = ['body', ...CODINGS] as const;

/** Bytes that `encodeResult` makes, but for the line in front. */
export function encodedLength({ body, coded }: CachedResult): number {
  return CODINGS.reduce((sum, coding) => sum + (coded[coding]?.length ?? 0), body.length);
}

/** A result for other processes, without its requests, which each of them counts itself. */
export function encodeResult(result: CachedResult): Buffer {
  const forms = { body: result.body, ...result.coded };
  const lengths = Object.fromEntries(FORMS.flatMap((form) => (forms[form] ? [[form, forms[form].length]] : [])));
  const header = { ...written(result), lengths };
  const bodies = FORMS.flatMap((form) => forms[form] ?? []);
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bodies]);
}

/** Undefined for bytes that `encodeResult` has not made: another version's, or cut off. */
export function decodeResult(bytes: Buffer): CachedResult | undefined {
  const start = bytes.indexOf(NEWLINE) + 1;
  const header = parseHeader(bytes.toString('utf8', 0, start));
  if (!header) return undefined;
  const forms: Partial<Record<'body' | Coding, Buffer>> = {};
  let position = start;
  for (const form of FORMS) {
    const length = header.lengths[form];
    if (length === undefined) continue;
    forms[form] = ownBytes(bytes.subarray(position, position + length));
    position += length;
  }
  const { body, ...coded } = forms;
  if (!body || position !== bytes.length) return undefined;
  return { body, coded, ...written(header), requests: 0 };
}

function written(result: Omit<Header, 'lengths'>): Omit<Header, 'lengths'> {
  const known = WRITTEN.filter((name) => result[name] !== undefined).map((name) => [name, result[name]]);
  return Object.fromEntries(known) as Omit<Header, 'lengths'>;
}

function isColumn(column: Partial<ResultColumn> | null): boolean {
  return typeof column?.name === 'string' && typeof column.type === 'string';
}

function isCost(cost: unknown): boolean {
  const isObject = typeof cost === 'object' && cost !== null;
  return cost === undefined || (isObject && Object.values(cost).every((each) => typeof each === 'number'));
}

function areLengths(lengths: unknown): boolean {
  if (typeof lengths !== 'object' || lengths === null) return false;
  return Object.values(lengths).every((length) => Number.isSafeInteger(length) && length >= 0);
}

function parseHeader(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Partial<Header> | null;
    const isWhole =
      typeof header?.hash === 'string' &&
      Array.isArray(header.columns) &&
      header.columns.every(isColumn) &&
      Number.isSafeInteger(header.rows) &&
      typeof header.truncated === 'boolean' &&
      ['string', 'undefined'].includes(typeof header.next) &&
      typeof header.createdAt === 'number' &&
      ['number', 'undefined'].includes(typeof header.modifiedAt) &&
      isCost(header.cost) &&
      ['string', 'undefined'].includes(typeof header.tables) &&
      areLengths(header.lengths);
    return isWhole ? (header as Header) : undefined;
  } catch {
    return undefined;
  }
}
