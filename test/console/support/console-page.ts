import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

/** Something that a page has done and the console never does. */
export interface Trespass {
  readonly kind: 'violation' | 'error' | 'dialog' | 'foreign request' | 'popup';
  readonly text: string;
}

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** All of them so far; a test that expects none asks at its end. */
  trespasses(): Promise<readonly Trespass[]>;
  close(): Promise<void>;
}

export interface ConsoleOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'deviceScaleFactor'> {
  /** A key, handed over as the link of a first start does it. */
  readonly key?: string;
  /** The place in the console, such as `/usage.api-counts?project=demo`. */
  readonly place?: string;
}

const SIZE = { width: 1280, height: 860 };

/** Opens the console of a service in a browser of its own, which has no cookies and no history. */
export async function openConsole(browser: Browser, base: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { key, place = '', ...display } = options;
  const fragment = key === undefined ? (place === '' ? '' : `#${place}`) : `#key=${encodeURIComponent(key)}${place}`;
  return openLink(browser, `${base}/console${fragment}`, display);
}

/** Opens the console by the link that a start has printed. */
export async function openLink(
  browser: Browser,
  link: string,
  display: Omit<ConsoleOptions, 'key' | 'place'> = {},
): Promise<ConsolePage> {
  const { origin } = new URL(link);
  const context = await browser.newContext({
    viewport: SIZE,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...display,
  });
  const page = await context.newPage();
  const found: Trespass[] = [];
  const tell = (kind: Trespass['kind'], text: string) => found.push({ kind, text });
  await page.addInitScript(recordViolations);
  page.on('pageerror', (error) => tell('error', String(error.stack ?? error)));
  page.on('console', (message) => {
    // The browser writes there what a policy has stopped, and each answer with an error, which is no error of the page.
    if (message.type() === 'error' && !/^Failed to load resource: .* status of [45]/.test(message.text()))
      tell('error', message.text());
  });
  page.on('dialog', (dialog) => {
    tell('dialog', dialog.message());
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) tell('foreign request', url);
  });
  context.on('page', (other) => {
    if (other !== page) tell('popup', other.url());
  });
  await page.goto(link);
  return {
    page,
    context,
    async trespasses() {
      const violations = await page.evaluate(() => (globalThis as unknown as WithViolations).violations);
      return [...found, ...violations.map((text) => ({ kind: 'violation' as const, text }))];
    },
    close: async () => context.close(),
  };
}

interface WithViolations {
  violations: string[];
}

/** Runs in the page, before its own scripts. */
function recordViolations(): void {
  const violations: string[] = [];
  (globalThis as unknown as WithViolations).violations = violations;
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber, columnNumber } = event;
    violations.push(`${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber}:${columnNumber})`);
  });
}
