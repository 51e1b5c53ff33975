import { CALLED, readTemplate, type Template } from './template.js';
import { singleOf, type SqlType } from '../../../../googlesql/types/types.js';
import { duckDbType, quoteName, quoteString } from '../types/duckdb-types.js';

/**
 * A piece of DuckDB SQL as a tree: the constant parts of a template with other pieces between them, or a leaf. It never changes, and is
 * plain data, so that it survives a structured clone.
 */
export interface Sql {
  readonly kind: SqlKind;
  /** Texts before, between and behind the children: one more than there are of these. */
  readonly strings: readonly string[];
  readonly children: readonly Sql[];
  /** Number of characters in the text. */
  readonly length: number;
  /** Text, once it has been read. */
  readonly text: string | undefined;
}

/**
 * Kinds of pieces. The children of a `call` are the arguments of a macro; the first of a `case` is the operand of CASE. A `record` is a
 * field that has fields of its own; `table` is one by its SQL from the owner of the data.
 */
export type SqlKind = Branch | 'word' | 'name' | 'text' | 'type' | 'lambda' | 'table' | 'written';

type Branch = 'fragment' | 'call' | 'case' | 'field' | 'record' | 'column';

/** Pieces for a template. Plain text is not allowed, since its kind would be unknown. */
type Hole = Sql | number | bigint;

/** Makes DuckDB SQL, in which only the constant parts stand as they are: SQL`CAST(${value} AS ${typeSql(type)})`. */
export function SQL(strings: TemplateStringsArray, ...holes: readonly Hole[]): Sql {
  return filled(templateOf(strings), holes);
}

/** Templates by their constant parts, of which each place in the source has its own. */
const TEMPLATES = new WeakMap<readonly string[], Template>();

function templateOf(strings: readonly string[]): Template {
  const known = TEMPLATES.get(strings) ?? readTemplate(strings);
  TEMPLATES.set(strings, known);
  return known;
}

function filled({ kind, strings, parts }: Template, holes: readonly Hole[]): Sql {
  const children = parts.map((part) => {
    if (typeof part === 'object') return filled(part, holes);
    return pieceOf(holes[part] ?? NOTHING);
  });
  return kind === 'call' ? called(strings, children) : fragment(strings, children, kind);
}

/** A call, whose name is a constant or the first child; a list among its arguments is several of them. */
function called(strings: readonly string[], children: readonly Sql[]): Sql {
  const [name, ...others] = strings[0] === '' ? children : [];
  if (name && (name.children.length > 0 || !CALLED.test(name.strings[0] ?? ''))) return fragment(strings, children);
  const texts = name ? [`${name.strings[0] ?? ''}${strings[1] ?? ''}`, ...strings.slice(2)] : strings;
  const args = name ? others : children;
  if (!args.some(isList)) return fragment(texts, args, 'call');
  const parts = args.map((each) => (isList(each) ? each : fragment(['', ''], [each])));
  const between = parts.flatMap((part, index) => [texts[index] ?? '', ...part.strings.slice(1, -1)]);
  return fragment(
    [...between, texts.at(-1) ?? ''],
    parts.flatMap((part) => part.children),
    'call',
  );
}

function isList({ kind, strings }: Sql): boolean {
  return (
    kind === 'fragment' &&
    strings.length > 2 &&
    strings.every((text, index) => text === (index % (strings.length - 1) === 0 ? '' : ', '))
  );
}

function pieceOf(hole: Hole): Sql {
  return typeof hole === 'object' ? hole : leaf('word', String(hole));
}

/** Empty SQL. */
export const NOTHING: Sql = SQL``;

/** Texts around and between the pieces of lists that are not too long. */
const JOINTS = new Map<string, readonly string[]>();
const SHORT_LIST = 100;

/** Joins pieces with the same text between them: a list, if nothing else is said. */
export function joinSql(parts: readonly Sql[], between: ', ' | ' ' | ` ${string} ` = ', '): Sql {
  const [first = NOTHING, second] = parts;
  if (!second) return first;
  const strings = JOINTS.get(`${between}${parts.length}`) ?? ['', ...Array<string>(parts.length - 1).fill(between), ''];
  if (parts.length < SHORT_LIST) JOINTS.set(`${between}${parts.length}`, strings);
  return fragment(strings, [...parts]);
}

function fragment(strings: readonly string[], children: readonly Sql[], kind: Branch = 'fragment'): Sql {
  let length = 0;
  for (const each of strings) length += each.length;
  for (const each of children) length += each.length;
  return { kind, strings, children, length, text: undefined };
}

const NONE: readonly Sql[] = [];

/** A piece without parts. Its text is taken as it is. */
function leaf(kind: Exclude<SqlKind, Branch>, text: string): Sql {
  return { kind, strings: [text], children: NONE, length: text.length, text };
}

type Filled<T> = T extends string ? Sql : undefined;

