import { readFileSync } from 'node:fs';

/** Those of the reference, which a test of its own holds to the code. */
export const SETTING_NAMES: readonly string[] = Array.from(
  readFileSync('docs/reference/settings.md', 'utf8').matchAll(/^\| `(QUERN_\w+)`/gm),
  ([, name = '']) => name,
);
