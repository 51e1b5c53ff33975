import { singleOf, type SqlType } from '../../../../googlesql/types/types.js';
import { duckDbType, quoteName, quoteString } from '../types/duckdb-types.js';
import { columnOf, fieldOf, leaf, type Sql } from './sql.js';

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
  return columnOf(alias, `.${quoteName(name)}`);
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
