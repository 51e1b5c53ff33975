import { type CstNode } from '../../cst.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { compileExpression } from '../../expressions/expressions.js';
import { literalText } from '../../literals/literal-argument.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { INT64, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { quoteString } from '../../types/duckdb-types.js';
import { castToText } from '../conversions.js';

/** FORMAT for the specifiers that mean in DuckDB what they mean in GoogleSQL; the format is known at load. */
export const FORMAT_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([['FORMAT', format]]);

const PIECE = /%(?<flags>[-+ #0']*)(?<width>\d*)(?:\.(?<precision>\d+))?(?<kind>[^\d.])|[^%]+|%/g;

function format(call: FunctionCall): Expression {
  expectArguments(call, 1, 1000);
  const node = argument(call, 0);
  const values = call.args.slice(1).map((arg) => ({ node: arg, value: compileExpression(arg, call.scope) }));
  const pieces = [...literalText(call, 0, 'a format').matchAll(PIECE)].map(([piece, ...groups]) => {
    const [flags = '', width = '', precision, kind] = groups;
    if (kind === undefined && piece !== '%') return quoteString(piece);
    if (piece === '%%') return quoteString('%');
    const next = kind === undefined ? undefined : values.shift();
    if (!next) throw node.error(`FORMAT has no argument for ${piece}`);
    const sql = written(
      `${flags}${width}${precision === undefined ? '' : `.${precision}`}`,
      kind ?? '',
      next.value,
      next.node,
    );
    if (sql === undefined) throw node.unsupported(`FORMAT with ${piece} of ${typeName(next.value.type)}`);
    return sql;
  });
  if (values[0]) throw values[0].node.error('FORMAT has more arguments than its format names');
  // DuckDB forgets the type of a constant NULL.
  return typed(`CAST(${[quoteString(''), ...pieces].join(' || ')} AS VARCHAR)`, STRING);
}

/** One value as its specifier writes it; NULL makes the whole text NULL, other than with %t. */
function written(options: string, kind: string, value: Expression, node: CstNode): string | undefined {
  switch (kind) {
    case 's':
      return options === '' ? coerce(value, STRING) : undefined;
    case 'd':
    case 'i': {
      const number = coerce(value, INT64);
      if (number === undefined) return undefined;
      if (options === "'") return `format('{:,}', ${number})`;
      return /^(?:[-+ ]|[+ ]?0|\+-|-\+)?(?:[1-9]\d?)?$/.test(options) ? `printf('%${options}d', ${number})` : undefined;
    }
    case 'x':
    case 'X':
    case 'o': {
      const number = options === '' ? coerce(value, INT64) : undefined;
      return number === undefined ? undefined : `bq_format_digits('%${kind}', ${number})`;
    }
    case 'f': {
      // GoogleSQL takes no INT64 here; of a NUMERIC it writes other digits.
      if (value.type.kind !== 'FLOAT64' || !/^(?:\.\d)?$/.test(options)) return undefined;
      return `bq_format_fixed('%${options}f', ${quoteString(zeros(options))}, ${value.sql})`;
    }
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      if (value.type.kind !== 'FLOAT64' || !/^(?:\.\d)?$/.test(options)) return undefined;
      return `bq_format_float('%${options}${kind}', ${value.sql})`;
    case 't':
    case 'T':
      if (options !== '') return undefined;
      return `coalesce(${kind === 't' ? formattedText(value, node) : literal(value, node)}, 'NULL')`;
    default:
      return undefined;
  }
}

/** What stands behind a whole number with so many digits behind its point. */
function zeros(precision: string): string {
  const count = Number(precision === '' ? 6 : precision.slice(1));
  return count > 0 ? `.${'0'.repeat(count)}` : '';
}

/** As CAST writes it, but a FLOAT64 always with a point or an exponent. */
export function formattedText(value: Expression, node: CstNode): string {
  const { sql, type } = value;
  if (type.kind === 'STRING') return sql;
  if (type.kind === 'FLOAT64') return `bq_format_float_text(${sql})`;
  const written = TEXTS.has(type.kind) ? castToText(value) : undefined;
  if (written === undefined) throw node.unsupported(`FORMAT with %t of ${typeName(type)}`);
  return written;
}

const TEXTS = new Set(['INT64', 'NUMERIC', 'BOOL', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);
const PREFIXED = new Set(['NUMERIC', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);

/** As a literal of GoogleSQL. */
function literal(value: Expression, node: CstNode): string {
  const { kind } = value.type;
  if (kind === 'STRING') return `bq_format_literal(${value.sql})`;
  if (kind !== 'FLOAT64' && !TEXTS.has(kind)) throw node.unsupported(`FORMAT with %T of ${typeName(value.type)}`);
  const written = formattedText(value, node);
  return PREFIXED.has(kind) ? `('${kind} "' || ${written} || '"')` : written;
}
