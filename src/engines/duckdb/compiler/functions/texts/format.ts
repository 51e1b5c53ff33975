import { type WrittenNode } from '../../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { formatPieces } from '../../../../../googlesql/resolver/functions/format-pieces.js';
import { literalText } from '../../literals/literal-argument.js';
import { coerce, type Expression } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { INT64, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { castToText } from '../conversions.js';
import { joinSql, SQL, type Sql, textSql } from '../../sql-tree/sql.js';

/** FORMAT for the specifiers that mean the same in DuckDB and GoogleSQL; the format is known at load. */
export const FORMAT_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([['FORMAT', format]]);

function format(call: FunctionCall): Sql {
  const node = call.argument(0);
  const pieces = formatPieces(literalText(call, 0, 'a format')).map((piece) => {
    if (!('kind' in piece)) return textSql(piece.text);
    const { text, options, kind, argument } = piece;
    const value = call.value(argument);
    const sql = written(options, kind, value, call.argument(argument));
    if (sql === undefined) throw unsupportedAt(node, `FORMAT with ${text} of ${typeName(value.type)}`);
    return sql;
  });
  // DuckDB forgets the type of a constant NULL.
  return SQL`CAST(${joinSql([textSql(''), ...pieces], ' || ')} AS VARCHAR)`;
}

/** A value as its specifier writes it; NULL makes the whole text NULL, except with %t. */
function written(options: string, kind: string, value: Expression, node: WrittenNode): Sql | undefined {
  switch (kind) {
    case 's':
      return options === '' ? coerce(value, STRING) : undefined;
    case 'd':
    case 'i': {
      const number = coerce(value, INT64);
      if (number === undefined) return undefined;
      if (options === "'") return SQL`format('{:,}', ${number})`;
      return /^(?:[-+ ]|[+ ]?0|\+-|-\+)?(?:[1-9]\d?)?$/.test(options)
        ? SQL`printf(${textSql(`%${options}d`)}, ${number})`
        : undefined;
    }
    case 'x':
    case 'X':
    case 'o': {
      const number = options === '' ? coerce(value, INT64) : undefined;
      return number === undefined ? undefined : SQL`bq_format_digits(${textSql(`%${kind}`)}, ${number})`;
    }
    case 'f': {
      // GoogleSQL takes no INT64 here, and writes other digits for a NUMERIC.
      if (value.type.kind !== 'FLOAT64' || !/^(?:\.\d)?$/.test(options)) return undefined;
      return SQL`bq_format_fixed(${textSql(`%${options}f`)}, ${textSql(zeros(options))}, ${value.sql})`;
    }
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      if (value.type.kind !== 'FLOAT64' || !/^(?:\.\d)?$/.test(options)) return undefined;
      return SQL`bq_format_float(${textSql(`%${options}${kind}`)}, ${value.sql})`;
    case 't':
    case 'T':
      if (options !== '') return undefined;
      return SQL`coalesce(${kind === 't' ? formattedText(value, node) : literal(value, node)}, 'NULL')`;
    default:
      return undefined;
  }
}

/** The point and zeros behind a whole number, for a precision. */
function zeros(precision: string): string {
  const count = Number(precision === '' ? 6 : precision.slice(1));
  return count > 0 ? `.${'0'.repeat(count)}` : '';
}

/** A value in the text of CAST, except that a FLOAT64 always has a point or an exponent. */
export function formattedText(value: Expression, node: WrittenNode): Sql {
  const { sql, type } = value;
  if (type.kind === 'STRING') return sql;
  if (type.kind === 'FLOAT64') return SQL`bq_format_float_text(${sql})`;
  const written = TEXTS.has(type.kind) ? castToText(value) : undefined;
  if (written === undefined) throw unsupportedAt(node, `FORMAT with %t of ${typeName(type)}`);
  return written;
}

const TEXTS = new Set(['INT64', 'NUMERIC', 'BOOL', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);
const PREFIXED = new Set(['NUMERIC', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);

/** A value as a literal of GoogleSQL. */
function literal(value: Expression, node: WrittenNode): Sql {
  const { kind } = value.type;
  if (kind === 'STRING') return SQL`bq_format_literal(${value.sql})`;
  if (kind !== 'FLOAT64' && !TEXTS.has(kind)) throw unsupportedAt(node, `FORMAT with %T of ${typeName(value.type)}`);
  const written = formattedText(value, node);
  return PREFIXED.has(kind) ? SQL`(${textSql(`${kind} "`)} || ${written} || '"')` : written;
}
