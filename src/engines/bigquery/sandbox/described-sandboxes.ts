import { LRUCache } from 'lru-cache';
import { withClause } from '../../../googlesql/checks/with-clause.js';
import { type Query, type SqlProblem } from '../../engine.js';
import { type DescribedQueries, type DescribedQuery } from '../../sandbox/described-queries.js';
import { sandboxKey } from '../../sandbox/sandbox-key.js';
import { type DryRuns } from '../dry-runs.js';
import { arrayOf, scalarOfSchema, type SqlType } from '../../../googlesql/types/types.js';
import { type FieldSchema } from '../rest.js';
import { standardName } from '../row-encoder.js';
import { namedParameters } from '../../../googlesql/checks/named-parameters.js';

export interface DescribedSandbox {
  readonly described: DescribedQueries;
  /** Author's query up to the end of its WITH. */
  readonly clause: string;
  /** Tables that the queries of the WITH read. */
  readonly tables: ReadonlySet<string>;
}

const QUERIES = 100;

/** Milliseconds after which BigQuery is asked again: a table may get other columns, and a view other tables. */
export const KEPT_MS = 600_000;

/** A name that means the same in every engine; callers' SQL cannot have any other. */
const PLAIN_NAME = /^`?([A-Za-z_][A-Za-z0-9_]*)`?$/;

/** Describes the queries that callers' SQL may read, by dry runs of the author's WITH. */
export class DescribedSandboxes {
  private readonly kept = new LRUCache<string, Promise<DescribedSandbox | SqlProblem>>({
    max: QUERIES,
    ttl: KEPT_MS,
  });

  constructor(private readonly dryRuns: DryRuns) {}

  async describe(query: Query): Promise<DescribedSandbox | SqlProblem> {
    const key = sandboxKey(query);
    const known = this.kept.get(key);
    if (known) return known;
    const describing = this.describeNow(query);
    this.kept.set(key, describing);
    describing.catch(() => this.kept.delete(key));
    return describing;
  }

  private async describeNow(query: Query): Promise<DescribedSandbox | SqlProblem> {
    const clause = withClause(query.sql);
    if (!clause) return problem('a sandboxed query begins with WITH: its queries are what callers may read');
    const queries: DescribedQuery[] = [];
    const tables = new Set<string>();
    for (const written of clause.names) {
      const name = PLAIN_NAME.exec(written)?.[1];
      if (name === undefined) return problem(`the WITH query ${written} needs a name of ASCII letters, digits and "_"`);
      const whole = withSql(query, `${clause.text}\nSELECT * FROM ${written}`);
      const columns = (await this.dryRuns.fields(whole)).map((field) => ({ field, type: fieldType(field) }));
      const strange = columns.find(({ type }) => type === undefined)?.field;
      if (strange) {
        return problem(
          `column ${strange.name} of "${name}" is of type ${strange.type}, which a sandbox does not have; CAST it`,
        );
      }
      queries.push({
        name: name.toLowerCase(),
        columns: columns.flatMap(({ field, type }) => (type ? { name: field.name, type } : [])),
      });
      for (const table of (await this.dryRuns.references(whole)).tables) tables.add(table);
    }
    const parameters = query.parameters.map(({ name, type, array }) => ({ name, type, array }));
    return { described: { sql: query.sql, parameters, queries }, clause: clause.text, tables };
  }
}

function problem(message: string): SqlProblem {
  return { line: 1, column: 1, message };
}

/** The GoogleSQL type of a field of BigQuery's schema; undefined for types that `SqlType` does not have. */
function fieldType({ type: written, mode, fields = [] }: FieldSchema): SqlType | undefined {
  const name = standardName(written);
  const type = name === 'STRUCT' ? structOf(fields) : scalarOf(name);
  return type && mode === 'REPEATED' ? arrayOf(type) : type;
}

function scalarOf(name: string): SqlType | undefined {
  const kind = scalarOfSchema(name);
  return kind && { kind };
}

function structOf(fields: readonly FieldSchema[]): SqlType | undefined {
  const typed = fields.map((field) => ({ name: field.name, type: fieldType(field) }));
  if (!typed.every((field): field is { name: string; type: SqlType } => field.type !== undefined)) return undefined;
  return { kind: 'STRUCT', fields: typed };
}

/** A query with another text, and only those of its parameters that the text uses. */
export function withSql<T extends Query>(query: T, sql: string): T {
  const used = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  const parameters = query.parameters.filter(({ name }) => used.has(name.toLowerCase()));
  return { ...query, sql, parameters };
}
