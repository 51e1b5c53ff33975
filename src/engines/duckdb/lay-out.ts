/**
 * Lays out compiled SQL over several lines, for people: the same SQL but for its white space. Text that the formatter cannot read stays as
 * it is.
 */
export async function layOut(sql: string): Promise<string> {
  // The formatter takes a fifth of a second to load, and only an explanation needs it.
  const { duckdb, formatDialect } = await import('sql-formatter');
  try {
    return formatDialect(sql, {
      dialect: duckdb,
      expressionWidth: 100,
      paramTypes: { named: ['$'] },
    });
  } catch {
    return sql;
  }
}
