import { ifParsed } from '../../googlesql/grammar/parse.js';
import { type ExpressionNode } from '../../googlesql/ast/nodes.js';
import { type UseKind, type ValueUse, valueUses } from '../../googlesql/checks/value-uses.js';
import { QuernError } from '../../errors/quern-error.js';
import { type Argument, type Statement } from '../engine.js';
import { hasText, unusableValue } from '../unusable-value.js';
import { type ApiError, rowsFailure } from './failure.js';
import { numberOf, textsOf } from './operand-values.js';

interface Complaint {
  readonly text: RegExp;
  readonly kinds: readonly UseKind[];
  /** Whether BigQuery complains of this operand with these values; `named` is the value in its message. */
  readonly isAbout: (operand: ExpressionNode, statement: Statement, named: string) => boolean;
  /** Reason for the caller; BigQuery's words may have values in them. */
  readonly reason: string;
}

const isNumber = (test: (value: number, named: string) => boolean): Complaint['isAbout'] => {
  return (operand, { parameters }, named) => {
    const isWrong = (given: readonly Argument[]) => {
      const value = numberOf(operand, given);
      return value !== undefined && test(value, named);
    };
    // An operand that is wrong with other values as well is the query's own fault.
    return (
      isWrong(parameters) && !isWrong(parameters.map((each, index) => ({ ...each, value: BigInt(index + 1_000) })))
    );
  };
};

const isNamed: Complaint['isAbout'] = (operand, { parameters }, named) => {
  return textsOf(operand, parameters).includes(named);
};

/** Functions that read a text as something else. */
const READERS = /^(?:CAST|(?:PARSE|FROM|TO)_\w+|DATE|DATETIME|TIME|TIMESTAMP|INT64|FLOAT64|BOOL)$/;

/** The function that an operand calls; SAFE fails at nothing. */
function calledName(operand: ExpressionNode): string {
  return operand.type === 'Call' && !operand.isSafe ? operand.name : '';
}

const isRead: Complaint['isAbout'] = (operand, statement, named) => {
  return READERS.test(calledName(operand)) && isNamed(operand, statement, named);
};

const isDay: Complaint['isAbout'] = (operand, { parameters }, named) => {
  const parts = operand.type === 'Call' && calledName(operand) === 'DATE' ? operand.args : [];
  const day = parts.map((part) => numberOf(part, parameters));
  return day.length === 3 && day.join('-') === named.split('-').map(Number).join('-');
};

/**
 * BigQuery's complaints about values. They name no place, so that an operand counts only where its value, as far as that is known here, is
 * the one that BigQuery complains of.
 */
const COMPLAINTS: readonly Complaint[] = [
  {
    text: /^division by zero/i,
    kinds: ['divisor'],
    isAbout: isNumber((value) => value === 0),
    reason: 'division by zero',
  },
  {
    text: /^invalid time ?zone:? (.+)$/is,
    kinds: ['zone'],
    isAbout: isNamed,
    reason: 'there is no such time zone',
  },
  {
    text: /^array index (-?\d+) is out of bounds/i,
    kinds: ['position'],
    isAbout: isNumber((value, named) => value === Number(named)),
    reason: 'array index is out of bounds',
  },
  {
    text: /\b(?:negative|non-negative)\b/i,
    kinds: ['length'],
    isAbout: isNumber((value) => value < 0),
    reason: 'a length is not negative',
  },
  {
    text: /^input calculates to invalid date: (\d+-\d+-\d+)/i,
    kinds: ['whole'],
    isAbout: isDay,
    reason: 'there is no such date',
  },
  {
    text: /^(?:bad|invalid) [\w ]+?(?: value| string| literal)?(?::| (?=["'])) ?(.+)$/is,
    kinds: ['whole'],
    isAbout: isRead,
    reason: 'it cannot be read as what the query needs',
  },
  {
    text: /^(?:could not|failed to|unable to) (?:cast|parse|convert) [\w ]*?(["'].+["']|: .+)/is,
    kinds: ['whole'],
    isAbout: isRead,
    reason: 'it cannot be read as what the query needs',
  },
];

/** Place of the complaint in the query, which stands behind the complaint itself. */
const PLACE = /[;,]? (?:error in .*|at \[\d+:\d+\]|\[at \d+:\d+\])\s*$/is;

/**
 * A failed run as a mistake of its caller's, where a value of the call is certainly the cause; or the reverse, where it was taken for one.
 * Undefined where the failure is as it seems.
 */
export function rightlyBlamed(error: unknown, statement: Statement): QuernError | undefined {
  if (!(error instanceof QuernError)) return undefined;
  if (error.code === 'invalid_value' && !hasText(statement.parameters)) return rowsFailure(error.cause);
  if (error.code !== 'query_failed') return undefined;
  const [{ reason, message = '' } = {}] = (error.cause as ApiError | undefined)?.errors ?? [];
  if (reason !== 'invalidQuery' || statement.parameters.length === 0) return undefined;
  const told = message.replace(PLACE, '').trim();
  const uses = ifParsed(statement.sql, (query) => valueUses(query, true).uses) ?? [];
  for (const { text, kinds, isAbout, reason: why } of COMPLAINTS) {
    const found = text.exec(told);
    if (!found) continue;
    const named = unquoted(found[1] ?? '');
    const isToBlame = ({ kind, operand }: ValueUse) => kinds.includes(kind) && isAbout(operand, statement, named);
    // An operand under a condition is left out: it is not known here whether it was used at all.
    const use = uses.find((each) => each.guards.length === 0 && isToBlame(each));
    if (use) return unusableValue(use.parameters, statement, why, error.cause);
  }
  return undefined;
}

function unquoted(text: string): string {
  const named = text.replace(/^: /, '').replace(/\.$/, '');
  return /^(["'])(.*)\1$/s.exec(named)?.[2] ?? named;
}
