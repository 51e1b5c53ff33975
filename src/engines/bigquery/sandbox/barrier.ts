import { sqlTokens } from '../../../googlesql/tokens/sql-tokens.js';
import { INT64_RANGE } from '../../../googlesql/types/int64.js';
import { type DescribedSandbox } from './described-sandboxes.js';

/**
 * A WITH in which each query that the caller's SQL names stands behind the greatest LIMIT, which it does not reach: no
 * condition of the caller's can be evaluated before a limit without changing the answer, so that it is evaluated for the
 * rows that the endpoint lets through alone. The limited queries have names of ours first, since those of the endpoint's
 * queries may be tables' within its WITH. A query that the caller does not name has one column of NULL, so that its name
 * does not reach a table.
 */
export function barrier({ described, clause }: DescribedSandbox, sql: string): string {
  const words = new Set(sqlTokens(sql).tokens.map(({ text }) => text.toLowerCase().replaceAll('`', '')));
  const prefix = unused(clause, 'limited');
  const named = described.queries.filter(({ name }) => words.has(name));
  const limited = named.map(
    ({ name }, index) => `${prefix}${index} AS (${clause}\nSELECT * FROM \`${name}\` LIMIT ${INT64_RANGE.max})`,
  );
  const own = described.queries.map(({ name }) => {
    const index = named.findIndex((query) => query.name === name);
    return `\`${name}\` AS (SELECT ${index === -1 ? 'NULL AS nothing' : `* FROM ${prefix}${index}`})`;
  });
  return `WITH ${[...limited, ...own].join(',\n')}`;
}

/** The beginning of names that a text does not have. */
function unused(text: string, prefix: string): string {
  return text.toLowerCase().includes(prefix) ? unused(text, `${prefix}_`) : prefix;
}
