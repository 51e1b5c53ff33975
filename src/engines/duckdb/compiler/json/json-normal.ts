import { INT64_RANGE } from '../../../../googlesql/types/int64.js';

/** Text that is no JSON, or none whose numbers BigQuery keeps as they are. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,])/y;
const MAX_DEPTH = 500;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * JSON text in the form that BigQuery gives JSON values: no spaces, keys in the order of their bytes, the first of
 * several equal keys, each number in its shortest form.
 *
 * @throws BadJson when it is not JSON, or has a number that JSON values do not hold exactly
 */
export function normalJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    throw new BadJson('is not JSON');
  }
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const value = (depth: number): string => {
    if (depth > MAX_DEPTH) throw new BadJson(`is nested more than ${MAX_DEPTH} times`);
    const token = next();
    if (token === '[') return array(depth);
    if (token === '{') return object(depth);
    if (token.startsWith('"')) return string(token);
    return /^[-\d]/.test(token) ? number(token) : token;
  };
  const array = (depth: number): string => {
    const elements: string[] = [];
    while (tokens[at] !== ']') {
      elements.push(value(depth + 1));
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
    return `[${elements.join(',')}]`;
  };
  const object = (depth: number): string => {
    const members = new Map<string, string>();
    while (tokens[at] !== '}') {
      const key = string(next());
      at += 1;
      const member = value(depth + 1);
      if (!members.has(key)) members.set(key, member);
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
    return `{${[...members]
      .sort(byKey)
      .map(([key, member]) => `${key}:${member}`)
      .join(',')}}`;
  };
  return value(0);
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) tokens.push(found[1] ?? '');
  return tokens;
}

/** By bytes, as BigQuery sorts; JavaScript would by UTF-16 units. */
function byKey([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return Buffer.compare(Buffer.from(JSON.parse(left) as string), Buffer.from(JSON.parse(right) as string));
}

function string(token: string): string {
  const text = JSON.parse(token) as string;
  if (!text.isWellFormed()) throw new BadJson('has half of a surrogate pair');
  if (text.includes('\0')) throw new BadJson('has a NUL character, which the embedded engine does not keep');
  return JSON.stringify(text);
}

function number(token: string): string {
  if (/^-?\d+$/.test(token)) {
    const integer = BigInt(token);
    if (integer >= INT64_RANGE.min && integer <= MAX_UINT64) return integer.toString();
  }
  const double = Number(token);
  if (!Number.isFinite(double) || digitsOf(token) !== digitsOf(String(double))) {
    throw new BadJson(`has the number ${token}, which FLOAT64 does not hold exactly`);
  }
  return doubleText(double);
}

/** The digits without the zeros around them. */
function digitsOf(text: string): string {
  return text.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

/** With an exponent below 1e-4 and from 1e15 on, and always with a sign that it is no integer. */
function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [, sign = '', mantissa = '', exponent = ''] = /^(-?)(.+)e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const power = Number(exponent);
  if (power < -4 || power >= 15) {
    const digits = String(Math.abs(power)).padStart(2, '0');
    return `${sign}${mantissa}e${power < 0 ? '-' : '+'}${digits}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}
