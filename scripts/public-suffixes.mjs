/**
 * Writes the list of public suffixes, from a copy of https://publicsuffix.org/list/public_suffix_list.dat:
 * `node scripts/public-suffixes.mjs <copy> [version]`. NET.REG_DOMAIN goes by the part of it that is ICANN's, as BigQuery does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { domainToASCII, URL } from 'node:url';

const TARGET = new URL('../src/engines/duckdb/macros/sql/texts/public-suffixes.txt', import.meta.url);
const WIDTH = 160;

const list = readFileSync(argv[2], 'utf8');
const version = /^\/\/ VERSION: (.+)$/m.exec(list)?.[1] ?? argv[3];
const lines = list.split('// ===BEGIN PRIVATE DOMAINS===')[0].split('\n');
const rules = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('//'));

/** In letters and in Punycode, as hosts are written; `!` and `*.` stay in front. */
const written = rules.flatMap((rule) => {
  const [, sign, name] = /^(!|\*\.)?(.*)$/.exec(rule);
  return [...new Set([name, domainToASCII(name)])].map((each) => `${sign ?? ''}${each}`);
});

const head = `# The rules of https://publicsuffix.org/list/ that are ICANN's, of ${version}, in letters and in Punycode.
# This file is subject to the terms of the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/.
# It is written by scripts/public-suffixes.mjs.
`;
const wrapped = [];
let line = '';
for (const rule of written) {
  if (line !== '' && line.length + 1 + rule.length > WIDTH) {
    wrapped.push(line);
    line = '';
  }
  line += line === '' ? rule : ` ${rule}`;
}
writeFileSync(TARGET, `${head}${[...wrapped, line].join('\n')}\n`);
