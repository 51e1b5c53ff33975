import { setImmediate } from 'node:timers/promises';
import { Pool } from './pool.js';

const staying = () => new AbortController().signal;

/** A pool of one connection that is taken, and who has had it since. */
async function takenPool(maxWaiting = 10) {
  const pool = new Pool(['connection'], maxWaiting);
  await pool.acquire(staying());
  const served: string[] = [];
  const queue = async (name: string, isUrgent?: () => boolean, signal = staying()) => {
    const resource = await pool.acquire(signal, isUrgent ? { isUrgent } : {});
    served.push(name);
    return resource;
  };
  /** Gives the connection back as often as that, each time to somebody who waits. */
  const release = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      pool.release('connection');
      await setImmediate();
    }
  };
  return { pool, served, queue, release };
}

const patient = () => false;
const hurried = () => true;

describe('Pool', () => {
  it('hands out each of its resources once at a time', async () => {
    const pool = new Pool(['a', 'b'], 0);
    const taken = [await pool.acquire(staying()), await pool.acquire(staying())];
    expect(taken.sort()).toEqual(['a', 'b']);
    await expect(pool.acquire(staying())).rejects.toMatchObject({ code: 'engine_busy', retryAfterSeconds: 1 });
    pool.release('a');
    expect(await pool.acquire(staying())).toBe('a');
  });

  it('serves those who wait in the order they came', async () => {
    const { served, queue, release } = await takenPool();
    const waiting = ['a', 'b', 'c'].map(async (name) => queue(name));
    await release(3);
    expect(await Promise.all(waiting)).toEqual(['connection', 'connection', 'connection']);
    expect(served).toEqual(['a', 'b', 'c']);
  });

  it('lets callers take turns, however many runs one of them has waiting', async () => {
    const pool = new Pool(['connection'], 10);
    await pool.acquire(staying(), { caller: 'many' });
    const served: string[] = [];
    const waiting = ['many', 'many', 'many', 'one', 'other', 'one'].map(async (caller) => {
      await pool.acquire(staying(), { caller });
      served.push(caller);
    });
    while (served.length < waiting.length) {
      pool.release('connection');
      await setImmediate();
    }
    await Promise.all(waiting);
    expect(served).toEqual(['one', 'other', 'many', 'one', 'many', 'many']);
  });

  it('leaves one to others, however many runs one caller has', async () => {
    const pool = new Pool(['a', 'b', 'c'], 10);
    const served: string[] = [];
    const queue = async (caller: string) => {
      const resource = await pool.acquire(staying(), { caller });
      served.push(caller);
      return resource;
    };
    const [first] = await Promise.all([queue('many'), queue('many')]);
    const third = queue('many');
    // The second of these gets nothing either: the one that is left is taken.
    expect(['a', 'b', 'c']).toContain(await queue('one'));
    const late = queue('other');
    await setImmediate();
    expect(served).toEqual(['many', 'many', 'one']);
    pool.release(first);
    expect(await late).toBe(first);
    pool.release(first);
    expect(await third).toBe(first);
    expect(served).toEqual(['many', 'many', 'one', 'other', 'many']);
  });

  it('has one that lies idle wait for others, and gives it to runs on nobody’s behalf', async () => {
    const pool = new Pool(['a', 'b'], 10);
    const held = await pool.acquire(staying(), { caller: 'many' });
    const waiting = pool.acquire(staying(), { caller: 'many' });
    const other = await pool.acquire(staying());
    expect(other).not.toBe(held);
    pool.release(other);
    await setImmediate();
    expect(pool.drain()).toEqual([other]);
    pool.release(held);
    expect(await waiting).toBe(held);
  });

  it('holds nothing back where there is but one', async () => {
    const pool = new Pool(['connection'], 0);
    expect(await pool.acquire(staying(), { caller: 'many' })).toBe('connection');
    pool.release('connection');
    expect(await pool.acquire(staying(), { caller: 'many' })).toBe('connection');
  });

  it('refuses those of whom most wait where the queue is full', async () => {
    const pool = new Pool(['connection'], 4);
    await pool.acquire(staying(), { caller: 'many' });
    const queue = async (caller: string) => pool.acquire(staying(), { caller }).then(() => caller);
    const many = Array.from({ length: 4 }, async () => queue('many'));
    await expect(queue('many')).rejects.toMatchObject({ code: 'engine_busy' });
    const others = [queue('one'), queue('other')];
    // Each of them has one in it, and the greediest two.
    await expect(queue('one')).rejects.toMatchObject({ code: 'engine_busy' });
    for (const refused of many.slice(2)) await expect(refused).rejects.toMatchObject({ code: 'engine_busy' });
    for (let turn = 0; turn < 4; turn += 1) {
      pool.release('connection');
      await setImmediate();
    }
    expect(await Promise.all([...many.slice(0, 2), ...others])).toEqual(['many', 'many', 'one', 'other']);
  });

  it('gives nothing to one who has left, before or while waiting', async () => {
    const { pool, served, queue, release } = await takenPool(2);
    await expect(pool.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const departure = new AbortController();
    const leaving = queue('leaving', hurried, departure.signal);
    const other = queue('staying');
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    // Its place in the queue is free again.
    const late = queue('late');
    await release(2);
    await Promise.all([other, late]);
    expect(served).toEqual(['staying', 'late']);
  });

  it('does not take back from one who leaves after having been served', async () => {
    const { pool, queue, release } = await takenPool(0);
    const departure = new AbortController();
    const served = queue('a', patient, departure.signal);
    await release(1);
    expect(await served).toBe('connection');
    departure.abort(new Error('bored'));
    await expect(pool.acquire(staying())).rejects.toMatchObject({ code: 'engine_busy' });
  });

  it('is drained of what is idle, not of what is in use', async () => {
    const pool = new Pool(['a', 'b'], 0);
    const taken = await pool.acquire(staying());
    expect(pool.drain()).toEqual(['a', 'b'].filter((each) => each !== taken));
    expect(pool.drain()).toEqual([]);
  });

  describe('with runs that nobody waits for', () => {
    it('lets those go first that somebody waits for', async () => {
      const { served, queue, release } = await takenPool();
      const waiting = [
        queue('patient-1', patient),
        queue('hurried-1', hurried),
        queue('patient-2', patient),
        queue('hurried-2'),
      ];
      await release(4);
      await Promise.all(waiting);
      expect(served).toEqual(['hurried-1', 'hurried-2', 'patient-1', 'patient-2']);
    });

    it('serves them whenever nobody else waits', async () => {
      const pool = new Pool(['connection'], 0);
      expect(await pool.acquire(staying(), { isUrgent: patient })).toBe('connection');
      const next = pool.acquire(staying(), { isUrgent: patient });
      pool.release('connection');
      expect(await next).toBe('connection');
    });

    it('asks anew at each turn: one that somebody joins goes first from then on', async () => {
      const { served, queue, release } = await takenPool();
      let isJoined = false;
      const waiting = [queue('patient', patient), queue('joined', () => isJoined), queue('other', patient)];
      isJoined = true;
      const hurried = queue('hurried');
      await release(4);
      await Promise.all([...waiting, hurried]);
      // In the order they came among those that somebody waits for: it has waited longer.
      expect(served).toEqual(['joined', 'hurried', 'patient', 'other']);
    });

    it('and one that everybody has left waits with the others again', async () => {
      const { served, queue, release } = await takenPool();
      let isJoined = true;
      const waiting = [queue('left', () => isJoined), queue('hurried')];
      isJoined = false;
      await release(2);
      await Promise.all(waiting);
      expect(served).toEqual(['hurried', 'left']);
    });

    it('does not count them against the length of the queue', async () => {
      const { pool, queue, release } = await takenPool(1);
      const waiting = [queue('patient-1', patient), queue('patient-2', patient), queue('hurried')];
      await expect(pool.acquire(staying(), { isUrgent: hurried })).rejects.toMatchObject({ code: 'engine_busy' });
      // And never refuses one of them for it.
      waiting.push(queue('patient-3', patient));
      await release(4);
      expect(await Promise.all(waiting)).toHaveLength(4);
    });

    it('counts one that somebody has joined', async () => {
      const { pool, queue, release } = await takenPool(1);
      let isJoined = false;
      const joined = queue('joined', () => isJoined);
      isJoined = true;
      await expect(pool.acquire(staying(), { isUrgent: hurried })).rejects.toMatchObject({ code: 'engine_busy' });
      await release(1);
      expect(await joined).toBe('connection');
    });
  });

  it('says at which place each one waits, which is when it is served if nobody comes after', async () => {
    const pool = new Pool(['connection'], 100);
    pool.release(await pool.acquire(staying(), { caller: 'b' }));
    await pool.acquire(staying(), { caller: 'a' });
    const places = new Map<string, () => number | undefined>();
    const served: string[] = [];
    const queue = (caller: string, name: string, isUrgent: boolean) => {
      const onQueued = (place: () => number | undefined) => places.set(name, place);
      void pool.acquire(staying(), { caller, isUrgent: () => isUrgent, onQueued }).then(() => served.push(name));
    };
    // Two refreshes, which come last, among the calls of three callers.
    queue('warming', 'w1', false);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue(name.charAt(0), name, true);
    queue('warming', 'w2', false);
    const foretold = [...places].sort(([, one], [, other]) => (one() ?? 0) - (other() ?? 0)).map(([name]) => name);
    expect([...places.values()].map((place) => place()).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const left of [7, 6, 5, 4, 3, 2, 1, 0]) {
      pool.release('connection');
      await setImmediate();
      expect(Array.from(places.values()).filter((place) => place() !== undefined)).toHaveLength(left);
    }
    expect(served).toEqual(foretold);
    expect(served).toEqual(['c1', 'b1', 'a1', 'b2', 'a2', 'a3', 'w1', 'w2']);
  });
});
