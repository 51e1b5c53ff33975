import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Page } from 'playwright-core';

const FOLDER = resolve('node_modules/.cache/quern/console');

/** Keeps a picture of the page as it is now, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  return path;
}
