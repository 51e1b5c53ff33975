import { type Relation } from './relation.js';
import { type ScopeColumn } from './scope.js';

/** The names of a relation, handed out so that it can be told afterwards which columns were read through them. */
export class ColumnUse {
  readonly variables: Relation['variables'];
  readonly merged: Relation['merged'];
  private readonly read = new Set<string>();

  constructor(relation: Pick<Relation, 'variables' | 'merged'>) {
    this.variables = relation.variables.map((variable) => ({
      ...variable,
      columns: variable.columns.map((column) => this.watched(column)),
    }));
    this.merged = relation.merged.map((column) => this.watched(column));
  }

  has({ sql }: Pick<ScopeColumn, 'sql'>): boolean {
    return this.read.has(sql);
  }

  private watched<T extends ScopeColumn>(column: T): T {
    const { read } = this;
    const { sql, nullableSql } = column;
    const watched = {
      ...column,
      get sql() {
        read.add(sql);
        return sql;
      },
    };
    if (nullableSql === undefined) return watched;
    return Object.defineProperty(watched, 'nullableSql', {
      get: () => {
        read.add(sql);
        return nullableSql;
      },
      enumerable: true,
    });
  }
}
