import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

setFlagsFromString('--allow-natives-syntax');
// Only V8 can tell the hidden class of an object.
const haveOneClass = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (a: object, b: object) => boolean;

/** Number of hidden classes for which V8 knows where each field is; with more, code looks for a field every time it reads one. */
const MOST_KNOWN = 4;

function classesAmong(objects: readonly object[]): number {
  const different: object[] = [];
  for (const object of objects) if (!different.some((other) => haveOneClass(object, other))) different.push(object);
  return different.length;
}

describe('requests and their responses', () => {
  let service: TestService;

  beforeAll(async () => {
    const parameters = { n: { type: 'integer', required: true } };
    const query = 'SELECT @n AS n';
    service = await startService({
      endpoints: {
        'kept.yaml': endpointFile({ name: 'kept', parameters, caching: 60, query }),
        'fresh.yaml': endpointFile({ name: 'fresh', parameters, query }),
      },
    });
  });
  afterAll(async () => service.close());

  it('are of few hidden classes, whichever way they are answered', async () => {
    const requests: IncomingMessage[] = [];
    const responses: ServerResponse[] = [];
    const server = service.app.getHttpServer() as Server;
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      requests.push(request);
      responses.push(response);
    });
    const paths = [
      ...['/health', '/livez', '/metrics', '/nowhere', '/api/endpoints', '/api/endpoints/kept', '/api/openapi.json'],
      ...['kept?n=1', 'kept?n=1', 'kept', 'fresh?n=1', 'fresh/rows.csv?n=1', 'none'].map(
        (path) => `/api/endpoints/query/${path}`,
      ),
    ];
    for (const headers of [{}, { 'x-api-key': '' }]) for (const path of paths) await service.get(path, headers);
    expect(requests).toHaveLength(2 * paths.length);
    expect([classesAmong(requests) <= MOST_KNOWN, classesAmong(responses) <= MOST_KNOWN]).toEqual([true, true]);
  });
});
