import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../config/package-root.js';

const CODE = /\.(?:[cm]?[jt]s|sql|json)$/;

let known: string | undefined;

/**
 * Of all code that has a part in what is found in a file: with another version of Quern, of a package or of Node, or in a clone with one
 * line changed, it is another.
 */
export function codeDigest(): string {
  return (known ??= readDigest());
}

function readDigest(): string {
  const digest = createHash('sha256');
  const take = (name: string, file: string) => digest.update(`\n${name}\n`).update(readFileSync(file));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // What runs in browsers checks nothing.
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('console'));
  for (const name of names.filter((each) => CODE.test(each)).sort()) take(name, join(root, name));
  const own = join(PACKAGE_ROOT, 'package.json');
  take('package.json', own);
  const { dependencies } = JSON.parse(readFileSync(own, 'utf8')) as { dependencies: Readonly<Record<string, string>> };
  for (const name of Object.keys(dependencies)) take(name, packageFile(name));
  return digest.update(JSON.stringify(process.versions)).update(process.arch).digest('hex');
}

/** Of a package as it is installed; some do not let theirs be required. */
function packageFile(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const files = folders.map((folder) => join(folder, name, 'package.json'));
  return files.find((file) => existsSync(file)) ?? '';
}
