import { type Query } from '../engines/engine.js';
import { type ColumnNumbers } from '../engines/number-format.js';
import { SCALAR_TYPES } from '../parameters/parameter.js';
import { type Endpoint } from './endpoint.js';

/** An endpoint as an engine checks it. */
export function queryOf(endpoint: Endpoint): Query {
  return Object.freeze({
    sql: endpoint.sql,
    parameters: endpoint.parameters.map(({ name, type, array }) => ({ name, type: SCALAR_TYPES[type], array })),
    maxRows: endpoint.maxRows,
    maxBytesBilled: endpoint.maxBytesBilled,
    columnNumbers: columnNumbersOf(endpoint),
  });
}

function columnNumbersOf({ columns = [] }: Endpoint): ColumnNumbers | undefined {
  const formats = columns.flatMap(({ name, json }) => (json === undefined ? [] : [[name, json] as const]));
  return formats.length > 0 ? new Map(formats) : undefined;
}
