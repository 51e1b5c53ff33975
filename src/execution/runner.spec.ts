import { readSettings } from '../config/read-settings.js';
import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { type Engine, type Statement } from '../engines/engine.js';
import { boundQuery } from './bound-query.js';
import { EndpointStats } from './endpoint-stats.service.js';
import { Runner } from './runner.service.js';

const { endpoint } = readEndpoint(
  'x.yaml',
  Buffer.from('id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\nquery: SELECT 1 AS n'),
);

it('a run costs the time without its waits, also where it has waited in the engine', async () => {
  if (!endpoint) throw new Error('the file is broken');
  const hour = 3_600_000;
  const engine: Pick<Engine, 'run'> = {
    run: (statement: Statement) => {
      statement.onWaited?.(hour);
      return Promise.resolve({ columns: [], rows: [], truncated: false, cost: { milliseconds: hour + 1 } });
    },
  };
  const runner = new Runner(engine as Engine, Date.now, new EndpointStats(), readSettings({}));
  const origin = { caller: 'a', cause: 'client' } as const;
  const { result, engineMs } = await runner.run(boundQuery(endpoint, []), origin, new AbortController());
  expect([result.cost?.milliseconds, engineMs]).toEqual([0, 0]);
});
