import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDateValue,
  type DuckDBPreparedStatement,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  TIMESTAMPTZ,
  timestampTZValue,
  VARCHAR,
} from '@duckdb/node-api';
import { type Argument, type ScalarArgument, type ScalarType } from '../engine.js';
import { bindingName, NOW } from './compiler/names/binding-names.js';

const TYPES: Readonly<Record<ScalarType, DuckDBType>> = {
  STRING: VARCHAR,
  INT64: BIGINT,
  FLOAT64: DOUBLE,
  BOOL: BOOLEAN,
  TIMESTAMP: TIMESTAMPTZ,
  DATE,
};

export function bindArguments(prepared: DuckDBPreparedStatement, given: readonly Argument[], now: Date): void {
  const instant = BigInt(now.getTime()) * 1000n;
  const clock: Argument = { name: NOW, type: 'TIMESTAMP', array: false, value: instant };
  const byName = new Map(given.map((argument) => [bindingName(argument.name), argument]));
  byName.set(NOW, clock);
  prepared.clearBindings();
  // DuckDB drops parts of a query that do not change its answer, and with them the parameters that only they use.
  for (let index = 1; index <= prepared.parameterCount; index += 1) {
    const argument = byName.get(prepared.parameterName(index));
    if (argument) prepared.bindValue(index, duckDbValue(argument), duckDbType(argument));
  }
}

function duckDbType({ type, array }: Argument): DuckDBType {
  return array ? LIST(TYPES[type]) : TYPES[type];
}

function duckDbValue({ type, value }: Argument): DuckDBValue {
  if (value === null) return null;
  if (typeof value === 'object') return listValue(value.map((each) => scalarValue(type, each)));
  return scalarValue(type, value);
}

function scalarValue(type: ScalarType, value: ScalarArgument): DuckDBValue {
  if (type === 'TIMESTAMP') return timestampTZValue(value as bigint);
  if (type === 'DATE') return new DuckDBDateValue(Date.parse(`${value as string}T00:00:00Z`) / 86_400_000);
  return value;
}
