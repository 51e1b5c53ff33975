import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { patternOf, stepsOf } from '../support/docs/tutorial-steps.js';
import { startService, type TestService } from '../support/service.js';

const PAGE = 'docs/tutorial/calling.md';
const URL_OF_PAGE = 'http://127.0.0.1:3000';
const TOKEN = 'token-of-the-page';
/** What `quern keys create page` of the page's beginning makes, and a key of somebody else's. */
const KEYS = `keys:
  - { id: page, sha256: "${hashToken(TOKEN)}", scopes: ["usage.*"], bind: { project: demo } }
  - { id: other, sha256: "${hashToken('token-of-another')}", scopes: ["*", admin] }
`;
const DEPENDENCIES = { quern: 'file:../quern', typescript: '^5.9.3' };
/** As on a terminal, where both outputs are one. npx would have something to say of how npm is set up here. */
const FUNCTIONS = `exec 2>&1
quern() { node '${resolve('dist/main.cjs')}' "$@"; }
npx() { node node_modules/typescript/bin/"$@"; }
`;

describe('the tutorial for those who call', () => {
  let service: TestService;
  let folder: string;

  /** What commands print; their status is 0, or the test fails. */
  const run = async (commands: string): Promise<string> => {
    const script = FUNCTIONS + commands.replaceAll(URL_OF_PAGE, service.base);
    const env = { PATH: process.env.PATH, QUERN_KEY: TOKEN };
    return new Promise((done, failed) => {
      execFile('bash', ['-c', script], { cwd: folder, env }, (error, out) => {
        if (error) failed(new Error(`${commands}\nfailed: ${out}`, { cause: error }));
        else done(out);
      });
    });
  };

  beforeAll(async () => {
    service = await startService({ keys: KEYS });
    folder = await mkdtemp(join(tmpdir(), 'quern-calling-'));
    // As `npm install` of a folder does it.
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: DEPENDENCIES }));
    await mkdir(join(folder, 'node_modules'));
    await symlink(resolve('.'), join(folder, 'node_modules/quern'));
    await symlink(resolve('node_modules/typescript'), join(folder, 'node_modules/typescript'));
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('works as it stands, step by step, with a key that is no admin', async () => {
    const steps = stepsOf(await readFile(PAGE, 'utf8'));
    expect(steps.length).toBe(6);
    for (const { line, commands, output } of steps) {
      const printed = (await run(commands)).trim();
      // What shows no output has none: a compiler that is content says nothing.
      const as = expect.stringMatching(patternOf(output ?? '')) as string;
      expect({ line, printed }).toEqual({ line, printed: as });
    }
    const written = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as unknown;
    expect(written).toEqual({ dependencies: DEPENDENCIES, type: 'module' });
  });
});
