import { type Browser, type Page } from 'playwright-core';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { accessibilityProblems } from './support/accessibility.js';
import { openBrowser } from './support/browser.js';
import { type ConsolePage, openConsole } from './support/console-page.js';
import { screenshot } from './support/screenshot.js';

const ENDPOINTS = {
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    parameters: { country: { type: 'string', default: 'NO' } },
    query: `WITH sales AS (SELECT n AS amount, @country AS country FROM UNNEST([3, 4]) AS n), others AS (SELECT 1 AS one)
      SELECT COUNT(*) AS n FROM sales`,
  }),
  'plain.yaml': endpointFile({ name: 'plain', query: 'SELECT 1 AS one' }),
};

describe('the editor for SQL of a caller’s own', () => {
  let browser: Browser;
  let service: TestService;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({ endpoints: ENDPOINTS, env: { QUERN_CONSOLE: 'on' } });
  });

  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (endpoint: string) => {
    opened = await openConsole(browser, service.base, { key: TOKEN, place: `/${endpoint}` });
    ({ page } = opened);
    await page.getByRole('heading', { name: endpoint }).waitFor();
  };
  const editor = () => page.getByRole('textbox', { name: 'sql' });
  const write = async (sql: string) => {
    await editor().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(sql);
  };
  const offered = async () => {
    await page.getByRole('listbox').waitFor();
    return page.getByRole('option').allTextContents();
  };

  afterEach(async () => {
    expect(await opened.trespasses()).toEqual([]);
    await opened.close();
  });

  it('comes with endpoints that take SQL, and with no other', async () => {
    await open('plain');
    await page.getByRole('button', { name: 'Run' }).waitFor();
    const loaded = async () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('code-editor')).length,
      );
    expect(await loaded()).toBe(0);
    await page.getByRole('link', { name: /open/ }).click();
    await editor().waitFor();
    expect(await loaded()).toBe(1);
    // Its styles are a sheet of a shadow root, and none of them stands in the page.
    expect(await page.locator('style').count()).toBe(0);
    const shade = await editor().evaluate(
      (element) => getComputedStyle(element.closest('.cm-editor') ?? element).borderStyle,
    );
    expect(shade).toBe('solid');
  });

  it('runs what stands in it by Ctrl-Enter, adding no line to it', async () => {
    await open('open');
    await write('SELECT SUM(amount) AS total FROM sales');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('gridcell', { name: '7', exact: true })
      .or(page.getByText('7', { exact: true }))
      .first()
      .waitFor();
    expect(await editor().innerText()).toBe('SELECT SUM(amount) AS total FROM sales');
    await screenshot(page, 'editor');
  });

  it('completes queries, their columns and parameters', async () => {
    await open('open');
    await page.getByText('your own SQL over sales, others').waitFor();
    await write('SELECT am');
    await page.keyboard.type('o');
    expect(await offered()).toEqual(expect.arrayContaining([expect.stringMatching(/^amountINT64/)]));
    await page.keyboard.press('Escape');
    await write('SELECT 1 AS one FROM ');
    await page.keyboard.type('sal');
    expect(await offered()).toEqual(expect.arrayContaining([expect.stringMatching(/^sales/)]));
    await page.keyboard.press('Escape');
    await write('SELECT sales');
    await page.keyboard.type('.');
    expect((await offered()).sort()).toEqual([expect.stringMatching(/^amount/), expect.stringMatching(/^country/)]);
    await page.keyboard.press('Escape');
    await write('SELECT ');
    await page.keyboard.type('@co');
    const [first] = await offered();
    expect(first).toMatch(/^@countryparameter/);
  });

  it('marks what is wrong where it is, and goes there', async () => {
    await open('open');
    await write("SELECT '😀' AS x,\n  '😀' || nope AS y FROM sales");
    await page.keyboard.press('Control+Enter');
    const mark = page.locator('.cm-lintRange-error');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('nope');
    expect(await editor().getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.field-problem').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Line 2, column 10: unrecognized name "nope"/)]),
    );
    // The cursor is where the mistake is.
    await page.keyboard.press('Shift+End');
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)).toContain(
      'cm-content',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await screenshot(page, 'editor-problem');
  });

  it('keeps what was run while the tab has the key, and no longer', async () => {
    await open('open');
    for (const sql of ['SELECT 1 AS first FROM sales', 'SELECT 2 AS second FROM sales']) {
      await write(sql);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('columnheader', { name: sql.includes('first') ? /first/ : /second/ }).waitFor();
    }
    const earlier = page.getByLabel('Earlier');
    expect(await earlier.locator('option').allTextContents()).toEqual([
      'choose …',
      'SELECT 2 AS second FROM sales',
      'SELECT 1 AS first FROM sales',
    ]);
    await earlier.selectOption({ label: 'SELECT 1 AS first FROM sales' });
    expect(await editor().innerText()).toBe('SELECT 1 AS first FROM sales');
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('SELECT');
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(TOKEN);
    await page.keyboard.press('Enter');
    await editor().waitFor();
    expect(await earlier.count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('can be used by everybody, where it is %s', async (colorScheme) => {
    await open('open');
    await page.emulateMedia({ colorScheme });
    await write('SELECT amount, @country AS c, "text" AS t, 5 AS n -- a comment\nFROM sales');
    expect(await accessibilityProblems(page)).toEqual([]);
    // Tab goes on to the next field: nobody is kept in here.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Run');
  });
});
