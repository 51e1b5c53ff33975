import { type Case } from './cases.js';
import { Child } from './child.js';
import { type Answer, get, type Target } from './exchange.js';
import { KEY } from './key.js';
import { type Name } from './names.js';
import { type Script } from './servers/bare.js';
import { type Rows } from './servers/nest.js';
import { COLD_ROWS, COUNTS_NAME, LOGS_NAME, type Store } from './store.js';

/** Where to send the requests of a case, and what comes back. */
export interface Targets {
  readonly of: Readonly<Record<Name, Target>>;
  readonly bytes: number;
  /** Microseconds of a processor that each has taken so far. */
  readonly processorMicros: (name: Name) => Promise<number>;
}

/** Other answers of Quern's before any is measured: a service has given some, and what they leave behind in Node's code is a part of what a hit costs. */
const ANSWERS_BEFORE = 64;

/** Written by Node for each connection and moment. */
const NODES_OWN = ['connection', 'date', 'keep-alive'];

/** The three that are compared, in a process each. */
export class Servers {
  private readonly bare = new Child<Script, number>('./servers/bare.js');
  private readonly nest = new Child<Rows, number>('./servers/nest.js');
  // As Quern does for itself.
  private readonly quern = new Child<Store, number>('./servers/quern.cjs', { UV_THREADPOOL_SIZE: '32' });
  private quernPort = 0;

  async open(store: Store): Promise<void> {
    this.quernPort = await this.quern.ask(store);
    for (let rows = 1; rows <= ANSWERS_BEFORE; rows += 1) {
      await get(this.target(this.quernPort, `${COUNTS_NAME}?rows=${rows}`));
      await get(this.target(this.quernPort, `${COUNTS_NAME}?rows=none`));
    }
  }

  /** Sees to it that each of them has the answer at hand, and that it is the same one. */
  async prepare({ rows, headers, conditional }: Case): Promise<Targets> {
    const path = `${COUNTS_NAME}?rows=${rows}`;
    const plain = this.target(this.quernPort, path);
    const { result } = JSON.parse((await get(plain)).body.toString()) as { result: object };
    const nestPort = await this.nest.ask({ endpoint: COUNTS_NAME, rows: String(rows), result: { result } });

    const quern = await this.toAsk(this.target(this.quernPort, path, headers), conditional);
    const nest = await this.toAsk(this.target(nestPort, path, headers), conditional);
    const answer = await get(quern);
    expect(String(answer.headers['cache-status']).startsWith('quern; hit'), 'Quern answers from its cache');
    const bare = this.target(await this.bare.ask(scriptOf(answer)), path, quern.headers);
    expect(isSame(await get(bare), answer), 'the bare server writes what Quern writes');

    const status = conditional ? 304 : 200;
    for (const target of [bare, nest, quern]) expect((await get(target)).status === status, `${target.url}: ${status}`);
    const processorMicros = async (name: Name) => this[name].processorMicros();
    return { of: { bare, nest, quern }, bytes: answer.body.length, processorMicros };
  }

  /** The query that is asked of the engine every time. */
  async cold(): Promise<Target> {
    const target = this.target(this.quernPort, LOGS_NAME);
    const { result } = JSON.parse((await get(target)).body.toString()) as { result: readonly object[] };
    expect(result.length === COLD_ROWS, `${LOGS_NAME} has ${COLD_ROWS} rows`);
    return target;
  }

  stop(): void {
    for (const child of [this.bare, this.nest, this.quern]) child.stop();
  }

  private target(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Target {
    return { url: `http://127.0.0.1:${port}/api/endpoints/query/${path}`, headers: { 'X-API-KEY': KEY, ...headers } };
  }

  /** With the ETag that the server itself gives, where the client is to have the answer already. */
  private async toAsk(target: Target, conditional: boolean): Promise<Target> {
    const { etag } = (await get(target)).headers;
    return conditional ? { ...target, headers: { ...target.headers, 'If-None-Match': String(etag) } } : target;
  }
}

function scriptOf({ status, rawHeaders, body }: Answer): Script {
  return { status, headers: withoutNodesOwn(rawHeaders), body: body.length > 0 ? body : undefined };
}

function isSame(one: Answer, other: Answer): boolean {
  const [a, b] = [one, other].map(({ status, rawHeaders }) => [status, ...withoutNodesOwn(rawHeaders)].join('\n'));
  return a === b && one.body.equals(other.body);
}

function withoutNodesOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !NODES_OWN.includes(rawHeaders[index & ~1]?.toLowerCase() ?? ''));
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}
