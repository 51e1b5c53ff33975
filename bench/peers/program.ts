import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithUs } from '../http/offspring.js';

/** Where peers are looked for before the PATH: nothing of theirs is in the repository. */
export const PEERS = join('node_modules', '.cache', 'quern', 'peers');

/** The installation of those that are Python's packages. */
export function byPip(what: string): string {
  return `python3 -m venv ${PEERS} && ${join(PEERS, 'bin', 'pip')} install ${what}`;
}

export function findProgram(name: string): string | undefined {
  const folders = [join(resolve(PEERS), 'bin'), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** What a program says of its version, without its name. */
export function versionOf(name: string, flag = '--version'): string | undefined {
  const program = findProgram(name);
  if (program === undefined) return undefined;
  const { status, stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8' });
  return status === 0 ? /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] : undefined;
}

/** How long a program may take until it answers. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

export interface Started {
  readonly pid: number;
  readonly stop: () => void;
}

/** Starts a program whose first answer with a status below 500 says that it is ready. What it writes goes to a file. */
export async function startProgram(
  name: string,
  args: readonly string[],
  {
    url,
    folder,
    env = {},
  }: { readonly url: string; readonly folder: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Started> {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = spawn(findProgram(name) ?? name, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  endWithUs(child);
  const started = performance.now();
  while (child.exitCode === null && performance.now() - started < PATIENCE_MS) {
    if (await isReady(url)) return { pid: child.pid ?? NaN, stop: () => child.kill('SIGTERM') };
    await pause(LOOK_EVERY_MS);
  }
  child.kill('SIGKILL');
  throw new Error('it does not begin to answer');
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })).status < 500;
  } catch {
    return false;
  }
}

/** One that nobody listens on, for programs that cannot be told to take any. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
