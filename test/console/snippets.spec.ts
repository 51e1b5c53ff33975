import { spawn } from 'node:child_process';
import { type Browser, type Page } from 'playwright-core';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { requireProgram } from '../support/processes/require-program.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { ENDPOINTS } from './support/endpoints.js';

/** A value that shells, JavaScript and Python each have to be told of in their own way. */
const PROJECT = `it's "$HOME" \\ \`date\` & ø % +`;

describe('the snippets of the console', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    for (const program of ['curl', 'bash']) requireProgram(program);
    requireProgram('python3', 'Python', '.ci/install-chromium');
    browser = await openBrowser();
    service = await startService({ endpoints: ENDPOINTS });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async () => {
    const place = `/demo.needy/code?${new URLSearchParams({ project: PROJECT, n: '5' }).toString()}`;
    const opened = await openConsole(browser, service.base, { key: TOKEN, place });
    await opened.page.getByRole('tab', { name: 'curl' }).waitFor();
    return opened;
  };
  const copied = async (page: Page, language: string) => {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    return page.evaluate(async () => navigator.clipboard.readText());
  };
  /** With the event loop free, on which the service answers. */
  const out = async (program: string, args: readonly string[]) => {
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, QUERN_KEY: TOKEN },
      // Given a socket, bash takes itself for a remote shell.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)));
    await new Promise((resolve) => child.once('close', resolve));
    return text;
  };
  const ROW = { project: PROJECT, n: 5 };

  it('have the key by name, and never its token', async () => {
    const { page, trespasses, close } = await open();
    for (const language of ['curl', 'TypeScript', 'Python', 'DuckDB']) {
      const text = await copied(page, language);
      expect(text).toContain('QUERN_KEY');
      expect(text).not.toContain(TOKEN);
      await page.getByText('Copied').waitFor({ state: 'detached' });
    }
    expect(await trespasses()).toEqual([]);
    await close();
  });

  it('of curl is a line that a shell runs as it is', async () => {
    const { page, close } = await open();
    const answer = await out('bash', ['-c', (await copied(page, 'curl')).replace(/^curl/, 'curl -sS')]);
    expect(JSON.parse(answer)).toEqual({ result: [ROW] });
    await close();
  });

  it('of Python runs with what Python has', async () => {
    const { page, close } = await open();
    const answer = await out('python3', ['-c', `${await copied(page, 'Python')}print(json.dumps(rows))`]);
    expect(JSON.parse(answer)).toEqual([ROW]);
    await close();
  });

  it('of TypeScript is a call of the client', async () => {
    const { page, close } = await open();
    const text = (await copied(page, 'TypeScript'))
      .replace("'quern/client'", `'${new URL(`file://${process.cwd()}/dist/client/client.js`).href}'`)
      .replace(/^import type .*$/m, '')
      .replace('<Endpoints>', '');
    const answer = await out(process.execPath, [
      '--input-type=module',
      '-e',
      `${text}console.log(JSON.stringify(rows));`,
    ]);
    expect(JSON.parse(answer)).toEqual([ROW]);
    await close();
  });
});
