import { errorAt, unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { literalCount, literalText } from '../../literals/literal-argument.js';
import { type PatternShape, patternShape } from '../../../../../googlesql/checks/pattern-shape.js';
import { type FunctionCall, type Rule } from '../../rule.js';
import { INT64, STRING } from '../../../../../googlesql/types/types.js';
import { SQL, textSql, type Sql } from '../../sql-tree/sql.js';

/** Both engines match with RE2, anywhere in the text. A pattern whose groups matter must be known at load. */
export const REGULAR_EXPRESSION_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['REGEXP_CONTAINS', ['regexp_matches', undefined]],
  ['REGEXP_EXTRACT', extract],
  ['REGEXP_SUBSTR', extract],
  [
    'REGEXP_EXTRACT_ALL',
    (call) => {
      const { text, pattern, shape } = readPattern(call, 1);
      return SQL`bq_regexp_extract_all(${text}, ${textSql(pattern)}, ${shape.groups})`;
    },
  ],
  ['REGEXP_INSTR', position],
  ['REGEXP_REPLACE', replace],
]);

/** The text, the pattern, which must be known at load, and what it is like. */
function readPattern(call: FunctionCall, maxGroups: number) {
  if (call.values().some(({ type }) => type.kind === 'BYTES')) throw unsupportedAt(call.node, `${call.name} of BYTES`);
  const text = call.as(0, STRING);
  const pattern = literalText(call, 1, 'a pattern');
  const shape = patternShape(pattern);
  if (shape.groups > maxGroups) {
    throw errorAt(
      call.argument(1),
      `the pattern of ${call.name} has ${shape.groups} groups; ${maxGroups} can be captured, write (?:…) for the others`,
    );
  }
  return { text, pattern, shape };
}

/** The group's part of the first match, or of the nth; the whole match where there is no group. */
function extract(call: FunctionCall): Sql {
  const { text, pattern, shape } = readPattern(call, 1);
  const position = literalCount(call, 2, 'a position');
  const occurrence = literalCount(call, 3, 'an occurrence');
  if (position > 1n) refuseLookingAround(call, shape);
  const from = position === 1n ? text : SQL`bq_from_position(${text}, ${position})`;
  const matches = SQL`${from}, ${textSql(pattern)}, ${shape.groups}`;
  // The first match is the same in both engines; which empty ones follow is not.
  const all = occurrence === 1n ? SQL`regexp_extract_all(${matches})` : SQL`bq_regexp_matches(${matches})`;
  // DuckDB forgets the type of a constant NULL.
  return SQL`CAST(${all}[${occurrence}] AS VARCHAR)`;
}

/** The beginning of a match, or the place after it; 0 where there is none. */
function position(call: FunctionCall): Expression {
  const { text, pattern, shape } = readPattern(call, 1);
  if (shape.groups > 0)
    throw unsupportedAt(call.argument(1), 'a group in a pattern of REGEXP_INSTR; (?:…) is no group. It');
  if (!shape.isBalanced) throw errorAt(call.argument(1), 'a parenthesis in the pattern of REGEXP_INSTR has no partner');
  if (shape.quotes) throw unsupportedAt(call.argument(1), '"\\Q" in a pattern of REGEXP_INSTR');
  const from = literalCount(call, 2, 'a position');
  const occurrence = literalCount(call, 3, 'an occurrence');
  const end = literalFlag(call, 4, 'an occurrence_position');
  if (from > 1n || occurrence > 1n) refuseLookingAround(call, shape);
  if (pattern === '') return typed(SQL`CASE WHEN ${text} IS NOT NULL THEN 0::BIGINT END`, INT64);
  // The text before the first match, as short as it may be; and with the match.
  const before = textSql(`\\A((?s:.*?))(?:${pattern})`);
  const whole = textSql(`\\A((?s:.*?)(?:${pattern}))`);
  if (call.args.length === 2) return typed(SQL`bq_regexp_instr(${text}, ${before})`, INT64);
  const wanted = end ? whole : before;
  return typed(
    SQL`bq_regexp_instr_from(${text}, ${before}, ${whole}, ${wanted}, ${from}::BIGINT, ${occurrence}::BIGINT)`,
    INT64,
  );
}

function refuseLookingAround(call: FunctionCall, { looksAround }: PatternShape): void {
  if (!looksAround) return;
  throw unsupportedAt(call.argument(2), 'a position together with "^", "\\A", "\\b" or "\\B" in the pattern');
}

/** A flag of 0 or 1, known when the query is loaded; 0 if it is left out. */
function literalFlag(call: FunctionCall, index: number, what: string): boolean {
  const node = call.args[index];
  if (!node) return false;
  const { literal } = call.value(node);
  if (literal !== 0n && literal !== 1n)
    throw unsupportedAt(node, `${what} of ${call.name} other than 0 or 1 written out`);
  return literal === 1n;
}

const REWRITE = /^(?:[^\\]|\\[\d\\])*$/;

function replace(call: FunctionCall): Sql {
  const { text, pattern, shape } = readPattern(call, 99);
  const node = call.argument(2);
  const rewrite = literalText(call, 2, 'a replacement');
  if (!REWRITE.test(rewrite)) {
    throw errorAt(
      node,
      'a backslash in a replacement stands before a digit or another backslash; write "\\\\\\\\" for one',
    );
  }
  const named = [...rewrite.replaceAll('\\\\', '').matchAll(/\\(\d)/g)].map(([, digit]) => Number(digit));
  if (Math.max(0, ...named) > shape.groups) {
    throw errorAt(node, `the replacement names group ${Math.max(...named)}, and the pattern has ${shape.groups}`);
  }
  return SQL`regexp_replace(${text}, ${textSql(pattern)}, ${textSql(rewrite)}, 'g')`;
}
