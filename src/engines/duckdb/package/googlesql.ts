import { orProblem } from '../../../googlesql/resolver/problem.js';
import { namedParameters, refusedParameters } from '../../../googlesql/checks/named-parameters.js';
import { eachProblem } from '../../../googlesql/sql-problem.js';
import { statementProblem } from '../../../googlesql/checks/statement-problem.js';
import { type ParameterType, type ScalarType } from '../../engine.js';
import { contextOf, valueAnswer, wholeAnswer } from '../compiler/compile.js';
import { parse } from '../../../googlesql/grammar/parse.js';
import { bindingName } from '../compiler/names/binding-names.js';
import { type Table, type Tables } from '../compiler/names/tables.js';
import { boundedSql } from '../compiler/output/bounded-sql.js';
import { duckDbType, quoteName } from '../compiler/types/duckdb-types.js';
import { definitionsOf } from '../macros-in-use.js';
import { schemaType } from '../schema-types.js';
import {
  type compile as Compile,
  type CompiledParameter,
  type CompileOptions,
  type duckDbTypes as DuckDbTypes,
  type TableField,
} from './googlesql-api.js';
import { SQL } from '../compiler/sql-tree/sql.js';

const SCALARS: ReadonlySet<string> = new Set<ScalarType>(['STRING', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE']);

/** DuckDB's own clock: the time at which the transaction began. */
const NOW = SQL`now()`;

export const compile: typeof Compile = (sql, options = {}) => {
  const parameters = declared(options.parameters);
  const tables = namedTables(options.tables);
  const refused = [statementProblem(sql) ?? [], ...refusedParameters(sql)].flat();
  if (refused.length > 0) return { problems: refused };
  const compiled = orProblem(
    (unknown) => {
      const statement = parse(sql);
      const whole = wholeAnswer(statement, contextOf({ sql, parameters }, tables, NOW), unknown);
      return valueAnswer(whole, (query) => boundedSql(query, statement));
    },
    [...tables.keys()],
  );
  if ('message' in compiled) return { problems: eachProblem(compiled) };
  return {
    sql: compiled.sql,
    columns: compiled.columns.map(({ name, type, sqlType }) => ({ name, type, duckDbType: duckDbType(sqlType) })),
    parameters: usedParameters(sql, parameters),
    macros: Array.from(definitionsOf(compiled.macros).values(), (macro) => `CREATE OR REPLACE TEMP MACRO ${macro}`),
  };
};

export const duckDbTypes: typeof DuckDbTypes = (fields) =>
  fields.map((field) => ({ name: field.name, duckDbType: duckDbType(schemaType(field)) }));

function namedTables(given: CompileOptions['tables'] = {}): Tables {
  const tables: Map<string, Table> & { about?: Tables['about'] } = new Map();
  for (const [name, fields] of Object.entries(given)) tables.set(name, tableOf(name, fields));
  tables.about = { areWhole: true, noTables: new Map() };
  return tables;
}

function tableOf(name: string, fields: readonly TableField[]): Table {
  return {
    sql: name.split('.').map(quoteName).join('.'),
    columns: fields.map((field) => ({ name: field.name, type: schemaType(field), output: field.name })),
  };
}

function declared(types: CompileOptions['parameters'] = {}): readonly ParameterType[] {
  return Object.entries(types).map(([name, type]) => {
    const element = /^ARRAY<(.*)>$/.exec(type)?.[1];
    const scalar = element ?? type;
    if (!SCALARS.has(scalar)) throw new Error(`parameter "${name}" has type ${type}, which no parameter can have`);
    return { name, type: scalar as ScalarType, array: element !== undefined };
  });
}

function usedParameters(sql: string, parameters: readonly ParameterType[]): readonly CompiledParameter[] {
  const used = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  return parameters
    .filter(({ name }) => used.has(name.toLowerCase()))
    .map(({ name, type, array }) => ({
      name,
      binding: bindingName(name),
      duckDbType: `${duckDbType({ kind: type })}${array ? '[]' : ''}`,
    }));
}
