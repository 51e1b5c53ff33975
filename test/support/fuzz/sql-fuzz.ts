import {
  compileSandbox,
  type CompiledSandbox,
  compileSandboxSql,
} from '../../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { type Table } from '../../../src/engines/duckdb/compiler/names/tables.js';
import { googleSqlOf } from '../../../src/googlesql/lenient/lenient-sql.js';
import { normalSql, placeInSql } from '../../../src/googlesql/tokens/normal-sql.js';
import { parse } from '../../../src/googlesql/grammar/parse.js';
import { TOO_DEEP } from '../../../src/googlesql/grammar/token-reader.js';
import { type SqlProblem } from '../../../src/googlesql/sql-problem.js';
import { offsetAt, positionAt } from '../../../src/googlesql/tokens/text-position.js';
import { UnparsedQuery } from '../../../src/googlesql/grammar/refusals/refusals.js';
import { AUTHORED } from '../sandbox/corpus.js';

/** Words of the parser's own and of the machine's, which callers must not be told. */
const INSIDE = /RangeError|TypeError|Cannot read|undefined|\[object|NaN/;
/** One text in so many is compiled, and another one read in the lenient dialect. */
const FURTHER = 4;
const REQUESTS: Table = {
  sql: 'data.requests',
  columns: [
    { name: 'path', type: { kind: 'STRING' }, output: 'path' },
    { name: 'ms', type: { kind: 'INT64' }, output: 'ms' },
    { name: 'tags', type: { kind: 'ARRAY', element: { kind: 'STRING' } }, output: 'tags' },
    { name: 'day', type: { kind: 'DATE' }, output: 'day' },
  ],
};

/** Reads a text in every way in which a caller's or an author's is read, and tells what must not come of it. */
export class SqlFuzz {
  /** Numbers of texts by their outcome. */
  readonly outcomes = { parsed: 0, compiled: 0, refused: 0 };
  private readonly sandbox: CompiledSandbox;
  private turn = -1;

  constructor() {
    const query = {
      sql: AUTHORED,
      parameters: [{ name: 'least', type: 'INT64', array: false }],
      maxRows: 100,
    } as const;
    const sandbox = compileSandbox(query, new Map([['requests', REQUESTS]]));
    if ('message' in sandbox) throw new Error(sandbox.message);
    this.sandbox = sandbox;
  }

  /** The mistake in the outcome of a text, if there is one. Every text is parsed, and some are read further, which takes longer. */
  mistake(sql: string): string | undefined {
    const turn = (this.turn += 1) % FURTHER;
    try {
      const mistake = this.parsingMistake(sql);
      if (turn === 0) return mistake ?? this.callersMistake(sql);
      return mistake ?? (turn === 1 ? this.lenientMistake(sql) : undefined);
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  }

  private parsingMistake(sql: string): string | undefined {
    try {
      parse(sql);
      this.outcomes.parsed += 1;
      return undefined;
    } catch (error) {
      if (!(error instanceof UnparsedQuery)) throw error;
      this.outcomes.refused += 1;
      const isUnforeseen = error.problem.message === TOO_DEEP && error.problem.line + error.problem.column === 2;
      return isUnforeseen ? 'the stack has overflowed unforeseen' : wrongProblem(sql, error.problem);
    }
  }

  private callersMistake(sql: string): string | undefined {
    const normal = normalSql(sql);
    const found = compileSandboxSql(this.sandbox, normal, 100);
    if (!('message' in found)) {
      this.outcomes.compiled += 1;
      return undefined;
    }
    return wrongProblem(normal, found) ?? wrongProblem(sql, { ...found, ...placeInSql(sql, found) });
  }

  private lenientMistake(sql: string): string | undefined {
    const read = googleSqlOf(sql);
    if ('message' in read) return wrongProblem(sql, read);
    return wrongProblem(sql, { ...read.placeOf({ line: 1, column: sql.length }), message: 'somewhere' });
  }
}

/** A problem has to be at a place of the text, in words of ours. */
function wrongProblem(sql: string, problem: SqlProblem): string | undefined {
  const { line, column, message } = problem;
  const place = positionAt(sql, offsetAt(sql, { line, column }));
  if (place.line !== line || place.column !== column) return `no place of the text: ${JSON.stringify(problem)}`;
  // Parts of the text that it repeats may be anything.
  return INSIDE.test(message) && !INSIDE.test(sql) ? `words of the inside: ${JSON.stringify(problem)}` : undefined;
}
