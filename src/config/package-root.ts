import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder that Quern is installed in: the nearest with a `package.json`, above the sources as well as the build. */
export const PACKAGE_ROOT = fileURLToPath(nearestPackage(new URL('./', import.meta.url)));

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(`${PACKAGE_ROOT}package.json`, 'utf8')) as { version: string };
  return version;
}

function nearestPackage(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error(`no package.json above ${fileURLToPath(import.meta.url)}`);
  return nearestPackage(parent);
}
