import { quote } from '../errors/excerpt.js';
import { QuernError } from '../errors/quern-error.js';
import { type Column, type JsonText } from '../engines/engine.js';
import { type PageKey } from '../endpoint-files/endpoint.js';
import { formatTimestamp } from '../parameters/calendar.js';
import { type ParameterBinding, type ScalarTypeName, type ScalarValue } from '../parameters/parameter.js';
import { parseValue } from '../parameters/parse-value.js';
import { formatScalar } from '../parameters/scalar.js';
import { cursorOf, type PagedEndpoint, timesOf } from './cursor.js';

interface KeyValue {
  readonly key: PageKey;
  readonly text: string;
  readonly value: ScalarValue;
}

/**
 * The first and the last row of a page, from the runner's rows. The first must come after the place that the page was asked to begin
 * behind, since other rows would come twice; the last says where the next page begins.
 */
export class PageEnds {
  private columns: readonly Column[] = [];
  private first: readonly JsonText[] | undefined;
  private last: readonly JsonText[] | undefined;

  constructor(
    private readonly endpoint: PagedEndpoint,
    private readonly values: readonly ParameterBinding[],
  ) {}

  begin(columns: readonly Column[]): void {
    this.columns = columns;
    this.first = undefined;
    this.last = undefined;
  }

  add(row: readonly JsonText[]): boolean {
    this.first ??= row;
    this.last = row;
    return true;
  }

  /**
   * The cursor of the next page; undefined where there is none.
   *
   * @param hasMore whether there are rows behind these
   * @throws QuernError `broken_page`
   */
  next(hasMore: boolean): string | undefined {
    const { first, last } = this;
    if (!first || !last) {
      if (hasMore) throw broken('Not even one row has room on the page.');
      return undefined;
    }
    if (!isBehind(this.keyOf(first), this.values)) {
      throw broken('The first row does not come after the place where the page was to begin.');
    }
    if (!hasMore) return undefined;
    const texts = this.keyOf(last).map(({ text }) => text);
    const cursor = cursorOf(this.endpoint, [...texts, ...this.times()]);
    if (cursor === undefined) throw broken('The last row’s key is too long for a cursor.');
    return cursor;
  }

  private times(): readonly string[] {
    const names = timesOf(this.endpoint);
    return this.values.flatMap(({ declaration: { name, type }, value }) =>
      names.includes(name) ? [formatScalar(type, value as ScalarValue)] : [],
    );
  }

  private keyOf(row: readonly JsonText[]): readonly KeyValue[] {
    return this.endpoint.page.map((key): KeyValue => {
      const text = row[this.columns.findIndex(({ name }) => name === key.column)];
      if (text === undefined) throw broken(`There is no column ${quote(key.column)}.`);
      return { key, ...valueOf(key, text, this.values) };
    });
  }
}

/** A column's value as the parameter takes it, by the same rules as any caller's: a caller will send it back. */
function valueOf(
  { column, parameter }: PageKey,
  json: JsonText,
  values: readonly ParameterBinding[],
): Pick<KeyValue, 'text' | 'value'> {
  const declaration = values.find((each) => each.declaration.name === parameter)?.declaration;
  const text = declaration && parameterText(declaration.type, json);
  const parsed = declaration && text !== undefined ? parseValue(declaration, text) : { problem: '' };
  if (text === undefined || 'problem' in parsed) {
    throw broken(`A value of ${quote(column)} is none that ${quote(parameter)} takes.`);
  }
  return { text, value: parsed.value };
}

const WHOLE_NUMBER = /^-?\d+$/;

/** JSON of a column of the parameter's type, as a URL would have it. TIMESTAMP may be microseconds. */
function parameterText(type: ScalarTypeName, json: JsonText): string {
  const text = String(JSON.parse(json.startsWith('"') ? json : `"${json}"`));
  return type === 'timestamp' && WHOLE_NUMBER.test(text) ? formatTimestamp(BigInt(text)) : text;
}

/** Whether a row comes after the place that the call names, in the order of the page. A call that names no whole place begins anywhere. */
function isBehind(row: readonly KeyValue[], values: readonly ParameterBinding[]): boolean {
  for (const { key, value } of row) {
    const place = values.find(({ declaration }) => declaration.name === key.parameter)?.value;
    if (place === null || place === undefined || typeof place === 'object') return true;
    const comparison = compare(value, place);
    if (comparison !== 0) return comparison > 0 !== key.descending;
  }
  return false;
}

/** Compares two values of one type, text as GoogleSQL does: by its characters, which UTF-8 keeps in their order, and UTF-16 does not. */
function compare(one: ScalarValue, other: ScalarValue): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : Number(one > other);
}

function broken(detail: string): QuernError {
  return new QuernError('broken_page', detail);
}
