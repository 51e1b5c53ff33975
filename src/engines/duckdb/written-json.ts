import { type JsonText } from '../engine.js';
import { INT64_ENCODERS } from '../json-values.js';
import { type NumberFormat } from '../number-format.js';
import { type SqlType } from '../../googlesql/types/types.js';
import { isEscaped } from '../../googlesql/json/json-tokens.js';
import { fieldKeys, presenceKey } from './compiler/types/struct-fields.js';

/** Reads a value of one type in the text from where it begins, and stops behind it. */
type Reader = (text: WrittenText) => void;

/** Digits of a number that a double may not hold. */
const LONG = 16;
const [QUOTE, MINUS, ZERO, NINE, N, T] = ['"', '-', '0', '9', 'n', 't'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/**
 * Rewrites a nested value from DuckDB's `to_json` for the answer: no array is NULL, none has a NULL element, one record stands for no
 * array, and long numbers are in quotation marks. The text is DuckDB's own, with all fields in their order, so that most of it is passed
 * over; expressions that change the value before it is written cost DuckDB milliseconds at every run.
 */
export function writtenJson(type: SqlType, numbers: NumberFormat): (text: string) => JsonText {
  const read = readerOf(type, numbers);
  return (text) => {
    const written = new WrittenText(text);
    read(written);
    if (written.at !== text.length) throw new Error('JSON of a nested value goes on behind it');
    return written.changed();
  };
}

class WrittenText {
  at = 0;
  /** Rewritten parts; the text from `from` on has not been taken over. */
  private parts: string[] = [];
  private from = 0;

  constructor(readonly text: string) {}

  get sign(): number {
    return this.text.charCodeAt(this.at);
  }

  expect(part: string): void {
    if (!this.text.startsWith(part, this.at)) throw new Error('JSON of a nested value has other fields');
    this.at += part.length;
  }

  take(part: string): boolean {
    if (!this.text.startsWith(part, this.at)) return false;
    this.at += part.length;
    return true;
  }

  /** Takes a NULL, the only value with this first letter. */
  takeNull(): boolean {
    if (this.sign !== N) return false;
    this.at += 4;
    return true;
  }

  /** Puts a part in place of the text since `since`. */
  replace(since: number, part: string): void {
    this.parts.push(this.text.slice(this.from, since), part);
    this.from = this.at;
  }

  /** Returns a function that takes back all changes from here on. */
  mark(): () => void {
    const { from, parts } = this;
    const count = parts.length;
    return () => {
      parts.length = count;
      this.from = from;
    };
  }

  changed(): string {
    if (this.parts.length === 0) return this.text;
    this.parts.push(this.text.slice(this.from));
    return this.parts.join('');
  }
}

function readerOf(type: SqlType, numbers: NumberFormat): Reader {
  switch (type.kind) {
    case 'ARRAY':
      return type.single ? recordArray(type.element, type.single === 'always', numbers) : list(type.element, numbers);
    case 'STRUCT': {
      const read = fields(type, numbers);
      return (text) => {
        if (text.takeNull()) return;
        read(text);
        text.expect('}');
      };
    }
    case 'INT64':
      return integer(numbers);
    case 'BOOL':
      return (text) => {
        text.at += text.sign === T || text.sign === N ? 4 : 5;
      };
    default:
      return string;
  }
}

/** Reads from the bracket to behind the last value. */
function fields(type: SqlType, numbers: NumberFormat): Reader {
  const members = type.kind === 'STRUCT' ? type.fields : [];
  const keys = fieldKeys(members);
  const readers = members.map((field, index) => ({
    start: `${index === 0 ? '{' : ','}${JSON.stringify(keys[index])}:`,
    read: readerOf(field.type, numbers),
  }));
  return (text) => {
    for (const { start, read } of readers) {
      text.expect(start);
      read(text);
    }
  };
}

function list(element: SqlType, numbers: NumberFormat): Reader {
  const read = readerOf(element, numbers);
  return (text) => {
    const since = text.at;
    if (text.takeNull()) {
      text.replace(since, '[]');
      return;
    }
    text.expect('[');
    if (text.take(']')) return;
    do {
      // BigQuery's arrays may have NULL elements in a query, not in an answer.
      if (text.sign === N) throw new Error('an ARRAY of the answer has a NULL element');
      read(text);
    } while (text.take(','));
    text.expect(']');
  };
}

/** Reads an array that is held as its one record; if the record may be missing, its last field says so. */
function recordArray(type: SqlType, isAlways: boolean, numbers: NumberFormat): Reader {
  const read = fields(type, numbers);
  const presence = `,${JSON.stringify(presenceKey(type.kind === 'STRUCT' ? type.fields : []))}:`;
  const missing = missingRecord(type);
  return (text) => {
    const since = text.at;
    if (text.takeNull()) {
      text.replace(since, '[]');
      return;
    }
    // Most missing records look so; one may have NULL in all fields for another reason, such as an outer join.
    if (!isAlways && text.take(missing)) {
      text.replace(since, '[]');
      return;
    }
    const takeBack = text.mark();
    text.replace(since, '[');
    read(text);
    const end = text.at;
    if (!isAlways) {
      text.expect(presence);
      if (text.takeNull()) {
        text.expect('}');
        takeBack();
        text.replace(since, '[]');
        return;
      }
      text.expect('true');
    }
    text.expect('}');
    text.replace(end, '}]');
  };
}

/** The text of a missing record: all of its fields are NULL, and so are those of records within. */
function missingRecord(type: SqlType): string {
  const members = type.kind === 'STRUCT' ? type.fields : [];
  const keys = fieldKeys(members);
  const fields = members.map(({ type: own }, index) => {
    const isRecord = own.kind === 'ARRAY' && own.single === 'sometimes';
    return `${JSON.stringify(keys[index])}:${isRecord ? missingRecord(own.element) : 'null'}`;
  });
  return `{${[...fields, `${JSON.stringify(presenceKey(members))}:null`].join(',')}}`;
}

function integer(numbers: NumberFormat): Reader {
  const encode = INT64_ENCODERS[numbers];
  return (text) => {
    if (text.takeNull()) return;
    const since = text.at;
    while (text.sign === MINUS || (text.sign >= ZERO && text.sign <= NINE)) text.at += 1;
    if (numbers === 'number' || (numbers === 'exact' && text.at - since < LONG)) return;
    const written = text.text.slice(since, text.at);
    const wanted = encode(BigInt(written));
    if (wanted !== written) text.replace(since, wanted);
  };
}

function string(text: WrittenText): void {
  if (text.takeNull()) return;
  const { text: all } = text;
  if (text.sign !== QUOTE) throw new Error('JSON of a nested value has another text');
  let end = text.at;
  do end = all.indexOf('"', end + 1);
  while (end >= 0 && isEscaped(all, end));
  text.at = end + 1;
}
