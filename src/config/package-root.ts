import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder that Quern is installed in; the same two levels above the sources and above what is built of them. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8')) as { version: string };
  return version;
}
