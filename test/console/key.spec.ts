import { type Browser, type Page, type Request } from 'playwright-core';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';

describe('the key in the console', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const entry = (page: Page) => page.getByLabel('Key', { exact: true });
  const list = (page: Page) => page.getByRole('link', { name: /usage\.api-counts/ });
  const paste = async (page: Page, key: string, keep = false) => {
    await entry(page).fill(key);
    if (keep) await page.getByRole('checkbox', { name: /Keep in this tab/ }).check();
    await page.getByRole('button', { name: 'Open' }).click();
  };
  /** Everything that a browser keeps of a page. */
  const kept = async (page: Page) =>
    page.evaluate(async () => ({
      cookie: document.cookie,
      local: Object.fromEntries(Object.entries(localStorage)),
      session: Object.fromEntries(Object.entries(sessionStorage)),
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
    }));
  const NOTHING = { cookie: '', local: {}, session: {}, databases: 0, caches: 0 };

  it('is pasted, and kept in memory alone: a reload asks for it again', async () => {
    const { page, context, trespasses, close } = await openConsole(browser, service.base);
    await paste(page, `  ${TOKEN}\n`);
    await list(page).waitFor();
    expect(await kept(page)).toEqual(NOTHING);
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await entry(page).waitFor();
    expect(await trespasses()).toEqual([]);
    await close();
  });

  it('is asked for again where it is none, with the service’s words', async () => {
    const { page, close } = await openConsole(browser, service.base);
    await paste(page, 'quern_no_such_key_at_all', true);
    expect(await page.getByRole('alert').filter({ hasText: /key/ }).textContent()).not.toBe('');
    expect(await kept(page)).toEqual(NOTHING);
    await paste(page, TOKEN);
    await list(page).waitFor();
    await close();
  });

  it('is kept in the tab where its user says so: a reload does not ask, another tab does', async () => {
    const { page, context, close } = await openConsole(browser, service.base);
    await paste(page, TOKEN, true);
    await list(page).waitFor();
    expect(await kept(page)).toEqual({ ...NOTHING, session: { 'quern-key': TOKEN } });
    await page.reload();
    await list(page).waitFor();
    const other = await context.newPage();
    await other.goto(`${service.base}/console`);
    await entry(other).waitFor();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await entry(page).waitFor();
    expect(await kept(page)).toEqual(NOTHING);
    await close();
  });

  it('comes with the link of a first start, which the page takes out of its address and of the history', async () => {
    const place = '/usage.api-counts?project=demo';
    const { page, close } = await openConsole(browser, service.base, { key: TOKEN, place });
    await page.getByRole('heading', { name: 'usage.api-counts' }).waitFor();
    expect(page.url()).toBe(`${service.base}/console#${place}`);
    expect(await page.getByLabel(/^project/).inputValue()).toBe('demo');
    expect(await kept(page)).toEqual(NOTHING);
    await page.goto(`${service.base}/health`);
    await page.goBack();
    expect(page.url()).toBe(`${service.base}/console#${place}`);
    await entry(page).waitFor();
    await close();
  });

  it('is taken from such a link in a tab that has the page already', async () => {
    const { page, close } = await openConsole(browser, service.base);
    await entry(page).waitFor();
    await page.evaluate((key) => {
      location.hash = `key=${key}`;
    }, TOKEN);
    await list(page).waitFor();
    expect(page.url()).not.toContain(TOKEN);
    await close();
  });

  it('goes to the API in a header, and nowhere else', async () => {
    const { page, close } = await openConsole(browser, service.base);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.reload();
    await paste(page, TOKEN);
    await list(page).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('400 Invalid parameters').waitFor();
    expect(requests.length).toBeGreaterThan(4);
    for (const request of requests) {
      const { pathname } = new URL(request.url());
      const headers = await request.allHeaders();
      const texts = [request.url(), request.postData() ?? '', headers.referer ?? '', headers.cookie ?? ''];
      expect(texts.join(' ')).not.toContain(TOKEN);
      expect([pathname, headers['x-api-key']]).toEqual([pathname, pathname.startsWith('/api/') ? TOKEN : undefined]);
    }
    await close();
  });

  it('is forgotten when nobody has touched the page for half an hour, in memory and in the tab', async () => {
    const { page, close } = await openConsole(browser, service.base);
    await page.clock.install();
    await page.reload();
    await paste(page, TOKEN, true);
    await list(page).waitFor();
    await page.clock.runFor('29:00');
    await page.keyboard.press('Shift');
    await page.clock.runFor('29:00');
    expect(await list(page).count()).toBe(1);
    await page.clock.runFor('02:00');
    await page.getByText(/nobody has touched this page for 30 minutes/).waitFor();
    expect(await kept(page)).toEqual(NOTHING);
    await close();
  });
});
