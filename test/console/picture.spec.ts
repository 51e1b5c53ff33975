import { copyFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser } from 'playwright-core';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { screenshot } from './support/screenshot.js';

const PICTURE = 'docs/console.png';
const WIDTH = 1280;

/** The picture in the README: the sample logs, as a first start makes them. `npm run docs:console` takes it anew. */
describe('the picture of the console', () => {
  let folder: string;
  let quern: QuernProcess;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-picture-'));
    quern = startQuern({ folder, env: { QUERN_CONSOLE: 'on', QUERN_ENDPOINTS: resolve('endpoints') } });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    quern.child.kill('SIGTERM');
    await quern.ended;
    await rm(folder, { recursive: true });
  });

  it('is taken of the sample logs, and shown by the README', async () => {
    const place = '/usage.api-counts/chart?project=demo&interval=daily';
    const size = { viewport: { width: WIDTH, height: 1080 } };
    const { page, trespasses, close } = await openConsole(browser, await quern.listening(), {
      key: TOKEN,
      place,
      ...size,
    });
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('img', { name: /^Chart of .* by timestamp/ }).waitFor();
    await page.mouse.move(0, 0);
    const taken = await screenshot(page, 'picture');
    if (process.env.UPDATE_DOCS === '1') copyFileSync(taken, PICTURE);
    for (const path of [taken, PICTURE]) {
      const png = readFileSync(path);
      expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      expect([path, png.readUInt32BE(16)]).toEqual([path, WIDTH]);
    }
    expect(readFileSync('README.md', 'utf8')).toContain(`](${PICTURE})`);
    expect(await trespasses()).toEqual([]);
    await close();
  });
});
