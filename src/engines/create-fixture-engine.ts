import { type Clock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { type EmbeddedFixtureEngine, type FixtureEngine } from './fixture-engine.js';

/** Makes the embedded engine over fixtures, which needs only the tables' columns of the operator's data. */
export async function createEmbeddedFixtureEngine(settings: Settings, clock: Clock): Promise<EmbeddedFixtureEngine> {
  const { duckDbOptions } = await import('./duckdb/create-duckdb-engine.js');
  const { DuckDbFixtureEngine } = await import('./duckdb/fixture-engine.js');
  return new DuckDbFixtureEngine({ ...duckDbOptions(settings, clock), connections: 1 });
}

/** Opens the embedded engine over fixtures, for checks, at its first call; later ones have the same engine. */
export type OpenedFixtures = () => Promise<EmbeddedFixtureEngine>;

/** Lends one embedded engine over fixtures, made when first asked for, and closes it afterwards. */
export async function withEmbeddedFixtures<T>(
  settings: Settings,
  clock: Clock,
  work: (opened: OpenedFixtures) => Promise<T>,
): Promise<T> {
  let made: EmbeddedFixtureEngine | undefined;
  const open = async () => {
    made = await createEmbeddedFixtureEngine(settings, clock);
    await made.open('check');
    return made;
  };
  let opening: Promise<EmbeddedFixtureEngine> | undefined;
  try {
    return await work(() => (opening ??= open()));
  } finally {
    await made?.close();
  }
}

/** Makes the engine that the settings name, over fixtures, and loads no other; `embedded` is already open. */
export async function createFixtureEngine(
  settings: Settings,
  embedded: EmbeddedFixtureEngine,
  clock: Clock,
): Promise<FixtureEngine> {
  if (settings.engine === embedded.name) return embedded;
  const { bigQueryOptions } = await import('./bigquery/create-bigquery-engine.js');
  const { BigQueryFixtureEngine } = await import('./bigquery/fixture-engine.js');
  return new BigQueryFixtureEngine(bigQueryOptions(settings), clock);
}
