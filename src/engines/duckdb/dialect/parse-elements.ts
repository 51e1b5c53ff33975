import { type CstNode } from './cst.js';
import { quoteString } from './types.js';

/** Fields of a time as text may give them, each at most once. */
type Field = 'year' | 'month' | 'monthName' | 'day' | 'hour' | 'minute' | 'second' | 'offset' | 'epoch';

interface Element {
  readonly field?: Field;
  readonly pattern?: string;
  readonly stands?: string;
}

const SECOND = '[0-5]\\d';

/** Narrower than what BigQuery reads, which passes over white space and leading zeros; other text is an error. */
const ELEMENTS: ReadonlyMap<string, Element> = new Map<string, Element>([
  ['%', { pattern: '%' }],
  ['Y', { field: 'year', pattern: '\\d{4}' }],
  ['E4Y', { field: 'year', pattern: '\\d{4}' }],
  ['m', { field: 'month', pattern: '0[1-9]|1[0-2]' }],
  ['b', { field: 'monthName', pattern: '(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)' }],
  ['h', { stands: '%b' }],
  ['d', { field: 'day', pattern: '0[1-9]|[12]\\d|3[01]' }],
  ['H', { field: 'hour', pattern: '[01]\\d|2[0-3]' }],
  ['M', { field: 'minute', pattern: '[0-5]\\d' }],
  ['S', { field: 'second', pattern: SECOND }],
  ...[1, 2, 3, 4, 5, 6].map((digits): [string, Element] => [
    `E${digits}S`,
    { field: 'second', pattern: `${SECOND}(?:\\.\\d{1,${digits}})?` },
  ]),
  ['E*S', { field: 'second', pattern: `${SECOND}(?:\\.\\d{1,9})?` }],
  ['z', { field: 'offset', pattern: '[+-](?:0\\d|1[0-3]):?[0-5]\\d' }],
  ['Ez', { stands: '%z' }],
  ['s', { field: 'epoch', pattern: '-?\\d{1,12}' }],
  ['F', { stands: '%Y-%m-%d' }],
  ['T', { stands: '%H:%M:%S' }],
  ['R', { stands: '%H:%M' }],
]);

const DATE_FIELDS: readonly Field[] = ['year', 'month', 'monthName', 'day'];
const INSTANT_FIELDS: readonly Field[] = ['offset', 'epoch'];

const PIECE = /%(E(?:4Y|\*S|\dS|z)|[^])|[^]/g;

/** How the text of a time is read: one pattern for all of it, and which of its groups holds which field. */
interface Reading {
  readonly pattern: string;
  readonly fields: readonly Field[];
}

function readFormat(format: string, kind: string, node: CstNode): Reading {
  const fields: Field[] = [];
  const pattern = (text: string): string =>
    [...text.matchAll(PIECE)]
      .map(([piece, name]) => {
        if (name === undefined && piece !== '%') return piece.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
        const element = ELEMENTS.get(name ?? '');
        if (!element) throw node.unsupported(`the format element ${piece} for parsing`);
        if (element.stands !== undefined) return pattern(element.stands);
        const { field } = element;
        if (!field) return element.pattern ?? '';
        const isRight = INSTANT_FIELDS.includes(field)
          ? kind === 'TIMESTAMP'
          : kind !== 'DATE' || DATE_FIELDS.includes(field);
        if (!isRight) throw node.unsupported(`the format element ${piece} for a ${kind}`);
        if (fields.includes(field)) throw node.unsupported(`the format element ${piece} twice`);
        fields.push(field);
        return `(${element.pattern ?? ''})`;
      })
      .join('');
  return { pattern: pattern(format), fields };
}

export interface Parsed {
  /** The time as a clock shows it: DuckDB's plain TIMESTAMP. */
  readonly local: string;
  /** The instant, where the text itself says which one it is. */
  readonly instant?: string;
}

/** DuckDB SQL that reads text in GoogleSQL's format, which is known at load; what is missing is of 1970-01-01 00:00:00. */
export function parsed(text: string, format: string, kind: 'DATE' | 'DATETIME' | 'TIMESTAMP', node: CstNode): Parsed {
  const { pattern, fields } = readFormat(format, kind, node);
  if (fields.includes('monthName') && fields.includes('month')) throw node.unsupported('both %m and %b in a format');
  if (fields.includes('epoch') && fields.length > 1) throw node.unsupported('%s together with other elements');
  const found = `bq_parsed(${text}, ${quoteString(`\\A(?:${pattern})\\z`)})`;
  const field = (name: Field, otherwise: string) =>
    fields.includes(name)
      ? `regexp_extract(${found}, ${quoteString(`\\A(?:${pattern})\\z`)}, ${fields.indexOf(name) + 1})`
      : quoteString(otherwise);
  if (fields.includes('epoch')) {
    const instant = `bq_timestamp(CAST(${field('epoch', '')} AS BIGINT) * 1000000)`;
    return { local: instant, instant };
  }
  const month = fields.includes('monthName') ? `bq_month_text(${field('monthName', '')})` : field('month', '01');
  const date = `${field('year', '1970')} || '-' || ${month} || '-' || ${field('day', '01')}`;
  // The cast cuts nanoseconds off, as BigQuery does.
  const time = `${field('hour', '00')} || ':' || ${field('minute', '00')} || ':' || ${field('second', '00')}`;
  // Where no field is read, the text is still to be looked at.
  const local = `bq_datetime(CASE WHEN ${found} IS NOT NULL THEN CAST(${date} || ' ' || ${time} AS TIMESTAMP) END)`;
  if (!fields.includes('offset')) return { local };
  return { local, instant: `bq_timestamp(epoch_us(${local}) - bq_offset_micros(${field('offset', '')}))` };
}
