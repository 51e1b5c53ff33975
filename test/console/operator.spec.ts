import { hashToken } from '../../src/access/token.js';
import { type Browser, type Page } from 'playwright-core';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { type ConsolePage, openConsole } from './support/console-page.js';
import { screenshot } from './support/screenshot.js';

const READER = 'token-of-the-reader';
const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: reader, sha256: "${hashToken(READER)}", scopes: ["*"] }
`;
const ORDERS = {
  name: 'orders.by-country',
  parameters: { country: { type: 'string', default: 'NO' }, least: { type: 'integer', log: true, default: 1 } },
  caching: 600,
  warm: [{ country: 'PT' }],
  query: 'SELECT country, COUNT(*) AS n\nFROM orders\nWHERE country = @country AND id >= @least\nGROUP BY country',
};

describe('what operators see of an endpoint', () => {
  let browser: Browser;
  let service: TestService;
  let opened: ConsolePage;
  let page: Page;
  const file = endpointFile(ORDERS);

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({
      keys: KEYS,
      clock: { now: new Date('2026-11-20T10:00:30.000Z') },
      tables: { orders: [{ id: 1, country: 'NO' }] },
      endpoints: { 'orders.yaml': file },
      env: { QUERN_CONSOLE: 'on' },
    });
  });

  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (key: string, place: string) => {
    opened = await openConsole(browser, service.base, { key, place });
    ({ page } = opened);
    await page.getByRole('heading', { name: ORDERS.name }).waitFor();
  };
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  afterEach(async () => {
    expect(await opened.trespasses()).toEqual([]);
    await opened.close();
  });

  it('are its file, its SQL, the last hour, the last runs and when it is refreshed next', async () => {
    for (const country of ['NO', 'NO', 'DK']) await service.rows(`${ORDERS.name}?country=${country}`);
    await open(TOKEN, `/${ORDERS.name}/operation`);
    await section('File')
      .getByText(/orders\.yaml$/)
      .waitFor();
    expect(await section('SQL').textContent()).toBe(ORDERS.query);
    const plots = section('Figures').getByRole('img');
    expect(await plots.evaluateAll((each) => each.map((plot) => plot.getAttribute('aria-label')))).toEqual([
      'Calls, minute by minute: 3 at the end',
      'Hit rate in %, minute by minute: 33.3 at the end',
      expect.stringMatching(/^Milliseconds of a run, minute by minute: [\d.]+ at the end$/),
      'Age of hits in seconds, minute by minute: 0 at the end',
      expect.stringMatching(/^Bytes of rows made, minute by minute: \d+ at the end$/),
    ]);
    const runs = section('Table of the last runs').locator('tbody tr');
    expect(await runs.count()).toBe(3);
    expect(await runs.first().textContent()).toContain('2026-11-20 10:00:30');
    const causes = await runs.locator('td:nth-child(2)').allTextContents();
    expect(causes.sort()).toEqual(['client', 'client', 'start']);
    expect(await section('Figures').textContent()).toMatch(/Results kept3, .*Next refresh2026-11-20 10:0\d:\d\d UTC/);
    await screenshot(page, 'operation');
  });

  it('is what the call in the form would do, without the values that may not be logged', async () => {
    await open(TOKEN, `/${ORDERS.name}/operation?country=Atlantis&least=7`);
    await page.getByRole('button', { name: 'Explain' }).click();
    const told = page.getByRole('region', { name: 'Explain', exact: true });
    await told.getByText('Tables readorders').waitFor();
    expect(await told.textContent()).toMatch(/@country"@country" STRING@least7 INT64/);
    expect(await section('Plan').textContent()).toContain('@country');
    expect(await told.textContent()).not.toContain('Atlantis');
    await page.getByLabel('least', { exact: false }).first().fill('x');
    await page.getByRole('button', { name: 'Explain' }).click();
    await told.getByText('"least" must be a whole number').waitFor();
  });

  it('is what is wrong with its file, at its line', async () => {
    await service.writeEndpoint('orders.yaml', file.replace('COUNT(*)', 'CUONT(*)'));
    const isBroken = async () => (await (await service.get('/api/endpoints')).text()).includes('outdated');
    await eventually(isBroken);
    await open(TOKEN, `/${ORDERS.name}/operation`);
    const problems = section('Problems');
    await problems.getByText('CUONT').first().waitFor();
    expect(await problems.locator('pre').textContent()).toMatch(/CUONT[^]*\n +\^$/);
    expect(await page.getByText('outdated').count()).toBeGreaterThan(0);
  });

  it('is nothing to others', async () => {
    await open(READER, `/${ORDERS.name}/operation`);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Table', 'JSON', 'Headers', 'Code']);
    expect(await page.getByText('GROUP BY').count()).toBe(0);
  });
});
