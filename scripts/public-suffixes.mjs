/**
 * Writes the macro that knows public suffixes, from a copy of https://publicsuffix.org/list/public_suffix_list.dat:
 * `node scripts/public-suffixes.mjs <copy> [version]`. NET.REG_DOMAIN goes by the part of it that is ICANN's, as BigQuery does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { domainToASCII, URL } from 'node:url';

const TARGET = new URL('../src/engines/duckdb/macros/sql/texts/public-suffixes.sql', import.meta.url);
const WIDTH = 160;

const list = readFileSync(argv[2], 'utf8');
const version = /^\/\/ VERSION: (.+)$/m.exec(list)?.[1] ?? argv[3];
const lines = list.split('// ===BEGIN PRIVATE DOMAINS===')[0].split('\n');
const rules = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('//'));

/** In letters and in Punycode, as hosts are written; `!` and `*.` stay in front. */
const written = rules.flatMap((rule) => {
  const [, sign, name] = /^(!|\*\.)?(.*)$/.exec(rule);
  return [...new Set([name, domainToASCII(name)])].map((each) => `'${sign ?? ''}${each}'`);
});

const head = `-- The rules of https://publicsuffix.org/list/ that are ICANN's, of ${version}, in letters and in Punycode.
-- This file is subject to the terms of the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/.
-- It is written by scripts/public-suffixes.mjs. A cast to an ENUM looks up a hash, where IN compares all of them.
`;
let text = `${head}CREATE MACRO bq_is_suffix_rule(s) AS TRY_CAST(s AS ENUM(\n `;
let column = 1;
for (const [index, rule] of written.entries()) {
  const piece = ` ${rule}${index < written.length - 1 ? ',' : ''}`;
  if (column + piece.length > WIDTH) {
    text += '\n ';
    column = 1;
  }
  text += piece;
  column += piece.length;
}
writeFileSync(TARGET, `${text}\n)) IS NOT NULL;\n`);
