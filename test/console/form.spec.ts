import { type Browser, type Page } from 'playwright-core';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { ENDPOINTS } from './support/endpoints.js';

describe('the form of an endpoint in the console', () => {
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

  const open = async (place: string) => {
    const opened = await openConsole(browser, service.base, { key: TOKEN, place });
    await opened.page.getByRole('form', { name: 'Parameters' }).waitFor();
    return opened;
  };
  const field = (page: Page, name: string) => page.locator(`#p-${name}`);
  const rows = (page: Page) => page.getByRole('grid', { name: 'Rows' });

  it('is made from the contract: choices, defaults, types and what their author says', async () => {
    const { page, close } = await open('/demo.values');
    const options = await field(page, 'level').locator('option').allTextContents();
    expect(options).toEqual(['default: info', 'info', 'warn']);
    expect(await field(page, 'deep').locator('option').allTextContents()).toEqual(['(none)', 'true', 'false']);
    expect(await field(page, 'n').getAttribute('placeholder')).toBe('default: 3');
    // Other values are taken as well.
    expect(await page.locator('#p-order-choices option').count()).toBe(2);
    expect(await field(page, 'order').evaluate((element) => element.tagName)).toBe('INPUT');
    expect(await page.getByLabel(/^n\s/).count()).toBe(1);
    await page.getByText('How many rows.').waitFor();
    await close();
  });

  it('has times before now for instants and days', async () => {
    const { page, close } = await open('/demo.values');
    await page.clock.setFixedTime('2026-11-20T10:00:00.5Z');
    const times = page.getByRole('group', { name: 'Times for since' });
    await times.getByRole('button', { name: 'now −24 h' }).click();
    expect(await field(page, 'since').inputValue()).toBe('2026-11-19T10:00:00Z');
    await page
      .getByRole('group', { name: 'Times for day' })
      .getByRole('button', { name: 'today', exact: true })
      .click();
    expect(await field(page, 'day').inputValue()).toBe('2026-11-20');
    await page.keyboard.press('Control+Enter');
    await rows(page).waitFor();
    await close();
  });

  it('has arrays as chips, which the keyboard makes and takes back', async () => {
    const { page, close } = await open('/demo.values');
    await field(page, 'ids').focus();
    for (const id of ['17', '18', '19']) {
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Backspace');
    expect(page.url()).toContain('#/demo.values?ids=17&ids=18');
    await page.getByRole('button', { name: 'Remove 17' }).click();
    // A value that is still being written counts, too.
    await field(page, 'ids').focus();
    await page.keyboard.type('20');
    await page.keyboard.press('Control+Enter');
    await rows(page).waitFor();
    expect(page.url()).toMatch(/#\/demo\.values\?ids=18&ids=20$/);
    await close();
  });

  it('has every problem of a 400 at its field, and the first of them in focus', async () => {
    const { page, trespasses, close } = await open('/demo.needy');
    await field(page, 'n').fill('many');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '400 Invalid parameters' }).waitFor();
    const described = async (name: string) => {
      const ids = (await field(page, name).getAttribute('aria-describedby')) ?? '';
      return Promise.all(ids.split(' ').map(async (id) => page.locator(`[id="${id}"]`).textContent()));
    };
    expect((await described('project')).join(' ')).toContain('"project" is required.');
    expect((await described('n')).join(' ')).toContain('"n" must be a whole number, not "many".');
    for (const name of ['project', 'n']) expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('p-project');
    await page.keyboard.type('demo');
    await field(page, 'n').fill('5');
    await page.keyboard.press('Control+Enter');
    await rows(page).waitFor();
    expect(await field(page, 'n').getAttribute('aria-invalid')).toBe('false');
    expect(await trespasses()).toEqual([]);
    await close();
  });

  it('runs with Ctrl-Enter and with its button, and Escape cancels the query', async () => {
    const { page, close } = await open('/demo.endless');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const cancelledOnce = async (run: () => Promise<void>, stop: () => Promise<void>) => {
      const failure = page.waitForEvent('requestfailed');
      await Promise.all([page.waitForRequest(/demo\.endless/), run()]);
      await cancel.waitFor();
      await stop();
      await page.getByText('Cancelled.').waitFor();
      return (await failure).failure()?.errorText;
    };
    const byKeys = cancelledOnce(
      async () => page.keyboard.press('Control+Enter'),
      async () => page.keyboard.press('Escape'),
    );
    expect(await byKeys).toBe('net::ERR_ABORTED');
    const byButtons = cancelledOnce(
      async () => page.getByRole('button', { name: 'Run' }).click(),
      async () => cancel.click(),
    );
    expect(await byButtons).toBe('net::ERR_ABORTED');
    await close();
  });

  it('gives up on a query when another endpoint is looked at', async () => {
    const { page, close } = await open('/demo.endless');
    const failed = page.waitForEvent('requestfailed');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByRole('link', { name: /demo\.needy/ }).click();
    expect((await failed).url()).toContain('demo.endless');
    await close();
  });

  it('hands on what was given to one endpoint to the next one’s parameter of that name', async () => {
    const { page, close } = await open('/demo.needy?n=7');
    await page.getByRole('link', { name: /demo\.values/ }).click();
    await page.getByRole('heading', { name: 'demo.values' }).waitFor();
    expect(await field(page, 'n').inputValue()).toBe('7');
    await close();
  });
});
