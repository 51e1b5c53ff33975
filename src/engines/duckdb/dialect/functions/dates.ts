import { type Expression, typed } from '../expression.js';
import { compileAs } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { DATE, INT64 } from '../types.js';
import { CALENDAR_PARTS } from './timestamps.js';

export const DATE_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['DATE_ADD', (call) => shift(call, '+')],
  ['DATE_SUB', (call) => shift(call, '-')],
  [
    'DATE_DIFF',
    (call) => {
      expectArguments(call, 3);
      const part = argument(call, 2);
      part.only();
      if (part.keyword !== 'DAY') throw part.unsupported(`DATE_DIFF in ${part.text}`);
      const [end = '', start = ''] = call.args.slice(0, 2).map((arg) => compileAs(arg, call.scope, DATE));
      return typed(`(${end} - ${start})`, INT64);
    },
  ],
  [
    'DATE_TRUNC',
    (call) => {
      expectArguments(call, 2);
      const part = argument(call, 1);
      part.only();
      const date = compileAs(argument(call, 0), call.scope, DATE);
      if (part.keyword === 'DAY') return typed(date, DATE);
      const name = CALENDAR_PARTS.get(part.keyword);
      if (name === undefined) throw part.unsupported(`the date part ${part.text} of DATE_TRUNC`);
      return typed(`CAST(date_trunc('${name}', ${date}) AS DATE)`, DATE);
    },
  ],
]);

const DAYS: ReadonlyMap<string, number> = new Map([
  ['DAY', 1],
  ['WEEK', 7],
]);

function shift(call: Call, operator: '+' | '-'): Expression {
  expectArguments(call, 2);
  const date = compileAs(argument(call, 0), call.scope, DATE);
  const interval = argument(call, 1);
  if (interval.type !== 'IntervalLiteral') throw interval.error('expected INTERVAL n <part>');
  interval.only('expr', 'date_part');
  const part = interval.need('date_part');
  const days = DAYS.get(part.keyword);
  if (days === undefined) throw part.unsupported(`INTERVAL n ${part.text} here`);
  const count = compileAs(interval.need('expr'), call.scope, INT64);
  return typed(`bq_date(${date} ${operator} CAST(${count} * ${days} AS INTEGER))`, DATE);
}
