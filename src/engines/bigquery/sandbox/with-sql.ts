import { namedParameters } from '../../../googlesql/checks/named-parameters.js';
import { type Query } from '../../engine.js';

/** A query with another text, and with those of its parameters that the text uses. */
export function withSql<T extends Query>(query: T, sql: string): T {
  const used = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  const parameters = query.parameters.filter(({ name }) => used.has(name.toLowerCase()));
  return { ...query, sql, parameters };
}
