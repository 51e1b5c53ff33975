import { type Browser, chromium } from 'playwright-core';
import { requireProgram } from '../../support/processes/require-program.js';

/** Debian's Chromium, without a window. Whoever opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  requireProgram('chromium', 'Chromium', '.ci/install-chromium');
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      // Containers have neither the namespaces that its sandbox is made of nor much of /dev/shm.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      // Nothing is to leave the machine.
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
}
