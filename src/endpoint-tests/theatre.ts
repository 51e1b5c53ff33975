import type { Settings } from '../config/settings.js';
import { createEmbeddedRehearsal, createRehearsal } from '../engines/create-rehearsal.js';
import type { TableSchema } from '../engines/rehearsal.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Runner } from '../execution/runner.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { Stage } from './stage.js';

/** Everything that cases need, opened once for all of them. */
export interface Theatre {
  /** One for each engine, in the order they were named. */
  readonly stages: readonly Stage[];
  readonly schemas: ReadonlyMap<string, TableSchema>;
  readonly endpoints: readonly LoadedEndpoint[];
}

/**
 * Opens the engines of these names for tests, does the work, and closes them.
 *
 * @throws InvalidEndpoints when an endpoint file is not fit to be served, let alone tested.
 */
export async function withTheatre<T>(
  given: Settings,
  engines: readonly Settings['engine'][],
  work: (theatre: Theatre) => Promise<T>,
): Promise<T> {
  // What is expected is written once, whatever a deployment's clients want.
  const settings: Settings = { ...given, timestamps: 'iso8601' };
  let now = new Date(0);
  const clock = () => now;
  const embedded = createEmbeddedRehearsal(settings, clock);
  // It knows the tables, wherever the queries run.
  await embedded.open('check');
  const rehearsals = engines.map((engine) => createRehearsal({ ...settings, engine }, embedded, clock));
  try {
    for (const rehearsal of rehearsals) if (rehearsal !== embedded) await rehearsal.open('run');
    const registry = new Registry(settings, rehearsals[0] ?? embedded);
    await registry.open();
    const stages = rehearsals.map(
      (rehearsal) =>
        new Stage(rehearsal, new Runner(rehearsal, clock, new EndpointStats(), settings), (instant) => {
          now = instant;
        }),
    );
    return await work({ stages, schemas: embedded.schemas, endpoints: registry.list() });
  } finally {
    for (const rehearsal of new Set([embedded, ...rehearsals])) await rehearsal.close();
  }
}
