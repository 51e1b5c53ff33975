import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { freePort } from './free-port.js';

interface QueryAnswer {
  readonly data: { readonly result: readonly unknown[] };
}

interface AlertsAnswer {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[];
  };
}

/** A real Prometheus, on a free loopback port. */
export interface Prometheus {
  /** What an expression gives now. */
  query(expression: string): Promise<readonly unknown[]>;
  /** The names of the alerts that fire. */
  firing(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
}

/** `config` is its configuration, as JSON, which is YAML. */
export async function startPrometheus(folder: string, config: object): Promise<Prometheus> {
  const port = await freePort();
  await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const options = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus-data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const server = spawn('prometheus', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  server.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const closed = once(server, 'close');
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error(written);
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return {
    async query(expression) {
      const { data } = (await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)) as QueryAnswer;
      return data.result;
    },
    async firing() {
      const { data } = (await ask('/api/v1/alerts')) as AlertsAnswer;
      const firing = data.alerts.filter(({ state }) => state === 'firing');
      return new Set(firing.map(({ labels }) => labels.alertname ?? ''));
    },
    async stop() {
      server.kill('SIGTERM');
      await closed;
    },
  };
}
