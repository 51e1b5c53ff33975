import { type ExpressionNode, type IntervalNode } from '../../googlesql/ast/nodes.js';
import { parseTimestamp } from '../../parameters/calendar.js';
import { type ParameterBinding, type ParameterValue } from '../../parameters/parameter.js';

/** Values that an expression of one call may name. */
export interface CallInstants {
  /** The value of CURRENT_TIMESTAMP, in microseconds since 1970. */
  readonly now: bigint;
  /** Parameters by lower-case names. */
  readonly parameters: ReadonlyMap<string, ParameterBinding>;
}

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['MICROSECOND', 1n],
  ['MILLISECOND', 1000n],
  ['SECOND', 1_000_000n],
  ['MINUTE', 60_000_000n],
  ['HOUR', 3_600_000_000n],
  ['DAY', 86_400_000_000n],
]);

/** The instant that an expression means in a call, in microseconds since 1970; undefined where it is none, or cannot be worked out here. */
export function constantInstant(node: ExpressionNode, call: CallInstants): bigint | undefined {
  switch (node.type) {
    case 'Brackets':
      return constantInstant(node.inner, call);
    case 'String':
      return instantOfText(node.value);
    case 'Prefix':
      return ['TIMESTAMP', 'DATE', 'DATETIME'].includes(node.operator)
        ? constantInstant(node.operand, call)
        : undefined;
    case 'Parameter': {
      const value = parameterOf(node.text, call);
      if (typeof value === 'string') return instantOfText(value);
      // Whole numbers are bigints here too, and no instants.
      return typeof value === 'bigint' && bindingOf(node.text, call)?.declaration.type === 'timestamp'
        ? value
        : undefined;
    }
    case 'Name':
      return node.text.toUpperCase() === 'CURRENT_TIMESTAMP' ? call.now : undefined;
    case 'Binary':
      return ['+', '-'].includes(node.operator) && node.right.type === 'Interval'
        ? shifted(node.left, node.right, node.operator === '+', call)
        : undefined;
    case 'Call':
      return ofCall(node.name, node.args, call);
    default:
      return undefined;
  }
}

function ofCall(name: string, args: readonly ExpressionNode[], call: CallInstants): bigint | undefined {
  const [first, second] = args;
  if (name === 'CURRENT_TIMESTAMP') return call.now;
  if (!first) return undefined;
  if (name === 'CAST' && first.type === 'CastOperand' && !first.format) return constantInstant(first.value, call);
  if (name === 'TIMESTAMP' && !second) return constantInstant(first, call);
  if (name === 'COALESCE' || name === 'IFNULL') {
    const given = args.find((arg) => arg.type !== 'Parameter' || parameterOf(arg.text, call) !== null);
    return given && constantInstant(given, call);
  }
  if (second?.type !== 'Interval') return undefined;
  return name === 'TIMESTAMP_ADD' || name === 'TIMESTAMP_SUB'
    ? shifted(first, second, name === 'TIMESTAMP_ADD', call)
    : undefined;
}

function shifted(
  from: ExpressionNode,
  { amount, part }: IntervalNode,
  isLater: boolean,
  call: CallInstants,
): bigint | undefined {
  const start = constantInstant(from, call);
  const unit = UNITS.get(part.text.toUpperCase());
  const count =
    amount.type === 'Integer' ? amount.value : amount.type === 'Parameter' ? parameterOf(amount.text, call) : 0;
  if (start === undefined || unit === undefined || typeof count !== 'bigint') return undefined;
  return isLater ? start + count * unit : start - count * unit;
}

function parameterOf(text: string, call: CallInstants): ParameterValue | undefined {
  return bindingOf(text, call)?.value;
}

function bindingOf(text: string, { parameters }: CallInstants): ParameterBinding | undefined {
  return parameters.get(text.slice(1).toLowerCase());
}

/** Parses a text as GoogleSQL does, which takes `+00` and ` UTC` for an offset as well. */
function instantOfText(text: string): bigint | undefined {
  const parsed = parseTimestamp(text.replace(/ UTC$/, 'Z').replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00'));
  return 'value' in parsed ? parsed.value : undefined;
}
