import { type SharedStore } from '../cache/shared-store.js';
import { KEPT_SECONDS, type RunRecord } from './run-record.js';

const CANCELLED = 'cancelled';

/** Milliseconds of silence after which a run counts as gone: its replica has died. */
const SILENCE_MS = 10_000;

/** Writes a run, unless another replica has cancelled it. */
const WRITE = `if redis.call('get', KEYS[1]) == '${CANCELLED}' then return 1 end
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0`;

/** Runs in Redis, by which replicas know of each other's. While it is away, each replica knows of its own. */
export class SharedRuns {
  constructor(private readonly store: SharedStore) {}

  /** Writes a run, again and again until it has ended. Returns whether another replica has cancelled it. */
  async write(record: RunRecord): Promise<boolean> {
    const keptMs = record.endedAt === undefined ? SILENCE_MS : KEPT_SECONDS * 1000;
    const call = { keys: [this.store.nameOf('run', record.id)], arguments: [JSON.stringify(record), String(keptMs)] };
    return (await this.store.redis.attempt((client) => client.eval(WRITE, call))) === 1;
  }

  async read(id: string): Promise<RunRecord | 'cancelled' | undefined> {
    const bytes = await this.store.redis.attempt((client) => client.get(this.store.nameOf('run', id)));
    const text = bytes?.toString();
    return text === undefined || text === CANCELLED ? text : recordOf(text);
  }

  async cancel(id: string): Promise<void> {
    const expiration = { type: 'PX' as const, value: KEPT_SECONDS * 1000 };
    await this.store.redis.attempt((client) => client.set(this.store.nameOf('run', id), CANCELLED, { expiration }));
  }
}

/** Undefined for a text of another version. */
function recordOf(text: string): RunRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<RunRecord> | null;
    const texts = [record?.id, record?.keyId, record?.bindings, record?.endpointId, record?.rowsKey, record?.state];
    const isWhole = texts.every((each) => typeof each === 'string') && typeof record?.startedAt === 'number';
    return isWhole ? (record as RunRecord) : undefined;
  } catch {
    return undefined;
  }
}
