import { type Browser, type Page } from 'playwright-core';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { openBrowser } from './support/browser.js';
import { type ConsolePage, openConsole } from './support/console-page.js';
import { answerHostilely, HOSTILE, HOSTILE_SQL } from './support/hostile-service.js';
import { PAYLOADS } from './support/payloads.js';

/** A text without the characters that no page shows. */
const shown = (text: string) => text.replace(/[\s\0\uFFFD\u202C\u202E]+/g, '');

describe('texts that strangers wrote', () => {
  let browser: Browser;
  let service: TestService;
  let opened: ConsolePage;
  let page: Page;
  let fails = false;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({
      env: { QUERN_CONSOLE: 'on' },
      tables: { texts: PAYLOADS.filter((text) => !text.includes('\0')).map((text) => ({ text, n: text.length })) },
      endpoints: {
        'texts.yaml': endpointFile({
          name: 'texts',
          description: PAYLOADS.filter((text) => !text.includes('\0')).join('\n'),
          parameters: { text: { type: 'string', max_length: 3, description: PAYLOADS[2] } },
          query: 'SELECT text, n, [text] AS list, STRUCT(text AS t) AS nested FROM texts WHERE @text IS NULL',
        }),
      },
    });
  });

  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (place: string, isHostile = true) => {
    opened = await openConsole(browser, service.base);
    ({ page } = opened);
    if (isHostile) await answerHostilely(opened.context, () => fails);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `key=${TOKEN}${place}`);
    await page.getByRole('navigation', { name: 'Endpoints' }).waitFor();
  };
  const run = async () => {
    await page.keyboard.press('Control+Enter');
    await page.locator('.status, .problem').first().waitFor();
  };
  const view = async (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const placeOf = (name: string, rest = '') => `/${encodeURIComponent(name)}${rest}`;

  /** Asserts that nothing ran, nothing was loaded, and nothing on the page could only be markup of others. */
  const assertHarmless = async () => {
    // Scripts that wait for the focus would run now.
    for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
    const strange = await page.evaluate(() => {
      const all = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
      const found = all.flatMap((root) => [
        ...root.querySelectorAll(
          'img, iframe, object, embed, base, style, form[action], template, math, script:not([type="module"])',
        ),
        ...[...root.querySelectorAll('*')].filter(({ attributes }) =>
          [...attributes].some(({ name }) => name.startsWith('on')),
        ),
        ...[...root.querySelectorAll('[href], [src]')].filter((element) =>
          /^\s*(?:javascript|data|http:\/\/elsewhere)/i.test(
            element.getAttribute('href') ?? element.getAttribute('src') ?? '',
          ),
        ),
      ]);
      return found.map(({ outerHTML }) => outerHTML.slice(0, 100));
    });
    expect(strange).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran') as unknown)).toBeUndefined();
    expect(await opened.trespasses()).toEqual([]);
  };
  /** Asserts that payloads are there as text of the page, or of one of its controls. */
  const assertShown = async (payloads: readonly string[]) => {
    const text = await page.evaluate(() => {
      const controls = [...document.querySelectorAll('input, textarea')].map(
        (each) => (each as HTMLInputElement).value,
      );
      const names = [...document.querySelectorAll('[title], [placeholder], [aria-label]')].flatMap((each) =>
        ['title', 'placeholder', 'aria-label'].map((name) => each.getAttribute(name)),
      );
      return [document.body.textContent, ...controls, ...names].join('\n');
    });
    const all = shown(text);
    expect(payloads.filter((payload) => !all.includes(shown(payload)))).toEqual([]);
  };

  afterEach(async () => opened.close());

  it('are text, where they are the values of a table that really has them', async () => {
    await open('/texts', false);
    await run();
    for (const tab of ['Table', 'JSON', 'Headers', 'Code', 'Operation']) {
      await view(tab);
      await assertHarmless();
    }
    await view('JSON');
    await assertShown(PAYLOADS.filter((text) => !/["\0\u2028\\]/.test(text)));
    await page
      .getByRole('textbox', { name: /text/ })
      .first()
      .fill(PAYLOADS[2] ?? '');
    await run();
    await page.getByText('characters', { exact: false }).first().waitFor();
    await assertHarmless();
  });

  it.each(['table', 'chart', 'json', 'headers', 'code', 'operation'])(
    'are text, where they are the names of everything: %s',
    async (name) => {
      fails = false;
      await open(placeOf(HOSTILE, `/${name}`));
      await run();
      if (name === 'operation') {
        await page.getByRole('button', { name: 'Explain' }).click();
        await page.getByText('Tables read').waitFor();
        await assertShown(PAYLOADS);
      }
      if (name === 'chart') {
        // The choice in one select decides which others there are.
        const selects = page.locator('.chart select');
        for (let index = 0; index < (await selects.count()); index += 1) {
          const count = await selects.nth(index).locator('option').count();
          await selects.nth(index).selectOption({ index: count - 1 });
        }
      }
      await assertHarmless();
      // The description and the names of the parameters are on the page.
      await assertShown(PAYLOADS);
    },
  );

  it('are text, where a cell with them is opened', async () => {
    fails = false;
    await open(placeOf(HOSTILE));
    await run();
    await view('Table');
    const cells = page.getByRole('gridcell');
    await cells.first().click();
    for (const payload of PAYLOADS) {
      expect(payload).not.toBe('');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowRight');
    }
    await assertHarmless();
  });

  it('are text, where a call is refused in their words', async () => {
    fails = true;
    await open(placeOf(HOSTILE));
    await run();
    await page.getByRole('alert').first().waitFor();
    await assertHarmless();
    await assertShown(PAYLOADS.map((payload) => `${payload} is wrong`));
  });

  it('are text, where the editor completes and marks them', async () => {
    fails = false;
    await open(placeOf(HOSTILE_SQL));
    const editor = page.getByRole('textbox', { name: 'sql' });
    await editor.click();
    for (const payload of PAYLOADS) {
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(payload);
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.type('SELECT s');
    await page.keyboard.press('Control+Space');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    fails = true;
    await run();
    await assertHarmless();
  });

  it('are text, where they stand in the address', async () => {
    fails = false;
    await open('/texts');
    for (const payload of PAYLOADS) {
      const text = encodeURIComponent(payload);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `/${text}/${text}?${text}=${text}`);
      await page.getByRole('navigation', { name: 'Endpoints' }).waitFor();
    }
    await assertHarmless();
  });
});
