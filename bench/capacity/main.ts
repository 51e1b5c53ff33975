import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeEndpoints } from '../endpoints/files.js';
import { Child } from '../http/child.js';
import { type Script } from '../http/servers/bare.js';
import { Progress } from '../progress.js';
import { byDefault, SHORT } from '../short.js';
import { footprintOf } from '../soak/footprint.js';
import { Service } from '../soak/service.js';
import { endpointText } from '../soak/store.js';
import { cacheBytes, callAll, holdConnections } from './clients.js';
import { childrenOf, growthOf, processorMicros, processorTimeOf } from './cost.js';

// Measures processor time, which a busy machine hardly changes, and resident memory, for capacity planning.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    files: byDefault('2000', '20'),
    hits: byDefault('40000', '200'),
    runs: byDefault('2000', '20'),
    results: byDefault('10000', '20'),
    connections: byDefault('4000', '20'),
  },
});
const [files, hits, runs, results, connections] = (['files', 'hits', 'runs', 'results', 'connections'] as const).map(
  (name) => Number(options[name]),
) as [number, number, number, number, number];

const RESULT_BYTES = 2048;
const QUERY = '/api/endpoints/query/';
const parameters = { n: { type: 'integer', required: true } };
const TEXT = `RPAD(CAST(@n AS STRING), ${RESULT_BYTES - 30}, 'abcdefghij ')`;

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

/** A service of its own over endpoints of its own, which ends with the work. */
async function withService<T>(name: string, more: number, work: (service: Service) => Promise<T>): Promise<T> {
  const own = join(folder, name);
  await mkdir(join(own, 'endpoints'), { recursive: true });
  await mkdir(join(own, 'data'));
  const definitions = [
    { name: 'kept', parameters, caching: 3600, query: `SELECT ${TEXT} AS text` },
    { name: 'fresh', parameters, query: `SELECT ${TEXT} AS text` },
    { name: 'sandboxed', sandboxing: 'enabled', query: 'WITH t AS (SELECT 1 AS n) SELECT n FROM t' },
  ];
  for (const [index, definition] of definitions.entries()) {
    await writeFile(join(own, `endpoints/${definition.name}.yaml`), endpointText(index, definition));
  }
  if (more > 0) await writeEndpoints(join(own, 'endpoints/more'), more, progress);
  const service = new Service({ folder: own, keysFile: join(own, 'keys.yaml') }, { QUERN_CACHE_MAX_BYTES: '1GiB' });
  progress.show(`measuring: ${name}`);
  await service.listening();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

const idle = await withService('idle', 0, async ({ pid }) => ({
  rss: (await footprintOf(pid)).rssBytes,
  micros: await processorMicros(pid),
}));

const loaded = await withService('endpoints', files, async ({ pid }) => ({
  rss: (await footprintOf(pid)).rssBytes,
  micros: await processorMicros(pid),
}));

const calls = await withService('calls', 0, async ({ pid, base }) => {
  const warm = async (count: number, path: (index: number) => string) => callAll(base, count, path);
  // Until the code has been compiled by the engine of JavaScript.
  await warm(Math.ceil(hits / 4), () => `${QUERY}kept?n=1`);
  const hit = await processorTimeOf(pid, async () => warm(hits, () => `${QUERY}kept?n=1`));
  await warm(Math.ceil(runs / 4), (index) => `${QUERY}fresh?n=${index}`);
  const run = await processorTimeOf(pid, async () => warm(runs, (index) => `${QUERY}fresh?n=${index}`));
  const kept = await growthOf(pid, async () => warm(results, (index) => `${QUERY}kept?n=${index}`));
  return { hit: hit / hits, run: run / runs, result: kept / results, counted: (await cacheBytes(base)) / results };
});

const bare = await bareMicros();

const connection = await withService('connections', 0, async ({ pid, base }) => {
  const first = await holdConnections(base, Math.ceil(connections / 10));
  let held: Awaited<ReturnType<typeof holdConnections>> = [];
  const growth = await growthOf(pid, async () => {
    held = await holdConnections(base, connections);
  });
  for (const socket of [...first, ...held]) socket.destroy();
  return growth / connections;
});

const sandbox = await withService('sandbox', 0, async ({ pid, base }) => {
  await callAll(base, 8, () => `${QUERY}sandboxed?sql=${encodeURIComponent('SELECT n + 1 AS n FROM t')}`);
  return Math.max(0, ...(await childrenOf(pid)));
});

progress.clear();
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const kb = (bytes: number) => `${(bytes / 1e3).toFixed(1)} KB`;
console.log(
  [
    `A service with three endpoints: ${mb(idle.rss)} of memory, ${(idle.micros / 1e6).toFixed(1)} s of a processor to start;`,
    `each of ${files} further endpoints: ${kb((loaded.rss - idle.rss) / files)}, ${((loaded.micros - idle.micros) / files / 1e3).toFixed(2)} ms of the start;`,
    `a hit of ${RESULT_BYTES} bytes: ${calls.hit.toFixed(0)} µs of a processor, ${(calls.hit / bare).toFixed(2)} times that of a bare node:http server (${bare.toFixed(0)} µs);`,
    `a run that returns as much: ${(calls.run / 1e3).toFixed(2)} ms, ${(calls.run / calls.hit).toFixed(0)} times a hit;`,
    `a result of ${RESULT_BYTES} bytes in memory: ${kb(calls.counted)} as the cache counts it, ${kb(calls.result)} of the process with all around it, ${results} of them;`,
    `an open connection: ${kb(connection)}, ${connections} of them;`,
    `a process for callers' SQL: ${mb(sandbox)}.`,
    '',
    `Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}.`,
  ].join('\n'),
);

/** What an answer of the same size costs a server that does nothing else. */
async function bareMicros(): Promise<number> {
  const child = new Child<Script, number>('servers/bare.js');
  try {
    const body = Buffer.alloc(RESULT_BYTES, 'x');
    const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
    const port = await child.ask({ status: 200, headers, body });
    const base = `http://127.0.0.1:${port}`;
    await callAll(base, Math.ceil(hits / 4), () => '/');
    return (await processorTimeOf(child.pid, async () => callAll(base, hits, () => '/'))) / hits;
  } finally {
    child.stop();
  }
}
