import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/config/settings.js';
import { MountedVolume } from '../support/deployment/mounted-volume.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { MAIN } from '../support/processes/installed-quern.js';

interface Probe {
  readonly httpGet: { readonly path: string };
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [
    {
      readonly env: readonly { readonly name: string; readonly value: string }[];
      readonly startupProbe: Probe;
      readonly livenessProbe: Probe;
      readonly readinessProbe: Probe;
      readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
    },
  ];
}

const keysFile = (...tokens: readonly string[]) =>
  `keys:\n${tokens
    .map((token, index) => {
      const sha256 = createHash('sha256').update(token).digest('hex');
      return `  - { id: key-${index}, sha256: ${sha256}, scopes: ['*'] }\n`;
    })
    .join('')}`;

/** The service as the container of the Deployment would run it, over its volumes; over no tables, since there is no BigQuery here. */
describe('a pod of the Deployment', () => {
  let folder: string;
  let pod: Pod;
  let service: ChildProcess;
  let said = '';
  let ports: { readonly http: number; readonly operator: number };
  let endpoints: MountedVolume;
  let keys: MountedVolume;
  let hello: string;

  const operator = async ({ httpGet }: Probe) =>
    (await fetch(`http://127.0.0.1:${ports.operator}${httpGet.path}`)).status;
  const call = async (name: string, token: string) => {
    const url = `http://127.0.0.1:${ports.http}/api/endpoints/query/${name}`;
    const response = await fetch(url, { headers: { 'x-api-key': token } });
    const { result } = (await response.json()) as { readonly result?: readonly Record<string, unknown>[] };
    return result?.[0]?.greeting ?? response.status;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-pod-'));
    const deployment = parse(await readFile('ops/kubernetes/deployment.yaml', 'utf8')) as {
      readonly spec: { readonly template: { readonly spec: Pod } };
    };
    pod = deployment.spec.template.spec;
    hello = await readFile('ops/kubernetes/endpoints/hello.yaml', 'utf8');
    endpoints = new MountedVolume(join(folder, 'etc/quern/endpoints'), 0o444);
    await endpoints.mount({ 'hello.yaml': hello });
    keys = new MountedVolume(join(folder, 'etc/quern/keys'), 0o440);
    await keys.mount({ 'keys.yaml': keysFile('token-of-the-first-key') });
    ports = { http: await freePort(), operator: await freePort() };
    const own = pod.containers[0].env.map(
      ({ name, value }) => [name, value.replace('/etc/quern', `${folder}/etc/quern`)] as const,
    );
    const here = {
      QUERN_PORT: String(ports.http),
      QUERN_METRICS_PORT: String(ports.operator),
      QUERN_METRICS_HOST: '127.0.0.1',
      QUERN_DATA: 'data',
    };
    await mkdir(join(folder, 'data'));
    service = spawn(process.execPath, [MAIN, 'serve'], { cwd: folder, env: { ...Object.fromEntries(own), ...here } });
    for (const stream of [service.stdout, service.stderr]) {
      stream?.on('data', (text: Buffer) => (said += String(text)));
    }
    await eventually(async () => {
      if (service.exitCode !== null) throw new Error(said);
      return operator(pod.containers[0].startupProbe).then(
        (status) => status === 200,
        () => false,
      );
    });
  });
  afterAll(async () => {
    if (service.exitCode === null) service.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('is found alive and ready by its probes, and answers', async () => {
    expect(await operator(pod.containers[0].livenessProbe)).toBe(200);
    await eventually(async () => (await operator(pod.containers[0].readinessProbe)) === 200);
    expect(await call('hello', 'token-of-the-first-key')).toBe('hello world');
  });

  it('takes another version of its ConfigMap up, without a restart', async () => {
    const second = hello.replace(/^id: .{8}/m, 'id: 00000000').replace('name: hello', 'name: good-day');
    expect(second).not.toBe(hello);
    await endpoints.mount({ 'hello.yaml': hello.replace("'hello '", "'hi '"), 'second.yaml': second });
    await eventually(async () => (await call('hello', 'token-of-the-first-key')) === 'hi world');
    await eventually(async () => (await call('good-day', 'token-of-the-first-key')) === 'hello world');
  });

  it('serves what it has where a version is broken, and is ready all the same', async () => {
    await endpoints.mount({ 'hello.yaml': hello.replace('CONCAT', 'CONCATT'), 'second.yaml': 'name: [' });
    await eventually(() => said.includes('CONCATT'));
    expect(await call('hello', 'token-of-the-first-key')).toBe('hi world');
    expect(await operator(pod.containers[0].readinessProbe)).toBe(200);
  });

  it('knows another version of its Secret', async () => {
    await keys.mount({ 'keys.yaml': keysFile('token-of-the-second-key') });
    await eventually(async () => (await call('hello', 'token-of-the-first-key')) === 401);
    expect(await call('hello', 'token-of-the-second-key')).toBe('hi world');
  });

  it('ends by itself in the time that it is given', async () => {
    const grace = Number(SETTINGS.find(({ variable }) => variable === 'QUERN_SHUTDOWN_GRACE')?.default);
    const { seconds } = pod.containers[0].lifecycle.preStop.sleep;
    // It may take a second more than its grace.
    expect(seconds + grace + 1).toBeLessThan(pod.terminationGracePeriodSeconds);
    const ended = once(service, 'close');
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
