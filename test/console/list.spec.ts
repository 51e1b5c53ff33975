import { type Browser, type Page } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { eventually } from '../support/eventually.js';
import { keysText } from './support/keys.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { ENDPOINTS } from './support/endpoints.js';

const [ADMIN, LIMITED] = ['admin-token-of-the-console', 'limited-token-of-the-console'];

describe('the list of endpoints in the console', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({
      endpoints: ENDPOINTS,
      keys: keysText({
        admin: { token: ADMIN, scopes: ['*', 'admin'] },
        limited: { token: LIMITED, scopes: ['demo.n*'] },
      }),
    });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const names = async (page: Page) => page.locator('nav .list-name').allTextContents();
  const stateOf = async (name: string) => {
    const response = await service.get(`/api/endpoints/${name}`, { 'x-api-key': ADMIN });
    return ((await response.json()) as { result: { state: string } }).result.state;
  };
  const open = async (key: string, place?: string) => {
    const opened = await openConsole(browser, service.base, { key, ...(place !== undefined && { place }) });
    await opened.page.getByRole('navigation', { name: 'Endpoints' }).waitFor();
    return opened;
  };

  it('has what the key may call, and nothing else', async () => {
    const { page, close } = await open(LIMITED);
    expect(await names(page)).toEqual(['demo.needy']);
    await page.evaluate(() => (location.hash = '#/demo.values'));
    await page.getByText('There is no endpoint demo.values that this key may call.').waitFor();
    await close();
  });

  it('has the state of each file for admins, and for nobody else', async () => {
    const limited = await open(LIMITED);
    expect(await limited.page.getByText('serving').count()).toBe(0);
    await limited.close();
    // Its YAML ends in the middle.
    await service.writeEndpoint('needy.yaml', ENDPOINTS['needy.yaml'].slice(0, -1));
    try {
      await eventually(async () => (await stateOf('demo.needy')) === 'outdated');
      const { page, close } = await open(ADMIN);
      expect(await page.getByRole('link', { name: /demo\.needy\s*outdated/ }).count()).toBe(1);
      expect(await page.getByRole('link', { name: /demo\.values\s*serving/ }).count()).toBe(1);
      await close();
    } finally {
      await service.writeEndpoint('needy.yaml', ENDPOINTS['needy.yaml']);
    }
  });

  it('is searched by name and description, from the keyboard alone', async () => {
    const { page, close } = await open(ADMIN);
    await page.keyboard.press('/');
    await page.keyboard.type('project MUCH');
    expect(await names(page)).toEqual(['demo.needy']);
    await page.getByText('1 of 3').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('demo');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'demo.needy' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('/');
    expect(await page.getByRole('searchbox').inputValue()).toContain('/');
    await close();
  });
});
