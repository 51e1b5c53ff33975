import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { load } from './load.js';

/** What a later start takes for the same files. */
export interface SecondLoad {
  readonly endpoints: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const FILE = fileURLToPath(import.meta.url);

/** In a process of its own, as a start is. */
export function secondLoad(folder: string): SecondLoad {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FILE, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the second load ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as SecondLoad;
}

if (process.argv[1] === FILE) {
  const { registry, engine, seconds, cpuSeconds } = await load(process.argv[2] ?? '');
  console.log(JSON.stringify({ endpoints: registry.list().length, seconds, cpuSeconds } satisfies SecondLoad));
  await engine.close();
}
