import { type Browser, type Page } from 'playwright-core';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';
import { ENDPOINTS } from './support/endpoints.js';

const PAGED = endpointFile({
  name: 'demo.paged',
  parameters: { after: { type: 'integer' } },
  columns: [{ name: 'id', type: 'INT64', nullable: false }],
  page: { size: 3, next: { after: 'id' } },
  query: 'SELECT id FROM UNNEST(GENERATE_ARRAY(1, 5)) AS id WHERE id > COALESCE(@after, 0) ORDER BY id',
});
const SLICED = endpointFile({
  name: 'demo.sliced',
  caching: 60,
  slices: 'enabled',
  query: 'SELECT id FROM UNNEST(GENERATE_ARRAY(1, 2000)) AS id ORDER BY id',
  max_rows: 2000,
});

describe('an answer in the console', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({ endpoints: { ...ENDPOINTS, 'paged.yaml': PAGED, 'sliced.yaml': SLICED } });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const grid = (page: Page) => page.getByRole('grid', { name: 'Rows' });
  const status = (page: Page) => page.locator('.status');
  const run = async (place: string) => {
    const opened = await openConsole(browser, service.base, { key: TOKEN, place });
    await opened.page.getByRole('form', { name: 'Parameters' }).waitFor();
    await opened.page.keyboard.press('Control+Enter');
    await status(opened.page).waitFor();
    return opened;
  };
  const cells = async (page: Page, row: number) => page.locator(`tr[aria-rowindex="${row + 1}"] td`).allTextContents();

  it('is a table with types in its head, and every digit of every number', async () => {
    const { page, trespasses, close } = await run('/demo.values/table');
    const heads = await page.locator('thead th').allInnerTexts();
    expect(heads.slice(1).map((text) => text.split('\n').filter((line) => line !== ''))).toEqual([
      ['id', 'INT64'],
      ['big', 'INT64'],
      ['exact', 'INT64'],
      ['text', 'STRING'],
      ['nested', 'STRUCT<a INT64, b ARRAY<INT64>>'],
      ['even', 'BOOL'],
      ['day', 'DATE'],
      ['level', 'STRING'],
    ]);
    // The third one comes as a number of JSON, which JavaScript's own reader would round.
    expect((await cells(page, 1)).slice(0, 3)).toEqual(['1', '9007199254740993', '9007199254740993']);
    expect((await cells(page, 3)).slice(0, 3)).toEqual(['3', '9007199254740995', '9007199254740995']);
    expect(await trespasses()).toEqual([]);
    await close();
  });

  it('has NULL unlike an empty text, and unlike the word', async () => {
    const { page, close } = await run('/demo.values/table');
    expect([await cells(page, 1), await cells(page, 2), await cells(page, 3)].map((row) => row[3])).toEqual([
      'empty',
      'text',
      'NULL',
    ]);
    expect(await page.locator('td .null').allTextContents()).toEqual(['empty', 'NULL']);
    await close();
  });

  it('has nested values folded, which a click opens and Escape closes', async () => {
    const { page, close } = await run('/demo.values/table');
    const cell = page.locator('#c-0-4');
    expect(await cell.textContent()).toBe('{2}{"a": 1, "b": [1, 2]}');
    await cell.click();
    const opened = page.getByRole('complementary', { name: 'nested of row 1' });
    expect(await opened.locator('pre').textContent()).toBe(JSON.stringify({ a: 1, b: [1, 2] }, null, 2));
    await page.keyboard.press('Escape');
    expect(await opened.count()).toBe(0);
    await close();
  });

  it('draws of many rows those in sight, with the head above them, and goes through them by keys', async () => {
    const { page, close } = await run('/demo.values/table?n=10000');
    await page.getByText('5,000 rows').waitFor();
    await page.getByText('cut off, there are more').waitFor();
    expect(await page.locator('tbody tr').count()).toBeLessThan(100);
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await page.locator('tr[aria-rowindex="5001"]').waitFor();
    expect((await cells(page, 5000))[0]).toBe('5000');
    expect(await grid(page).getAttribute('aria-activedescendant')).toBe('c-4999-7');
    const inSight = async (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const box = element.getBoundingClientRect();
        const frame = element.closest('.scroller')?.getBoundingClientRect();
        return frame !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      });
    expect([await inSight('#c-4999-7'), await inSight('thead th >> nth=1')]).toEqual([true, true]);
    expect(await page.locator('tbody tr').count()).toBeLessThan(100);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'id of row 2' }).waitFor();
    await close();
  });

  it('is JSON with every digit, and its header fields', async () => {
    const { page, close } = await run('/demo.values/json?n=1');
    const json = await page.getByRole('region', { name: 'The answer as JSON' }).textContent();
    expect(json).toContain('"exact": 9007199254740993,');
    await page.getByRole('tab', { name: 'Headers' }).click();
    const fields = await page.getByRole('tabpanel').first().innerText();
    expect(fields).toMatch(/^cache-status$/m);
    expect(fields).toMatch(/^quern; /m);
    expect(fields).not.toContain(TOKEN);
    await close();
  });

  it('says in one line whether it was run or kept, how old it is and how long it is good', async () => {
    const { page, close } = await run('/demo.values?n=4');
    const text = async () => status(page).innerText();
    expect(await text()).toMatch(/^Run/);
    expect(await text()).toContain('The query was run, since nothing was kept');
    expect(await text()).toMatch(/4 rows/);
    expect(await text()).toMatch(/\d ms/);
    expect(await text()).toMatch(/good for (?:60|5\d) s/);
    expect(await text()).toMatch(/\d B/);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Hit', { exact: false }).first().waitFor();
    expect(await text()).toContain('Kept rows: no query was run');
    await page.getByRole('link', { name: /demo\.needy/ }).click();
    await page.locator('#p-project').fill('demo');
    await page.keyboard.press('Control+Enter');
    await page.getByText('not kept').waitFor();
    await close();
  });

  it('says whether there are more rows, on a further page or in a whole result', async () => {
    const said = async (place: string) => {
      const { page, close } = await run(place);
      const text = await status(page).innerText();
      await close();
      return text;
    };
    expect(await said('/demo.paged')).toMatch(/3 rows\s+there is a next page/);
    expect(await said('/demo.paged?after=2')).not.toContain('next page');
    expect(await said('/demo.sliced?limit=10')).toMatch(/10 rows of 2,000/);
    expect(await said('/demo.sliced')).not.toContain(' of ');
  });

  it('says what its run has cost, where the engine tells and the key may know', async () => {
    const { page, close } = await openConsole(browser, service.base, { key: TOKEN, place: '/demo.values?n=7' });
    // The embedded engine has no such figures, which BigQuery has.
    await page.route('**/api/endpoints/query/demo.values*', async (route) => {
      const response = await route.fetch();
      const cost = (response.headers()['quern-cost'] ?? '').replace(
        'run_ms',
        'bytes_billed=10485760, slot_ms=42, run_ms',
      );
      await route.fulfill({ response, headers: { ...response.headers(), 'quern-cost': cost } });
    });
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('bytes billed 10 MB').waitFor();
    await page.getByText('slot ms 42').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Hit').waitFor();
    expect(await page.getByText('bytes billed').count()).toBe(0);
    await close();
  });

  it('has an address with endpoint, parameters and view, and never the key, which another can open', async () => {
    const { page, close } = await run('/demo.values?n=2');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.locator('#p-level').selectOption('warn');
    const address = page.url();
    expect(address).toBe(`${service.base}/console#/demo.values/json?n=2&level=warn`);
    await close();
    const other = await openConsole(browser, service.base, { key: TOKEN, place: new URL(address).hash.slice(1) });
    expect(await other.page.locator('#p-n').inputValue()).toBe('2');
    expect(await other.page.locator('#p-level').inputValue()).toBe('warn');
    expect(await other.page.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true');
    await other.close();
  });

  it('is saved as a file, in every form that there is', async () => {
    const { page, trespasses, close } = await run('/demo.values?n=2');
    const save = async (form: string) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download as ${form}` }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`demo.values.${form}`);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
    const names = await page.getByRole('group', { name: 'Download' }).getByRole('button').allTextContents();
    expect(names).toEqual(['json', 'ndjson', 'csv', 'parquet', 'arrow']);
    expect(JSON.parse(String(await save('json')))).toHaveLength(2);
    expect(String(await save('csv')).split('\r\n')[1]).toMatch(/^1,9007199254740993,/);
    expect(String((await save('parquet')).subarray(0, 4))).toBe('PAR1');
    expect(await trespasses()).toEqual([]);
    await close();
  });
});
