import { alike, clock, type DecidingArgument, type FunctionTable, pure } from './function-traits.js';

const AT_DATE = "DATE '2000-01-01'";
const AT_DATETIME = "DATETIME '2000-01-01 00:00:00'";
const AT_INSTANT = "TIMESTAMP '2000-01-01 00:00:00+00'";

/** The interval by which a function goes on from a time. */
const span = (name: string, time: string): DecidingArgument => [1, 'option', `${name}(${time}, INTERVAL @value PART)`];

export const TIMES: FunctionTable = {
  ...alike(pure({ count: [2, 3] }), 'DATETIME_BUCKET DATE_BUCKET GENERATE_DATE_ARRAY TIMESTAMP_BUCKET'),
  ...alike(pure({ count: 3, errors: 'none' }), 'DATETIME_DIFF DATE_DIFF TIMESTAMP_DIFF TIME_DIFF'),
  ...alike(pure({ signature: 'TIMESTAMP -> INT64', errors: 'none' }), 'UNIX_MICROS UNIX_MILLIS UNIX_SECONDS'),
  ...alike(
    pure({ signature: 'INT64 -> TIMESTAMP', errors: 'engine' }),
    'TIMESTAMP_MICROS TIMESTAMP_MILLIS TIMESTAMP_SECONDS',
  ),
  ...alike(
    pure({ count: [2, 3], errors: 'limits', zone: 2, literals: [0] }),
    'FORMAT_DATE FORMAT_DATETIME FORMAT_TIMESTAMP',
  ),
  CURRENT_DATE: clock({ signature: '[STRING] -> DATE', ofInstant: 'DATE', errors: 'none', zone: 0 }),
  CURRENT_DATETIME: clock({ signature: '[STRING] -> DATETIME', ofInstant: 'DATETIME', errors: 'none', zone: 0 }),
  CURRENT_TIME: clock({ signature: '[STRING] -> TIME', ofInstant: 'TIME', errors: 'none', zone: 0 }),
  CURRENT_TIMESTAMP: clock({ signature: '-> TIMESTAMP', ofInstant: '', errors: 'none', leakproof: 'always' }),
  DATE: pure({ count: [1, 3], errors: 'engine', isMonotonic: true, zone: 1 }),
  DATETIME: pure({ count: [1, 6], errors: 'engine', isMonotonic: true, zone: 1 }),
  DATETIME_ADD: pure({ count: 2, errors: 'engine', deciding: [span('DATETIME_ADD', AT_DATETIME)] }),
  DATETIME_SUB: pure({ count: 2, errors: 'engine', deciding: [span('DATETIME_SUB', AT_DATETIME)] }),
  DATETIME_TRUNC: pure({ isMonotonic: true, zone: 2 }),
  DATE_ADD: pure({ count: 2, errors: 'engine', deciding: [span('DATE_ADD', AT_DATE)] }),
  DATE_FROM_UNIX_DATE: pure({ signature: 'INT64 -> DATE', errors: 'engine' }),
  DATE_SUB: pure({ count: 2, errors: 'engine', deciding: [span('DATE_SUB', AT_DATE)] }),
  DATE_TRUNC: pure({ isMonotonic: true, zone: 2 }),
  EXTRACT: pure({ count: 1, errors: 'none', isMonotonic: true, zone: 0 }),
  FORMAT_TIME: pure({ count: [2, 3], errors: 'none', literals: [0] }),
  LAST_DAY: pure({ count: [1, 2], errors: 'call' }),
  PARSE_DATE: pure({ signature: 'STRING, STRING -> DATE', errors: 'steps', literals: [0] }),
  PARSE_DATETIME: pure({ signature: 'STRING, STRING -> DATETIME', errors: 'steps', literals: [0] }),
  PARSE_TIME: pure({ signature: 'STRING, STRING -> TIME', errors: 'steps', literals: [0] }),
  PARSE_TIMESTAMP: pure({
    signature: 'STRING, STRING [, STRING] -> TIMESTAMP',
    errors: 'steps',
    zone: 2,
    literals: [0],
  }),
  STRING: pure({ count: [1, 2], errors: 'call', zone: 1 }),
  TIME: pure({ count: [1, 3], errors: 'engine', zone: 1 }),
  TIMESTAMP: pure({ count: [1, 2], errors: 'steps', isMonotonic: true, zone: 1 }),
  TIMESTAMP_ADD: pure({ count: 2, errors: 'engine', deciding: [span('TIMESTAMP_ADD', AT_INSTANT)] }),
  TIMESTAMP_SUB: pure({
    count: 2,
    errors: 'engine',
    leakproof: 'in a form',
    deciding: [span('TIMESTAMP_SUB', AT_INSTANT)],
  }),
  TIMESTAMP_TRUNC: pure({ isMonotonic: true, leakproof: 'in a form', zone: 2 }),
  TIME_ADD: pure({ count: 2, errors: 'limits' }),
  TIME_SUB: pure({ count: 2, errors: 'limits' }),
  TIME_TRUNC: pure({ count: 2 }),
  UNIX_DATE: pure({ signature: 'DATE -> INT64', errors: 'none' }),
};
