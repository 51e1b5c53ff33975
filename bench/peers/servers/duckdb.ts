import { once } from 'node:events';
import { createServer } from 'node:http';
import { DuckDBInstance } from '@duckdb/node-api';
import { answerParent } from '../../http/parent.js';
import { portOf } from '../../http/servers/port-of.js';

/** SQL by the path that it answers; the project is its only parameter. */
export type Queries = Readonly<Record<string, string>>;

// The least that hand-written SQL needs around it: node:http, statements that are prepared once, and JSON of their rows.
answerParent(async (queries: Queries) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  const prepare = async ([name, sql]: [string, string]) => [name, await connection.prepare(sql)] as const;
  const statements = new Map(await Promise.all(Object.entries(queries).map(prepare)));
  const answer = async (url: string): Promise<string> => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const statement = statements.get(pathname.slice(1));
    if (!statement) throw new Error(`nothing is at ${pathname}`);
    statement.bindVarchar(1, searchParams.get('project') ?? '');
    return JSON.stringify(await (await statement.run()).getRowObjectsJson());
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      (body) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
});
