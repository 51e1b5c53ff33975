import { type Browser, type Page } from 'playwright-core';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { type ConsolePage, openConsole } from './support/console-page.js';
import { screenshot } from './support/screenshot.js';

const ENDPOINTS = {
  'times.yaml': endpointFile({
    name: 'orders.by-day',
    query: `SELECT DATE_ADD(DATE '2026-11-01', INTERVAL n DAY) AS day, 10 + n AS orders, 7.5 * n AS amount
      FROM UNNEST(GENERATE_ARRAY(0, 19)) AS n ORDER BY n`,
  }),
  'split.yaml': endpointFile({
    name: 'orders.by-country-and-day',
    query: `SELECT DATE_ADD(DATE '2026-11-01', INTERVAL n DAY) AS day, country, MOD(n * 7, 11) + 2 AS orders
      FROM UNNEST(GENERATE_ARRAY(0, 9)) AS n, UNNEST(['NO', 'PT']) AS country ORDER BY n, country`,
  }),
  'names.yaml': endpointFile({
    name: 'orders.by-country',
    query: `SELECT country, LENGTH(country) + 3 AS orders, -2 AS refunds FROM UNNEST(['Norway', 'Portugal', 'Chad']) AS country`,
  }),
  'texts.yaml': endpointFile({ name: 'texts', query: "SELECT 'a' AS a, 'b' AS b" }),
};

describe('the chart', () => {
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

  const run = async (endpoint: string, view = '/chart') => {
    opened = await openConsole(browser, service.base, { key: TOKEN, place: `/${endpoint}${view}` });
    ({ page } = opened);
    await page.getByRole('heading', { name: endpoint }).waitFor();
    await page.keyboard.press('Control+Enter');
  };
  const plot = () => page.getByRole('img', { name: /^Chart of/ });
  const label = async () => plot().getAttribute('aria-label');
  const options = async (name: string) => page.getByLabel(name).locator('option').allTextContents();
  /** Counts the pixels of the picture that have this colour. */
  const pixels = async (variable: string) =>
    page.evaluate((name) => {
      const canvas = document.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) return 0;
      const wanted = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      const [red, green, blue] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16));
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) found += 1;
      }
      return found;
    }, variable);

  const drawn = async (variable: string, moreThan: number) =>
    eventually(async () => (await pixels(variable)) > moreThan);

  afterEach(async () => {
    expect(await opened.trespasses()).toEqual([]);
    await opened.close();
  });

  it('draws numbers over time as lines, and says what it shows', async () => {
    await run('orders.by-day');
    await plot().waitFor();
    expect(await label()).toBe(
      'Chart of orders, amount by day: 20 places, from 0 to 142.5. The table has every number.',
    );
    expect(await page.getByLabel('Kind').inputValue()).toBe('line');
    expect(await options('Kind')).toEqual(['line', 'bar', 'stacked']);
    for (const series of [1, 2]) await drawn(`--series-${series}`, 100);
    expect(await pixels('--series-3')).toBe(0);
    await screenshot(page, 'chart-lines');
  });

  it('draws what is chosen, in the way that is chosen', async () => {
    await run('orders.by-day');
    await page.getByRole('checkbox', { name: 'amount' }).uncheck();
    expect(await label()).toContain('Chart of orders by day');
    expect(await page.getByRole('checkbox', { name: 'orders' }).isDisabled()).toBe(true);
    await drawn('--series-1', 100);
    await eventually(async () => (await pixels('--series-2')) === 0);
    const line = await pixels('--series-1');
    await page.getByLabel('Kind').selectOption('bar');
    await drawn('--series-1', 5 * line);
    await page.getByRole('checkbox', { name: 'amount' }).check();
    await page.getByLabel('Kind').selectOption('stacked');
    for (const series of [1, 2]) await drawn(`--series-${series}`, 1000);
  });

  it('has a series for each name where a time comes again', async () => {
    await run('orders.by-country-and-day');
    await plot().waitFor();
    expect(await label()).toContain('Chart of NO, PT by day: 10 places');
    expect(await page.getByLabel('A series for each').inputValue()).toBe('country');
    await page.getByLabel('Kind').selectOption('stacked');
    await screenshot(page, 'chart-stacked');
    await page.getByLabel('A series for each').selectOption('number');
    expect(await label()).toContain('Chart of orders by day');
  });

  it('draws numbers by name as bars', async () => {
    await run('orders.by-country');
    await plot().waitFor();
    expect(await label()).toBe(
      'Chart of orders, refunds by country: 3 places, from -2 to 11. The table has every number.',
    );
    // Values below zero cannot be stacked, and names have no line between them.
    expect(await options('Kind')).toEqual(['bar']);
    for (const series of [1, 2]) await drawn(`--series-${series}`, 1000);
    await screenshot(page, 'chart-bars');
  });

  it('tells the numbers of the place that is pointed at', async () => {
    await run('orders.by-country');
    const box = await plot().boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 100);
    const legend = page.locator('.chart-legend');
    await legend.getByText('Portugal').waitFor();
    expect(await legend.locator('output').allTextContents()).toEqual(['11', '-2']);
  });

  it('is drawn again in the colours of the dark when that falls', async () => {
    await run('orders.by-day');
    await plot().waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await drawn('--series-1', 100);
    await screenshot(page, 'chart-dark');
  });

  it('is not offered where there is nothing to be drawn', async () => {
    await run('texts', '');
    await page.getByRole('tab', { name: 'JSON' }).waitFor();
    await page.getByText('1 row', { exact: false }).first().waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Table', 'JSON', 'Headers', 'Code', 'Operation']);
  });
});
