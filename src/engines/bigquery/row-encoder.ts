import { type Column, type JsonText } from '../engine.js';
import {
  type AnswerFormats,
  encodeFloat64,
  encodeString,
  encodeTimestamp,
  formatsOf,
  INT64_ENCODERS,
  NUMERIC_ENCODERS,
  type ValueFormats,
} from '../json-values.js';
import { type Cell, type FieldSchema, type RestRow } from './rest.js';

/** `[sign]years-months [sign]days [sign]hours:minutes:seconds[.fraction]`. */
const CANONICAL = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/;

/** Writes an INTERVAL in BigQuery's own form as an ISO 8601 duration, as TO_JSON_STRING does. */
function intervalText(canonical: string): string {
  const parts = CANONICAL.exec(canonical);
  if (!parts) throw new Error(`BigQuery sent ${JSON.stringify(canonical)} as an INTERVAL.`);
  const [, dateSign = '', years = '', months = '', days = '', timeSign = '', hours = '', minutes = '', seconds = ''] =
    parts;
  const fraction = (parts[9] ?? '').replace(/0+$/, '');
  const date = `${part(dateSign, years, 'Y')}${part(dateSign, months, 'M')}${part('', days, 'D')}`;
  const second = fraction === '' ? part(timeSign, seconds, 'S') : `${timeSign}${Number(seconds)}.${fraction}S`;
  const time = `${part(timeSign, hours, 'H')}${part(timeSign, minutes, 'M')}${second}`;
  if (date === '' && time === '') return 'P0Y';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

function part(sign: string, digits: string, unit: string): string {
  return Number(digits) === 0 ? '' : `${sign}${Number(digits)}${unit}`;
}

type Encoder = (cell: Cell) => JsonText;

/** BigQuery's older names of types, which its REST interface still uses. */
const STANDARD_NAMES: ReadonlyMap<string, string> = new Map([
  ['INTEGER', 'INT64'],
  ['FLOAT', 'FLOAT64'],
  ['BOOLEAN', 'BOOL'],
  ['RECORD', 'STRUCT'],
]);

export function standardName(type: string): string {
  return STANDARD_NAMES.get(type) ?? type;
}

export function columnsOf(fields: readonly FieldSchema[]): readonly Column[] {
  return fields.map((field) => ({ name: field.name, type: typeOf(field) }));
}

function typeOf(field: FieldSchema): string {
  const own = standardName(field.type);
  const fields = (field.fields ?? []).map((each) => `${each.name} ${typeOf(each)}`).join(', ');
  const type = own === 'STRUCT' ? `STRUCT<${fields}>` : own === 'RANGE' ? `RANGE<${rangeElement(field)}>` : own;
  return field.mode === 'REPEATED' ? `ARRAY<${type}>` : type;
}

/** Makes the function that writes a row of this schema as JSON text, one value per column. */
export function rowEncoder(fields: readonly FieldSchema[], formats: AnswerFormats): (row: RestRow) => JsonText[] {
  const encoders = fields.map((field) => fieldEncoder(field, formatsOf(field.name, formats)));
  return (row) => encoders.map((encode, index) => encode(row.f[index]?.v ?? null));
}

function fieldEncoder(field: FieldSchema, formats: ValueFormats): Encoder {
  const encode = valueEncoder(field, formats);
  const nullable: Encoder = (cell) => (cell === null ? 'null' : encode(cell));
  if (field.mode !== 'REPEATED') return nullable;
  return (cell) => `[${((cell ?? []) as readonly { v: Cell }[]).map(({ v }) => nullable(v)).join(',')}]`;
}

function valueEncoder(field: FieldSchema, formats: ValueFormats): Encoder {
  const type = standardName(field.type);
  if (type === 'STRUCT') return structEncoder(field.fields ?? [], formats);
  const encode = textEncoder(type, field, formats);
  return (cell) => encode(cell as string);
}

function textEncoder(type: string, field: FieldSchema, formats: ValueFormats): (text: string) => JsonText {
  switch (type) {
    case 'INT64': {
      const encode = INT64_ENCODERS[formats.numbers];
      return (text) => encode(BigInt(text));
    }
    case 'FLOAT64':
      return (text) => encodeFloat64(floatOf(text));
    case 'NUMERIC':
    case 'BIGNUMERIC':
      return NUMERIC_ENCODERS[formats.numbers];
    case 'BOOL':
    case 'JSON':
      return (text) => text;
    case 'TIMESTAMP':
      return (text) => encodeTimestamp(BigInt(text), formats.timestamps);
    case 'TIME':
    case 'DATETIME':
      return (text) => `"${withoutTrailingZeros(text)}"`;
    case 'INTERVAL':
      return (text) => `"${intervalText(text)}"`;
    case 'RANGE':
      return rangeEncoder(rangeElement(field), formats);
    default:
      // STRING, BYTES (base64 already), DATE, GEOGRAPHY (as WKT)
      return encodeString;
  }
}

function structEncoder(fields: readonly FieldSchema[], formats: ValueFormats): Encoder {
  const members = fields.map((field) => [encodeString(field.name), fieldEncoder(field, formats)] as const);
  return (cell) => {
    const values = (cell as RestRow).f;
    return `{${members.map(([key, encode], index) => `${key}:${encode(values[index]?.v ?? null)}`).join(',')}}`;
  };
}

/** @throws Error for text that is neither a number nor `NaN`, `Infinity` or `-Infinity` */
function floatOf(text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) && text !== 'NaN') throw new Error(`BigQuery sent ${JSON.stringify(text)} as a FLOAT64.`);
  return value;
}

/** Takes trailing zeros from a fraction, and the point with the last digit. */
function withoutTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function rangeElement(field: FieldSchema): string {
  return field.rangeElementType?.type ?? 'DATE';
}

/** Writes `[start, end)`, either of them UNBOUNDED, as TO_JSON_STRING does: an object with `start` and `end`. */
function rangeEncoder(element: string, formats: ValueFormats): (text: string) => JsonText {
  const encode = textEncoder(element, { name: '', type: element }, formats);
  const bound = (text: string) => (/^(UNBOUNDED|NULL)$/.test(text) ? 'null' : encode(text));
  return (text) => {
    const [start = '', end = ''] = text.slice(1, -1).split(', ');
    return `{"start":${bound(start)},"end":${bound(end)}}`;
  };
}
