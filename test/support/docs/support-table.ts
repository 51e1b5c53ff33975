import { FUNCTIONS } from '../../../src/engines/duckdb/compiler/expressions/calls.js';
import { AGGREGATE_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/aggregates/aggregates.js';
import { ARRAY_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/arrays.js';
import { BUCKET_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/buckets.js';
import { CONDITIONAL_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/conditionals.js';
import { CONVERSION_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/conversions.js';
import { DATE_ARITHMETIC_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/date-arithmetic.js';
import { DATE_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/dates.js';
import { ENCODING_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/texts/encodings.js';
import { EXTRACTION_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/extractions.js';
import { FORMAT_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/texts/format.js';
import { JSON_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/json/json.js';
import { NUMBER_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/numbers/numbers.js';
import { REGULAR_EXPRESSION_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/texts/regular-expressions.js';
import { STRING_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/texts/strings.js';
import { TIME_TEXT_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/time-texts.js';
import { TIMESTAMP_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/timestamps.js';
import { TRUNCATION_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/times/truncations.js';
import { WINDOW_FUNCTIONS } from '../../../src/engines/duckdb/compiler/functions/aggregates/windows.js';
import { DUCKDB_TYPES } from '../../../src/engines/duckdb/compiler/types/duckdb-types.js';

const TIME_FUNCTIONS = [
  BUCKET_FUNCTIONS,
  DATE_ARITHMETIC_FUNCTIONS,
  DATE_FUNCTIONS,
  EXTRACTION_FUNCTIONS,
  TIME_TEXT_FUNCTIONS,
  TIMESTAMP_FUNCTIONS,
  TRUNCATION_FUNCTIONS,
];

/** What the compiler has, from the lists that it compiles by. */
export function supportTable(): string {
  const families: readonly (readonly [string, readonly string[]])[] = [
    ['types', [...Object.keys(DUCKDB_TYPES), 'ARRAY', 'STRUCT']],
    ['aggregate functions', [...AGGREGATE_FUNCTIONS.keys()]],
    ['window functions', [...WINDOW_FUNCTIONS.keys()]],
    ['numbers', [...NUMBER_FUNCTIONS.keys()]],
    ['texts and BYTES', [...STRING_FUNCTIONS.keys(), ...ENCODING_FUNCTIONS.keys(), ...FORMAT_FUNCTIONS.keys()]],
    ['regular expressions', [...REGULAR_EXPRESSION_FUNCTIONS.keys()]],
    ['JSON', [...JSON_FUNCTIONS.keys()]],
    ['dates and times', TIME_FUNCTIONS.flatMap((functions) => [...functions.keys()])],
    ['arrays', [...ARRAY_FUNCTIONS.keys()]],
    ['conditions and conversions', [...CONDITIONAL_FUNCTIONS.keys(), ...CONVERSION_FUNCTIONS.keys()]],
  ];
  const listed = new Set(families.flatMap(([, names]) => names));
  const others = [...FUNCTIONS.keys()].filter((name) => !listed.has(name));
  if (others.length > 0) throw new Error(`in no family: ${others.join(', ')}`);
  const rows = families.map(([family, names]) => {
    const list = [...new Set(names)].sort().map((name) => `\`${name}\``);
    return `| ${family} | ${list.join(', ')} |`;
  });
  return ['| | |', '|---|---|', ...rows].join('\n');
}
