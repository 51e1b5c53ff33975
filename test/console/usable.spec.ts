import { type Browser, type Page } from 'playwright-core';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { accessibilityProblems } from './support/accessibility.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { ENDPOINTS } from './support/endpoints.js';
import { screenshot } from './support/screenshot.js';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 860 };

describe('the console is for everybody', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({ endpoints: ENDPOINTS });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** The views, each with a step to take there. */
  const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    table: async (page) => page.locator('#c-0-4').click(),
    json: async (page) => page.getByRole('region', { name: 'The answer as JSON' }).waitFor(),
    headers: async (page) => page.getByText('cache-status').waitFor(),
    code: async (page) => page.getByRole('tab', { name: 'Python' }).click(),
    chart: async (page) => page.getByRole('img', { name: /^Chart of/ }).waitFor(),
    operation: async (page) => {
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByRole('region', { name: 'Plan' }).waitFor();
    },
  };

  describe.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ] as const)('%s, in a window of %j', (colorScheme, viewport) => {
    const look = { colorScheme, viewport };
    const name = `${colorScheme}-${viewport.width}`;

    it('asks for a key', async () => {
      const { page, close } = await openConsole(browser, service.base, look);
      await page.getByLabel('Key', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await screenshot(page, `key-${name}`);
      await close();
    });

    it.each(Object.keys(VIEWS))('shows an answer: %s', async (view) => {
      const place = `/demo.values/${view}?ids=1&ids=2`;
      const { page, trespasses, close } = await openConsole(browser, service.base, { ...look, key: TOKEN, place });
      await page.getByRole('form', { name: 'Parameters' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('.status').waitFor();
      await VIEWS[view]?.(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isTooWide).toBe(false);
      await screenshot(page, `${view}-${name}`);
      expect(await trespasses()).toEqual([]);
      await close();
    });

    it('shows what is wrong', async () => {
      const { page, close } = await openConsole(browser, service.base, { ...look, key: TOKEN, place: '/demo.needy' });
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('heading', { name: '400 Invalid parameters' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await screenshot(page, `problem-${name}`);
      await close();
    });
  });

  it('goes from the key to the rows and their code with the keyboard alone', async () => {
    const { page, close } = await openConsole(browser, service.base);
    const focused = async () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 40; presses++) {
        if ((await focused()).includes(text)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard does not come to ${text}`);
    };
    // The field for the key has the focus already.
    await page.getByLabel('Key', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Endpoints' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('needy');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'demo.needy' }).waitFor();
    await page.keyboard.press('Control+Enter');
    // The field with the mistake has the focus.
    await page.locator('#p-project:focus').waitFor();
    await page.keyboard.type('demo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.locator('.status').waitFor();
    await tabTo('Table');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Operation');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Code');
    await tabTo('Copy');
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toContain('project=demo&n=5');
    await close();
  });
});
