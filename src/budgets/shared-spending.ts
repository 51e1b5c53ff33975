import { createHash, randomUUID } from 'node:crypto';
import { type RedisConnection } from '../cache/redis-connection.js';
import { type Ask, type Book, type Reservation, Spending, type Take } from './spending.js';

/** Seconds that Redis keeps a day: until it is over wherever clocks are. */
const KEPT_SECONDS = 3 * 86_400;

/** Milliseconds without Redis until a replica goes on by itself: a budget may be passed then, and most pauses are short. */
const PATIENCE_MS = 5000;

/**
 * State of an account: the reservations of runs that go on, and all that has been taken, with the spending of this replica while Redis was
 * away. If Redis has lost it, this replica's memory replaces it: runs that go on count as spent then, since it is not known which of them
 * are settled.
 */
const STATE = `
local now = redis.call('time')[1] * 1000 + redis.call('time')[2] / 1000
redis.call('zremrangebyscore', KEYS[2], '-inf', now)
local reserved, own = 0, nil
for _, each in ipairs(redis.call('zrange', KEYS[2], 0, -1)) do
  local amount, name = string.match(each, '^(%d+):(.*)$')
  reserved = reserved + amount
  if name == ARGV[3] then own = each end
end
local taken = redis.call('get', KEYS[1])
if taken then taken = taken + ARGV[1] else taken = tonumber(ARGV[2]) end
local function keep()
  redis.call('set', KEYS[1], string.format('%.0f', taken), 'EX', ${KEPT_SECONDS})
  if reserved > 0 then redis.call('expire', KEYS[2], ${KEPT_SECONDS}) end
end`;

/** Takes a reservation as Spending does. After a lost answer, the same one is asked for again. */
const TAKE = `${STATE}
local limit, want, least = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local granted = 0
if own then granted = tonumber(string.match(own, '^%d+'))
elseif limit - taken + reserved < least then granted = -1
elseif limit - taken >= want or reserved == 0 then
  granted = math.min(want, limit - taken)
  taken = taken + granted
  reserved = reserved + granted
  redis.call('zadd', KEYS[2], now + ARGV[7], string.format('%.0f:%s', granted, ARGV[3]))
end
keep()
return { granted, taken - reserved, reserved }`;

/** Settles a reservation. After a lost answer it is sent again, and counts once. */
const SETTLE = `${STATE}
if own then
  redis.call('zrem', KEYS[2], own)
  local amount = string.match(own, '^%d+')
  reserved = reserved - amount
  taken = taken + ARGV[4] - amount
end
keep()
return { 0, taken - reserved, reserved }`;

/** A reservation in Redis whose run is over. */
interface Settlement extends Reservation {
  readonly id: string;
  readonly spent: number;
}

/**
 * The accounts that all replicas share, in Redis. Each replica remembers the amounts that it has read there and goes on with them while
 * Redis is away; its spending meanwhile is added when Redis is back. After Redis has lost everything, the first replica to come restores
 * its memory of it.
 *
 * The account is one number for all that has been taken; reservations stand beside it, each until its run has to be over: that of a replica
 * that has died counts as spent from then on.
 */
export class SharedSpending implements Book {
  /** Milliseconds between polls, since runs of other replicas end unheard of. */
  readonly pollMs = 200;
  /** Time of the first lost answer; undefined while Redis answers. */
  private awaySince: number | undefined;
  private readonly prefix: string;
  private readonly replica = randomUUID();
  /** Reservations that Redis knows, by account and name. */
  private readonly known = new Set<string>();
  private readonly untold = new Set<Settlement>();
  private telling: Promise<void> | undefined;
  /** Cost of runs that Redis does not know of, by account and day. */
  private readonly owed = new Map<string, number>();

  /** @param origin identity of the payer: replicas with another one have other accounts */
  constructor(
    private readonly redis: Pick<RedisConnection, 'attempt'>,
    private readonly local: Spending,
    origin: string,
    private readonly now = () => performance.now(),
  ) {
    this.prefix = `quern:1:${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`;
  }

  async take(name: string, day: string, id: string, ask: Ask): Promise<Take> {
    const { limit, want, least, seconds } = ask;
    await this.tell();
    const granted = await this.run(TAKE, day, id, [this.nameOf(name), limit, want, least, seconds * 1000]);
    if (granted === undefined) {
      this.awaySince ??= this.now();
      const isPatient = this.now() - this.awaySince < PATIENCE_MS;
      return isPatient ? 'wait' : this.local.take(name, day, id, ask);
    }
    if (granted <= 0) return granted === 0 ? 'wait' : 'exhausted';
    this.known.add(`${id} ${name}`);
    return granted;
  }

  async settle(reservation: Reservation, id: string, spent: number): Promise<void> {
    this.local.settle(reservation, id, spent);
    if (this.known.delete(`${id} ${reservation.name}`)) this.untold.add({ ...reservation, id, spent });
    else this.owe(`${reservation.day} ${id}`, spent);
    await this.tell();
  }

  of(day: string, id: string): number {
    return this.local.of(day, id);
  }

  /** Reports runs that are over to Redis, each once, even if several settlements wait for it. */
  private async tell(): Promise<void> {
    if (this.untold.size === 0) return;
    this.telling ??= this.tellAll();
    await this.telling;
  }

  private async tellAll(): Promise<void> {
    try {
      for (const settlement of this.untold) {
        const { name, day, id, spent } = settlement;
        if ((await this.run(SETTLE, day, id, [this.nameOf(name), spent])) === undefined) return;
        this.untold.delete(settlement);
      }
    } finally {
      this.telling = undefined;
    }
  }

  private owe(account: string, spent: number): void {
    this.owed.set(account, (this.owed.get(account) ?? 0) + spent);
  }

  private nameOf(reservation: string): string {
    return `${this.replica}:${reservation}`;
  }

  /** Runs a script and returns the first of its answers; undefined where Redis is away. */
  private async run(script: string, day: string, id: string, rest: readonly (string | number)[]) {
    const account = `${day} ${id}`;
    const owed = this.owed.get(account) ?? 0;
    this.owed.delete(account);
    const call = {
      keys: ['spent', 'reserved'].map((kind) => `${this.prefix}:${kind}:${account}`),
      arguments: [owed, this.local.of(day, id), ...rest].map(String),
    };
    // A lost answer leaves it open whether this was done: it counts twice rather than not at all.
    const reply = (await this.redis.attempt((client) => client.eval(script, call))) as
      readonly [number, number, number] | undefined;
    if (!reply) {
      this.owe(account, owed);
      return undefined;
    }
    this.awaySince = undefined;
    const [first, spent, reserved] = reply;
    this.local.set(day, id, { spent, reserved });
    return first;
  }
}
