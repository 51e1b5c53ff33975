import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay, type Stage } from '../support/deployment/dockerfile.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { TOKEN } from '../support/service.js';

/** As in the image, where one may not write anywhere but in `.quern`; only root can begin a process of another user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65532, gid: 65532 } : {};

describe('the image, by its steps', () => {
  let folder: string;
  let image: Stage;
  let port: number;

  /** `quern` of the image, as its first line would begin it there. */
  const begun = (args: readonly string[]) => [join(image.root, image.folder, 'bin/quern'), ...args];
  const options = (env: Record<string, string> = {}) => ({
    cwd: join(image.root, image.folder),
    env: { ...image.env, PATH: '', HOME: '/nonexistent', QUERN_PORT: String(port), QUERN_HOST: '127.0.0.1', ...env },
    ...NOBODY,
  });
  const quern = (args: readonly string[], env = {}) =>
    spawnSync(process.execPath, begun(args), { ...options(env), encoding: 'utf8' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-image-'));
    await chmod(folder, 0o755);
    image = await replay('Dockerfile', folder);
    port = await freePort();
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('begins quern without a shell, as a user without rights', async () => {
    expect(image.entrypoint).toEqual(['quern']);
    expect(image.command).toEqual(['serve']);
    expect(image.health).toEqual(['quern', 'health']);
    expect(image.user).toBe('65532:65532');
    expect(image.image).toMatch(/:nonroot$/);
    const program = join(image.root, image.folder, 'bin/quern');
    expect(image.env.PATH?.split(':')).toContain(`${image.folder}/bin`);
    expect((await stat(program)).mode & 0o111).toBe(0o111);
    // Where the distroless images have Node.
    expect((await readFile(program, 'utf8')).split('\n')[0]).toBe('#!/nodejs/bin/node');
  });

  it('has nothing of the development tools', () => {
    const { status } = spawnSync('ls', ['node_modules/jest'], { cwd: join(image.root, image.folder) });
    expect(status).not.toBe(0);
    expect(quern(['--version'])).toMatchObject({ status: 0 });
  });

  it('serves, tells how it is, makes keys, and ends at SIGTERM', async () => {
    const service = spawn(process.execPath, begun(image.command), options({ QUERN_API_KEY: TOKEN }));
    let printed = '';
    const closed = once(service, 'close');
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (text: Buffer) => (printed += String(text)));
    try {
      await eventually(() => {
        if (service.exitCode !== null) throw new Error(printed);
        return printed.includes('listening on');
      });
      expect(quern(['health'])).toMatchObject({ status: 0 });
      const url = `http://127.0.0.1:${port}/api/endpoints/query/usage.api-counts?interval=daily&project=demo`;
      const answer = await fetch(url, { headers: { 'x-api-key': TOKEN } });
      expect(answer.status).toBe(200);
      expect(quern(['keys', 'create', 'web', '--scope', 'logs.all'])).toMatchObject({ status: 0 });
      expect(quern(['keys', 'list']).stdout).toContain('web');
    } finally {
      service.kill('SIGTERM');
    }
    expect(await closed).toEqual([0, null]);
  });

  (process.getuid?.() === 0 ? it : it.skip)('writes in .quern and nowhere else', () => {
    expect(quern(['keys', 'create', 'other', '--scope', 'logs.all'], { QUERN_KEYS_FILE: 'keys.yaml' }).status).toBe(1);
  });
});