/** A text in which `$` stands for a value. */
export function filledSql<T extends string | undefined>(template: T, value: Sql): Filled<T>;
export function filledSql(template: string | undefined, value: Sql): Sql | undefined {
  if (template === undefined) return undefined;
  const strings = SPLIT.get(template) ?? template.split('$');
  SPLIT.set(template, strings);
  return filled(templateOf(strings), Array<Sql>(strings.length - 1).fill(value));
}

const SPLIT = new Map<string, readonly string[]>();

/** A constant text in DuckDB's SQL, with the calls and CASEs in it as pieces of their own. */
export function constantSql(text: string): Sql {
  return filled(readTemplate([text]), []);
}

/** A piece with other children. */
export function withChildren({ kind, strings }: Sql, children: readonly Sql[]): Sql {
  return fragment(strings, children, kind as Branch);
}

/** The name of a call. */
export function nameOfCall({ strings: [text = ''] }: Sql): string {
  return text.slice(0, text.indexOf('('));
}

/** A call with another name. */
export function withName(call: Sql, name: string): Sql {
  const [text = '', ...others] = call.strings;
  return fragment([`${name}${text.slice(text.indexOf('('))}`, ...others], call.children, 'call');
}

/** The pieces that are there. */
export function nonEmpty(parts: readonly (Sql | false)[]): readonly Sql[] {
  return parts.filter((part): part is Sql => part !== false && part.length > 0);
}

const FIELD = ['struct_extract(', ', ', ')'];

/** A field of a STRUCT; the key is a literal. */
export function fieldOf(struct: Sql, key: Sql, kind: 'field' | 'record'): Sql {
  return fragment(FIELD, [struct, key], kind);
}

/** A CASE, with an operand if that is not empty. */
export function caseOf(operand: Sql, branches: readonly (readonly [when: Sql, then: Sql])[], otherwise?: Sql): Sql {
  const strings = ['CASE ', ...branches.flatMap(() => [' WHEN ', ' THEN ']), ...(otherwise ? [' ELSE '] : []), ' END'];
  const children = [operand, ...branches.flat(), ...(otherwise ? [otherwise] : [])];
  return fragment(strings, children, operand.length > 0 ? 'case' : 'fragment');
}

/** Keywords, operators, numbers and names of functions: nothing that could end a literal or a bracket. */
const WORD = /^(?!.*(?:--|\/\*))[\w .,:<>=!|&^~%*/+$-]*$/;

/** Keywords and names of functions are kept, since there are few of them; numbers are many. */
const KEPT = /^[A-Za-z_ ]*$/;
const WORDS = new Map<string, Sql>();

/** A word of DuckDB's, which the compiler chooses. */
export function wordSql(word: string): Sql {
  const known = WORDS.get(word);
  if (known) return known;
  if (!WORD.test(word)) throw new TypeError(`no word of SQL: ${word}`);
  const sql = leaf('word', word);
  if (KEPT.test(word)) WORDS.set(word, sql);
  return sql;
}

/** A name, in quotation marks. */
export function nameSql(name: string): Sql {
  return leaf('name', quoteName(name));
}

/** A string literal. */
export function textSql(text: string): Sql {
  return leaf('text', quoteString(text));
}

const SCALARS = new Map<SqlType['kind'], Sql>();

/** The DuckDB type that holds a GoogleSQL type. */
export function typeSql(type: SqlType): Sql {
  if (type.kind === 'ARRAY' || type.kind === 'STRUCT') return leaf('type', duckDbType(type));
  const known = SCALARS.get(type.kind) ?? leaf('type', duckDbType(type));
  SCALARS.set(type.kind, known);
  return known;
}

/** A column of a FROM item. Items have aliases of their own, so that no two columns look the same. */
export function columnSql(alias: Sql, name: string): Sql {
  return fragment(['', `.${quoteName(name)}`], [alias], 'column');
}

/** A field of a STRUCT, of this type. */
export function fieldSql(struct: Sql, key: string, type: SqlType): Sql {
  const isRecord = type.kind === 'STRUCT' || singleOf(type) !== undefined;
  return fieldOf(struct, textSql(key), isRecord ? 'record' : 'field');
}

/** The parameter of a lambda. */
export function lambdaSql(name: string): Sql {
  return leaf('lambda', name);
}

/** A table, by its SQL from the owner of the data. */
export function tableSql(sql: string): Sql {
  return leaf('table', sql);
}

/** SQL that has been written out before: a whole query, whose parts are not needed any more. */
export function writtenSql(sql: string): Sql {
  return leaf('written', sql);
}

/** A tree as text. It is kept with the tree, so that each is written out once. */
export function printed(sql: Sql): string {
  const text = sql.text ?? written(sql);
  (sql as { text: string | undefined }).text = text;
  return text;
}

function written(sql: Sql): string {
  const parts: string[] = [];
  // A loop avoids recursion: an operator of a pipe has all operators before it within.
  const open: { readonly sql: Sql; next: number }[] = [{ sql, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    parts.push(top.sql.strings[top.next] ?? '');
    const child = top.sql.children[top.next];
    top.next += 1;
    if (!child) open.pop();
    else if (child.text === undefined) open.push({ sql: child, next: 0 });
    else parts.push(child.text);
  }
  return parts.join('');
}
