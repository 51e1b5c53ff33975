import { type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { literalCount } from '../literal-argument.js';
import { argument, type Call, expectArguments, type Rule, signatures, type Signature } from '../rule.js';
import { arrayOf, BOOL, BYTES, INT64, type SqlType, STRING } from '../types.js';

const text = (args: readonly SqlType[], returns: SqlType, sql: Signature['sql']): Signature => ({ args, returns, sql });

/** Functions that need nothing but their DuckDB name. */
const plain = (name: string, args: readonly SqlType[], returns: SqlType): Signature => ({
  args,
  returns,
  sql: (...sql) => `${name}(${sql.join(', ')})`,
});

export const STRING_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['UPPER', signatures(plain('bq_upper', [STRING], STRING))],
  ['LOWER', signatures(plain('bq_lower', [STRING], STRING))],
  ['LENGTH', signatures(plain('length', [STRING], INT64), plain('octet_length', [BYTES], INT64))],
  ['CHAR_LENGTH', signatures(plain('length', [STRING], INT64))],
  ['BYTE_LENGTH', signatures(plain('strlen', [STRING], INT64), plain('octet_length', [BYTES], INT64))],
  ['REVERSE', signatures(plain('bq_reverse', [STRING], STRING))],
  ['STARTS_WITH', signatures(plain('starts_with', [STRING, STRING], BOOL))],
  ['ENDS_WITH', signatures(plain('ends_with', [STRING, STRING], BOOL))],
  ['STRPOS', signatures(plain('strpos', [STRING, STRING], INT64))],
  [
    'CONCAT',
    signatures({
      args: [STRING],
      rest: STRING,
      returns: STRING,
      sql: (...sql) => `CAST(${sql.join(' || ')} AS VARCHAR)`,
    }),
  ],
  ['REPLACE', signatures(text([STRING, STRING, STRING], STRING, (s, from, to) => `bq_replace(${s}, ${from}, ${to})`))],
  [
    'SUBSTR',
    signatures(
      text([STRING, INT64], STRING, (s, position) => `bq_substr_from(${s}, ${position})`),
      text([STRING, INT64, INT64], STRING, (s, position, length) => `bq_substr(${s}, ${position}, ${length})`),
    ),
  ],
  [
    'TRIM',
    signatures(
      text([STRING], STRING, (s) => `bq_trim(${s})`),
      plain('trim', [STRING, STRING], STRING),
    ),
  ],
  ['LTRIM', signatures(plain('ltrim', [STRING, STRING], STRING))],
  ['RTRIM', signatures(plain('rtrim', [STRING, STRING], STRING))],
  [
    'SPLIT',
    signatures(
      text([STRING], arrayOf(STRING), (s) => `string_split(${s}, ',')`),
      text([STRING, STRING], arrayOf(STRING), (s, delimiter) => `bq_split(${s}, ${delimiter})`),
    ),
  ],
  ['LEFT', signatures(plain('bq_left', [STRING, INT64], STRING))],
  ['RIGHT', signatures(plain('bq_right', [STRING, INT64], STRING))],
  ['LPAD', padded('bq_lpad')],
  ['RPAD', padded('bq_rpad')],
  ['REPEAT', signatures(plain('bq_repeat', [STRING, INT64], STRING))],
  ['TRANSLATE', signatures(plain('bq_translate', [STRING, STRING, STRING], STRING))],
  [
    'INSTR',
    (call) => {
      expectArguments(call, 2, 3);
      const [text = '', part = ''] = call.args.slice(0, 2).map((arg) => compileAs(arg, call.scope, STRING));
      return typed(`bq_instr(${text}, ${part}, ${literalCount(call, 2, 'a position')}::BIGINT)`, INT64);
    },
  ],
  ['CONTAINS_SUBSTR', containsSubstring],
  ['ASCII', signatures(plain('bq_ascii', [STRING], INT64))],
  ['UNICODE', signatures(plain('bq_unicode', [STRING], INT64))],
  ['CHR', signatures(plain('bq_chr', [INT64], STRING))],
  ['TO_CODE_POINTS', signatures(plain('bq_to_code_points', [STRING], arrayOf(INT64)))],
  ['CODE_POINTS_TO_STRING', signatures(plain('bq_code_points_to_string', [arrayOf(INT64)], STRING))],
]);

function padded(macro: string): Rule {
  return signatures(
    text([STRING, INT64], STRING, (s, length) => `${macro}(${s}, ${length}, ' ')`),
    plain(macro, [STRING, INT64, STRING], STRING),
  );
}

/** What is looked for is the same for every row, as in BigQuery. */
function containsSubstring(call: Call): Expression {
  expectArguments(call, 2);
  const node = argument(call, 1);
  if (node.type !== 'StringLiteral' && node.type !== 'Parameter') {
    throw node.unsupported('CONTAINS_SUBSTR of anything but a string literal or a parameter');
  }
  const { literal } = compileExpression(node, call.scope);
  if (typeof literal === 'string' && !/^[\0-\x7f]+$/.test(literal)) {
    throw node.unsupported('CONTAINS_SUBSTR of a string that is empty or not ASCII');
  }
  const [value = '', part = ''] = call.args.map((arg) => compileAs(arg, call.scope, STRING));
  return typed(`bq_contains_substr(${value}, ${part})`, BOOL);
}
