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

/** Kinds of pieces. A `record` is a field that has fields of its own; `table` is one by its SQL from the owner of the data. */
export type SqlKind =
  'fragment' | 'field' | 'record' | 'word' | 'name' | 'text' | 'type' | 'column' | 'lambda' | 'table' | 'written';

type Branch = 'fragment' | 'field' | 'record' | 'column';

/** Pieces for a template. Plain text is not allowed, since its kind would be unknown. */
type Hole = Sql | number | bigint;

/** Makes DuckDB SQL, in which only the constant parts stand as they are: SQL`CAST(${value} AS ${typeSql(type)})`. */
export function SQL(strings: TemplateStringsArray, ...holes: readonly Hole[]): Sql {
  const isPlain = holes.every((hole) => typeof hole === 'object');
  return fragment(strings, isPlain ? holes : holes.map(pieceOf));
}

function pieceOf(hole: Hole): Sql {
  return typeof hole === 'object' ? hole : leaf('word', String(hole));
}

/** Empty SQL. */
export const NOTHING: Sql = SQL``;

/** Texts around and between the pieces of lists that are not too long. */
const JOINTS = new Map<string, readonly string[]>();
const SHORT_LIST = 100;

/** Joins pieces with the same text between them. */
export function joinSql(parts: readonly Sql[], between: ', ' | ' ' | ` ${string} `): Sql {
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

/** A piece without parts. Its text is taken as it is: `leaves.ts` has the ways to make one. */
export function leaf(kind: Exclude<SqlKind, Branch>, text: string): Sql {
  return { kind, strings: [text], children: NONE, length: text.length, text };
}

type Filled<T> = T extends string ? Sql : undefined;

/** A text in which `$` stands for a value. */
export function filledSql<T extends string | undefined>(template: T, value: Sql): Filled<T>;
export function filledSql(template: string | undefined, value: Sql): Sql | undefined {
  if (template === undefined) return undefined;
  const strings = template.split('$');
  return fragment(strings, Array<Sql>(strings.length - 1).fill(value));
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

/** A column; the name stands behind its dot. */
export function columnOf(alias: Sql, name: string): Sql {
  return fragment(['', name], [alias], 'column');
}
