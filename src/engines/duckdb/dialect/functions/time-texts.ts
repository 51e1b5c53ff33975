import { type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { formatted } from '../format-elements.js';
import { literalText } from '../literal-argument.js';
import { parsed } from '../parse-elements.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { instantOf, localTime, UTC, zoneArgument } from '../time-zone.js';
import { STRING, TIMESTAMP, typeName } from '../types.js';

/** Times as text and back. Formats are known at load, and translated element by element. */
export const TIME_TEXT_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['FORMAT_TIMESTAMP', (call) => format(call, 'TIMESTAMP')],
  ['FORMAT_DATETIME', (call) => format(call, 'DATETIME')],
  ['FORMAT_DATE', (call) => format(call, 'DATE')],
  ['FORMAT_TIME', (call) => format(call, 'TIME')],
  ['PARSE_TIMESTAMP', (call) => parse(call, 'TIMESTAMP')],
  ['PARSE_DATETIME', (call) => parse(call, 'DATETIME')],
  ['PARSE_DATE', (call) => parse(call, 'DATE')],
  ['STRING', string],
]);

/** Seconds that a clock is ahead of UTC. */
function offsetOf(local: string, instant: string): string {
  return `((epoch_us(${local}) - epoch_us(${instant})) // 1000000)`;
}

function format(call: Call, kind: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP'): Expression {
  expectArguments(call, 2, kind === 'TIMESTAMP' ? 3 : 2);
  const text = literalText(call, 0, 'a format');
  const value = compileAs(argument(call, 1), call.scope, { kind });
  const local =
    kind === 'TIMESTAMP'
      ? localTime(value, zoneArgument(call, 2))
      : kind === 'TIME'
        ? `bq_datetime_of(epoch_us(${value}))`
        : `CAST(${value} AS TIMESTAMP)`;
  return typed(
    formatted(text, { kind, local, instant: value, offset: offsetOf(local, value) }, argument(call, 0)),
    STRING,
  );
}

function parse(call: Call, kind: 'DATE' | 'DATETIME' | 'TIMESTAMP'): Expression {
  expectArguments(call, 2, kind === 'TIMESTAMP' ? 3 : 2);
  const format = literalText(call, 0, 'a format');
  const text = compileAs(argument(call, 1), call.scope, STRING);
  const { local, instant } = parsed(text, format, kind, argument(call, 0));
  if (kind !== 'TIMESTAMP') return typed(kind === 'DATE' ? `CAST(${local} AS DATE)` : local, { kind });
  return typed(instant ?? instantOf(local, zoneArgument(call, 2)), TIMESTAMP);
}

/** As CAST writes them; of a TIMESTAMP in any time zone. */
function string(call: Call): Expression {
  expectArguments(call, 1, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  const { kind } = value.type;
  if (call.args.length > 1 && kind !== 'TIMESTAMP') throw call.node.error(`a ${typeName(value.type)} has no time zone`);
  switch (kind) {
    case 'DATE':
      return typed(`CAST(${value.sql} AS VARCHAR)`, STRING);
    case 'TIME':
      return typed(`bq_time_text(${value.sql})`, STRING);
    case 'DATETIME':
      return typed(`bq_datetime_text(${value.sql})`, STRING);
    case 'TIMESTAMP': {
      const zone = zoneArgument(call, 1);
      const local = localTime(value.sql, zone);
      if (zone === UTC) return typed(`bq_datetime_text(${local}) || '+00'`, STRING);
      return typed(`bq_datetime_text(${local}) || bq_short_offset_text(${offsetOf(local, value.sql)})`, STRING);
    }
    default:
      throw call.node.unsupported(`STRING of ${typeName(value.type)}`);
  }
}
