import { Account } from './account.js';
import { type Ask, type Reservation, Spending } from './spending.js';

const DAY = '2026-11-20';
const MORNING = new Date(`${DAY}T09:00:00Z`);

describe('an account', () => {
  let now: Date;
  let spending: Spending;
  let account: Account;
  const forever = new AbortController().signal;

  afterEach(() => jest.useRealTimers());

  beforeEach(() => {
    now = MORNING;
    spending = new Spending();
    account = new Account('a', spending, () => now.getTime());
  });

  const reserve = async (want: number, rest: Partial<Ask> = {}, signal = forever) =>
    account.reserve({ limit: 100, want, least: want, seconds: 30, ...rest }, signal);
  const reserved = async (want: number, rest: Partial<Ask> = {}) => {
    const reservation = await reserve(want, rest);
    if (reservation === 'exhausted') throw new Error('the budget is used up');
    return reservation;
  };
  /** What has been decided by now: undefined for what waits. */
  const decided = async (asked: readonly Promise<Reservation | 'exhausted'>[]) => {
    // As many turns as there are steps in any of them.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    return Promise.all(
      asked.map(async (each) => {
        const outcome = await Promise.race([each, Promise.resolve(undefined)]);
        return typeof outcome === 'object' ? outcome.amount : outcome;
      }),
    );
  };

  it('lets runs at once reserve no more together than there is, and has the others wait for what comes back', async () => {
    const asked = Array.from({ length: 4 }, async () => reserve(40));
    expect(await decided(asked)).toEqual([40, 40, undefined, undefined]);
    // It was cheaper than thought.
    await account.settle({ name: '', day: DAY, amount: 40 }, 10);
    expect(await decided(asked)).toEqual([40, 40, 40, undefined]);
    await account.settle({ name: '', day: DAY, amount: 40 }, 40);
    await account.settle({ name: '', day: DAY, amount: 40 }, 40);
    expect(await decided(asked)).toEqual([40, 40, 40, 'exhausted']);
    expect(spending.of(DAY, 'a')).toBe(90);
  });

  it('gives what is left where that will do and nobody can give back more', async () => {
    await account.settle(await reserved(70), 70);
    expect(await reserved(50, { least: 10 })).toMatchObject({ day: DAY, amount: 30 });
    expect(await decided([reserve(50, { least: 31 })])).toEqual(['exhausted']);
  });

  it('serves in turn: what is small does not overtake what waits for more', async () => {
    const first = await reserved(60);
    const asked = [reserve(50), reserve(1)];
    expect(await decided(asked)).toEqual([undefined, undefined]);
    await account.settle(first, 0);
    expect(await decided(asked)).toEqual([50, 1]);
  });

  it('forgets who leaves, and serves those behind', async () => {
    const first = await reserved(60);
    const leaving = new AbortController();
    const left = reserve(50, {}, leaving.signal);
    const behind = reserve(40);
    expect(await decided([behind])).toEqual([undefined]);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await decided([behind])).toEqual([40]);
    await account.settle(first, 0);
    await expect(reserve(1, {}, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(spending.of(DAY, 'a')).toBe(40);
  });

  it('begins anew at midnight, and charges a run to the day on which it began', async () => {
    await account.settle(await reserved(90), 90);
    const late = await reserved(10);
    const waiting = reserve(10);
    expect(await decided([waiting])).toEqual([undefined]);
    now = new Date('2026-11-21T00:00:00Z');
    await account.settle(late, 10);
    expect(await waiting).toMatchObject({ day: '2026-11-21', amount: 10 });
    expect([spending.of(DAY, 'a'), spending.of('2026-11-21', 'a')]).toEqual([100, 10]);
  });

  it('begins anew for those who wait when somebody comes after midnight, though a run of the day before goes on', async () => {
    await reserved(90);
    const waiting = reserve(20);
    expect(await decided([waiting])).toEqual([undefined]);
    now = new Date('2026-11-21T00:00:00Z');
    expect(await decided([waiting, reserve(30)])).toEqual([20, 30]);
  });

  it('still knows the day that a clock comes back to which was set wrong', async () => {
    await account.settle(await reserved(90), 90);
    now = new Date('2040-01-01T00:00:00Z');
    await account.settle(await reserved(100), 100);
    now = new Date('2026-11-19T23:59:59Z');
    await account.settle(await reserved(100), 5);
    now = MORNING;
    expect(await decided([reserve(11)])).toEqual(['exhausted']);
    expect((await reserved(10)).amount).toBe(10);
  });

  it('asks a book that is elsewhere once in a while, however many wait', async () => {
    jest.useFakeTimers();
    const take = jest.fn(() => 'wait' as const);
    const elsewhere = new Account('a', { take, settle: () => undefined, of: () => 0, pollMs: 200 }, () =>
      now.getTime(),
    );
    for (let waiter = 0; waiter < 50; waiter += 1) {
      void elsewhere.reserve({ limit: 1, want: 1, least: 1, seconds: 30 }, forever);
      await jest.advanceTimersByTimeAsync(1);
    }
    take.mockClear();
    await jest.advanceTimersByTimeAsync(2000);
    expect(take).toHaveBeenCalledTimes(10);
  });

  it('takes over what was spent before a restart, and what was reserved then', async () => {
    await account.settle(await reserved(30), 20);
    await reserve(25);
    const restarted = new Spending();
    restarted.add(JSON.parse(JSON.stringify(spending.toJson())) as ReturnType<Spending['toJson']>);
    expect(restarted.of(DAY, 'a')).toBe(45);
    const after = new Account('a', restarted, () => now.getTime());
    expect(await after.reserve({ limit: 100, want: 56, least: 56, seconds: 30 }, forever)).toBe('exhausted');
  });
});
