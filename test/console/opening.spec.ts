import { type Browser } from 'playwright-core';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { accessibilityProblems } from './support/accessibility.js';
import { openBrowser } from './support/browser.js';
import { openConsole } from './support/console-page.js';

describe('the browser that the console is tested in', () => {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startService({ env: { QUERN_CONSOLE: 'on' } });
  });

  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  it('opens the page, which does nothing that is not allowed', async () => {
    const { page, trespasses, close } = await openConsole(browser, service.base, { key: TOKEN });
    await page.getByRole('link', { name: /usage\.api-counts/ }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await trespasses()).toEqual([]);
    await close();
  });

  it('tells of what a page must not do: run what came as text, ask another host, open dialogs', async () => {
    const { page, trespasses, close } = await openConsole(browser, service.base);
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'http://elsewhere.example/a.png';
      const style = document.createElement('p');
      style.setAttribute('style', 'color: red');
      document.body.append(image, style);
      try {
        document.body.insertAdjacentHTML('beforeend', '<b>bold</b>');
      } catch {
        // As it should be: no text becomes markup.
      }
      alert('here');
    });
    const told = async () => (await trespasses()).map(({ kind, text }) => `${kind} ${text}`).join('\n');
    const text = await told();
    expect(text).toMatch(/^dialog here$/m);
    expect(text).toMatch(/^violation require-trusted-types-for/m);
    expect(text).toMatch(/^violation style-src-attr/m);
    expect(text).toMatch(/^violation img-src: http:\/\/elsewhere\.example/m);
    await close();
  });

  it('tells of what somebody who cannot see the page could not use', async () => {
    const { page, close } = await openConsole(browser, service.base);
    await page.evaluate(() => {
      document.body.append(document.createElement('button'));
    });
    expect((await accessibilityProblems(page)).join('\n')).toContain('button-name');
    await close();
  });
});
