import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser } from 'playwright-core';
import { freePort } from '../support/processes/free-port.js';
import { openBrowser } from './support/browser.js';
import { type ConsolePage, openLink } from './support/console-page.js';
import { screenshot } from './support/screenshot.js';

/** The first command of the README, as it stands there. */
const [, COMMAND = ''] = /```sh\n([^`]+?)\n```/.exec(readFileSync('README.md', 'utf8')) ?? [];

/** What a clone of the repository would have, with the changes that are not committed yet. */
function copyRepository(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const deleted = new Set(execFileSync('git', ['ls-files', '-z', '--deleted'], { encoding: 'utf8' }).split('\0'));
  for (const path of listed.split('\0')) {
    if (path === '' || deleted.has(path)) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
}

describe('somebody who has just come by', () => {
  let folder: string;
  let shell: ChildProcess;
  let printed = '';
  let browser: Browser;
  let opened: ConsolePage | undefined;

  beforeAll(async () => {
    browser = await openBrowser();
    folder = await mkdtemp(join(tmpdir(), 'quern-newcomer-'));
    copyRepository(folder);
    const port = await freePort();
    shell = spawn('bash', ['-c', COMMAND], {
      cwd: folder,
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // Another service may have the usual port, and what a test before has fetched is good.
        QUERN_PORT: String(port),
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
        npm_config_fund: 'false',
      },
    });
    for (const stream of [shell.stdout, shell.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += String(chunk)));
    const ended = once(shell, 'exit');
    while (!printed.includes('Try:')) {
      const more = once(shell.stdout ?? shell, 'data').then(() => 'more');
      if ((await Promise.race([more, ended])) !== 'more') throw new Error(`it has ended: ${printed}`);
    }
  });

  afterAll(async () => {
    await opened?.close();
    await browser.close();
    const ended = once(shell, 'close');
    process.kill(-(shell.pid ?? NaN), 'SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });

  it('runs the README’s first command, opens the printed link, sees a chart, and copies a line of curl that works', async () => {
    expect(COMMAND).toBe('npm ci && npm start');
    const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/console\S*/.exec(printed) ?? [];
    const [, token = ''] = /#key=([^/]+)/.exec(link) ?? [];
    expect(token).toMatch(/^quern_/);
    opened = await openLink(browser, link, { viewport: { width: 1280, height: 960 } });
    const { page } = opened;

    const endpoints = page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link');
    await endpoints.first().waitFor();
    expect(await endpoints.locator('.list-name').allTextContents()).toEqual([
      'functions.invocation-stats',
      'logs.all',
      'usage.api-counts',
    ]);
    await page.getByRole('link', { name: /usage\.api-counts/ }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('img', { name: /^Chart of .*total_rest_requests.* by timestamp/ }).waitFor();
    await screenshot(page, 'newcomer');

    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const line = await page.evaluate(async () => navigator.clipboard.readText());
    expect(line).toContain('curl');
    expect(line).not.toContain(token);
    const answer = execFileSync('bash', ['-c', line], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, QUERN_KEY: token },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { result } = JSON.parse(answer) as { result: readonly Record<string, unknown>[] };
    expect(result.length).toBeGreaterThan(0);
    expect(Object.keys(result[0] ?? {})).toContain('total_rest_requests');

    expect(page.url()).not.toContain(token);
    expect(await opened.trespasses()).toEqual([]);
  });
});
