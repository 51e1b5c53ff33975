import { readFile } from 'node:fs/promises';
import { hashToken } from '../../src/access/token.js';
import { startService, type TestService } from '../support/service.js';

const TO = new Date('2026-11-20T10:00:00.000Z');
const FROM = new Date('2026-11-20T04:00:00.000Z');

const request = (seconds: number, status: number, project = 'demo') => ({
  id: `${project} ${seconds}`,
  project,
  timestamp: new Date(FROM.getTime() + seconds * 1000).toISOString(),
  metadata: [{ response: [{ status_code: status }] }],
});

describe('the how-to for Grafana', () => {
  let service: TestService;
  let path: string;

  beforeAll(async () => {
    const page = await readFile('docs/how-to/grafana.md', 'utf8');
    const endpoint = /```yaml\n(id:.*?)```/su.exec(page)?.[1] ?? '';
    path = /https:\/\/quern\.example\.com(\/api\S+)/u.exec(page)?.[1] ?? '';
    service = await startService({
      endpoints: { 'requests.by-minute.yaml': endpoint },
      tables: {
        edge_logs: [request(-1, 200), request(0, 200), request(59, 500), request(60, 200), request(5, 200, 'other')],
      },
      keys: JSON.stringify({
        keys: [{ id: 'grafana', sha256: hashToken('g'), scopes: ['requests.by-minute'], bind: { project: 'demo' } }],
      }),
    });
  });
  afterAll(async () => service.close());

  const ask = async (from: string) => {
    const url = path.replace('${__from:date:iso}', from).replace('${__to:date:iso}', TO.toISOString());
    return service.get(url, { authorization: 'Bearer g' });
  };

  it('has an endpoint that answers what the panel asks, with the columns that the panel reads', async () => {
    const answer = await ask(FROM.toISOString());
    expect([answer.status, await answer.json()]).toEqual([
      200,
      [
        { minute: '2026-11-20T04:00:00Z', requests: 2, errors: 1 },
        { minute: '2026-11-20T04:01:00Z', requests: 1, errors: 0 },
      ],
    ]);
  });

  it('is right that what is wrong has a status and a reason', async () => {
    const answer = await ask('yesterday');
    expect([answer.status, await answer.json()]).toMatchObject([400, { detail: expect.any(String) as unknown }]);
    expect((await ask(`${FROM.toISOString()}&project=other`)).status).toBe(403);
  });
});
