import { type DuckDBPreparedStatement } from '@duckdb/node-api';
import { readEndpoint } from '../../src/endpoint-files/format/read-endpoint.js';
import { type Statement } from '../../src/engines/engine.js';
import { bindArguments } from '../../src/engines/duckdb/arguments.js';
import { compile, type Compiled } from '../../src/engines/duckdb/compiler/compile.js';
import { publicColumns } from '../../src/engines/duckdb/result.js';
import { handOverRows } from '../../src/engines/duckdb/row-encoder.js';
import { AnswerBody } from '../../src/execution/body/answer-body.js';
import { encodeBody } from '../../src/execution/body/result-body.js';
import { queryOf } from '../../src/endpoint-files/endpoint-query.js';
import { boundQuery } from '../../src/execution/bound-query.js';
import { statementOf } from '../../src/execution/statement.js';
import { bindParameters } from '../../src/parameters/bind-parameters.js';
import { type Store } from '../sql/store.js';
import { type Case } from './cases.js';

/** What a miss is made of, in the order in which it comes; each in milliseconds. */
export const STAGES = ['plan', 'execute', 'encode', 'compress'] as const;
export type Stages = Readonly<Record<(typeof STAGES)[number], number>>;

const FORMATS = { timestamps: 'iso8601', numbers: 'exact' } as const;

/** A miss taken apart: the same work as in the service, one stage after the other, on a connection of its own. */
export class Miss {
  private constructor(
    private readonly store: Store,
    private readonly compiled: Compiled,
    private readonly prepared: DuckDBPreparedStatement,
    private readonly statement: Statement,
  ) {}

  static async prepare({ file, parameters, title }: Case, store: Store): Promise<Miss> {
    const { endpoint, problems } = readEndpoint(`${title}.yaml`, Buffer.from(file));
    if (!endpoint) throw new Error(problems.map(({ message }) => message).join('\n'));
    const compiled = compile(queryOf(endpoint), store.tables);
    if ('message' in compiled) throw new Error(`${title}: ${compiled.message}`);
    const texts = new Map(Object.entries(parameters).map(([name, text]) => [name, [text]]));
    const { values } = bindParameters(endpoint.parameters, texts);
    const caller = { caller: 'bench', signal: new AbortController().signal };
    await store.macros.provide(compiled.macros);
    const prepared = await store.connection.prepare(compiled.sql);
    return new Miss(store, compiled, prepared, statementOf(boundQuery(endpoint, values), caller));
  }

  /** DuckDB plans a prepared statement anew for the values of each run, which takes as long as to prepare it. */
  async take(): Promise<{ readonly stages: Stages; readonly body: string }> {
    const clock = new Stopwatch();
    (await this.store.connection.prepare(this.compiled.sql)).destroySync();
    const plan = clock.lap();
    bindArguments(this.prepared, this.statement.parameters, new Date());
    const result = await this.prepared.run();
    const execute = clock.lap() - plan;
    const answer = new AnswerBody();
    answer.begin(publicColumns(this.compiled));
    const formats = { ...FORMATS, columnNumbers: this.statement.columnNumbers };
    await handOverRows(result, this.compiled.columns, formats, (row) => answer.add(row));
    const { body } = await answer.finish();
    const encode = clock.lap();
    await encodeBody(body, ['gzip']);
    return { stages: { plan, execute, encode, compress: clock.lap() }, body: body.toString() };
  }

  end(): void {
    this.prepared.destroySync();
  }
}

class Stopwatch {
  private last = performance.now();

  /** Milliseconds since it was asked before. */
  lap(): number {
    const before = this.last;
    this.last = performance.now();
    return this.last - before;
  }
}
