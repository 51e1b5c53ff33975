import { spawnSync } from 'node:child_process';
import { chown, cp, mkdir, readFile, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage of a Dockerfile whose steps were done in a folder that stands for its root. */
export interface Stage {
  readonly image: string;
  readonly root: string;
  readonly env: Record<string, string>;
  /** From the image's root. */
  folder: string;
  user: string;
  entrypoint: readonly string[];
  command: readonly string[];
  health: readonly string[];
}

/**
 * Does the steps of a Dockerfile in folders below `at`, where there is no container engine: the same commands over the same files, but with
 * this machine's programs instead of the images'. @returns the last stage
 */
export async function replay(dockerfile: string, at: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { name, rest } of instructionsOf(await readFile(dockerfile, 'utf8'))) {
    if (name === 'FROM') {
      const [image = '', , alias = `stage-${stages.size}`] = rest.split(' ');
      stage = await begun(image, join(at, alias));
      stages.set(alias, stage);
    } else {
      if (!stage) throw new Error(`${name} before FROM`);
      await done(stage, { name, rest }, stages);
    }
  }
  if (!stage) throw new Error(`${dockerfile} has no stage`);
  return stage;
}

async function begun(image: string, root: string): Promise<Stage> {
  await mkdir(root, { recursive: true });
  return { image, root, env: {}, folder: '/', user: '', entrypoint: [], command: [], health: [] };
}

function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });
}

async function done(stage: Stage, { name, rest }: Instruction, stages: ReadonlyMap<string, Stage>): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      stage.folder = rest;
      await mkdir(join(stage.root, rest), { recursive: true });
      return;
    case 'ENV':
      for (const pair of rest.split(' ')) {
        const [variable = '', value = ''] = pair.split('=');
        stage.env[variable] = value;
      }
      return;
    case 'COPY':
      await copied(stage, rest.split(' '), stages);
      return;
    case 'RUN':
      run(stage, rest);
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as string[];
      return;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      return;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
      return;
    case 'EXPOSE':
    case 'VOLUME':
      return;
    default:
      throw new Error(`an instruction that is not replayed: ${name} ${rest}`);
  }
}

function run({ root, folder }: Stage, command: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: join(root, folder), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/** A folder's contents are copied, as Docker does. */
async function copied(stage: Stage, words: readonly string[], stages: ReadonlyMap<string, Stage>): Promise<void> {
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  const from = flag('from');
  for (const path of paths) {
    const source = from === undefined ? fromContext(path) : join(stages.get(from)?.root ?? '', path);
    const into = join(stage.root, stage.folder, target);
    const isInto = target.endsWith('/') && !(await stat(source)).isDirectory();
    const place = isInto ? join(into, basename(path)) : into;
    await cp(source, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const [user, group] = (flag('chown') ?? '').split(':').map(Number);
    if (user && group && process.getuid?.() === 0) await chown(place, user, group);
  }
}

/** @throws Error for what `.dockerignore` keeps from the build */
function fromContext(path: string): string {
  const kept = readFileSync('.dockerignore', 'utf8').split('\n');
  const source = resolve(path);
  const isKept = kept.some((line) => line.startsWith('!') && !relative(line.slice(1), path).startsWith('..'));
  if (!isKept) throw new Error(`.dockerignore keeps ${path} from the build`);
  return source;
}
