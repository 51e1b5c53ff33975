import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { compile } from '../../src/engines/duckdb/package/googlesql.js';

const PAGE = readFileSync('docs/reference/googlesql-package.md', 'utf8');

describe('the page of the compiler', () => {
  it('has a program that works as it stands, and prints what it says', async () => {
    const [, program = '', printed] = /```js\n([^]*?)```\n\n```text\n([^]*?)```/.exec(PAGE) ?? [];
    // In a clone, the package's own name is the package that was built.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe(printed);
  });

  const rows = [...PAGE.matchAll(/^\| `(SELECT .*)` \| (.*) \| `(.*)` \|$/gm)];

  it('compares something', () => {
    expect(rows.length).toBe(7);
  });

  it.each(rows.map(([, sql = '', expected = '', other = '']) => [sql, expected, other] as const))(
    'says what is answered here: %s',
    async (sql, expected, other) => {
      const query = compile(sql);
      if ('problems' in query) throw new Error(JSON.stringify(query.problems));
      const instance = await DuckDBInstance.create();
      const connection = await instance.connect();
      for (const macro of query.macros) await connection.run(macro);
      const answer = connection.runAndReadAll(query.sql).then(
        (result) => `\`${result.getRows().flat().join()}\``,
        () => 'an error',
      );
      expect(await answer).toBe(expected);
      expect(expected).not.toBe(`\`${other}\``);
      connection.closeSync();
      instance.closeSync();
    },
  );
});
