import { readFile } from 'node:fs/promises';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const call = (id: string, project: string, message: string) => ({
  id,
  timestamp: new Date(NOW.getTime() - 1000).toISOString(),
  event_message: message,
  metadata: [{ project_ref: project, function_id: 'f' }],
});

// Others' rows stand in between, some of which no function of the caller's can take.
describe('a key of one project, on the endpoint that Supabase Studio’s how-to sets up', () => {
  let service: TestService;

  beforeAll(async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? call(`own-${index}`, 'demo', '12') : call(`other-${index}`, 'lighthouse', `secret-${index}`),
    );
    service = await startService({
      clock: { now: NOW },
      endpoints: { 'studio.yaml': await readFile('docs/how-to/supabase-studio.yaml', 'utf8') },
      tables: { function_edge_logs: rows },
    });
  });
  afterAll(async () => service.close());

  const ask = async (sql: string) => {
    const answer = await service.get(
      `/api/endpoints/query/logs.all?project=demo&sql=${encodeURIComponent(`select count(*) as n from function_edge_logs where ${sql}`)}`,
    );
    return [answer.status, ((await answer.json()) as { result?: unknown }).result];
  };
  const ALL = [200, [{ n: 20 }]];
  const NONE = [200, [{ n: 0 }]];

  it.each([
    ["generate_array(1, if(metadata[safe_offset(0)].project_ref != 'demo', 100000000, 1)) is not null", ALL],
    ["generate_array(1, if(metadata[safe_offset(0)].project_ref = 'nowhere', 100000000, 1)) is not null", ALL],
    ['array(select cast(x as int64) from unnest([event_message]) as x) is not null', ALL],
    ['cast(event_message as int64) = 12', ALL],
    ["event_message like any unnest([if(event_message = '12', '%', '\\\\')])", ALL],
    ["if(event_message like 'secret%', error(event_message), 'x') = 'y'", NONE],
    ["1 / if(event_message = '12', 1, 0) > 0", ALL],
  ] as const)('learns nothing of others by %s', async (sql, expected) => {
    expect(await ask(sql)).toEqual(expected);
  });

  it('still learns of an error that its own rows cause', async () => {
    expect((await ask("error(concat('own ', event_message)) is null"))[0]).toBe(400);
  });
});
