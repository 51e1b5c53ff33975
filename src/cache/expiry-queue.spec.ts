import { ExpiryQueue } from './expiry-queue.js';

const always = () => true;

describe('ExpiryQueue', () => {
  it('hands out what is due, once', () => {
    const queue = new ExpiryQueue(always);
    queue.put('a', 10);
    queue.put('b', 11);
    queue.put('c', 10);
    expect(queue.takeDue(9)).toEqual([]);
    expect(queue.takeDue(10)).toEqual(['a', 'c']);
    expect(queue.takeDue(10)).toEqual([]);
    expect(queue.takeDue(11)).toEqual(['b']);
    expect(queue.size).toBe(0);
  });

  it('hands out what was due while nobody asked, the earliest first', () => {
    const queue = new ExpiryQueue(always);
    queue.put('b', 12);
    queue.put('a', 10);
    expect(queue.takeDue(1000)).toEqual(['a', 'b']);
  });

  it('takes what is planned for the past, even for a time before all that has been handed out', () => {
    const queue = new ExpiryQueue(always);
    queue.put('a', 100);
    expect(queue.takeDue(100)).toEqual(['a']);
    queue.put('b', 50);
    queue.put('c', 200);
    expect(queue.takeDue(60)).toEqual(['b']);
    expect(queue.size).toBe(1);
  });

  it('hands out no key that was planned for another second since', () => {
    const planned = new Map([['a', 20]]);
    const queue = new ExpiryQueue((key, second) => planned.get(key) === second);
    queue.put('a', 10);
    queue.put('a', 20);
    queue.put('b', 20);
    expect(queue.takeDue(10)).toEqual([]);
    expect(queue.takeDue(20)).toEqual(['a']);
  });

  it('hands out a key once, however often it was planned for the same second', () => {
    const planned = new Map<string, number>();
    const queue = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (const second of [20, 10, 20, 20, 10]) {
      planned.set('a', second);
      queue.put('a', second);
    }
    planned.set('b', 10);
    queue.put('b', 10);
    expect(queue.takeDue(20)).toEqual(['a', 'b']);
    expect(queue.size).toBe(0);
  });

  it('does not grow by keys that come and go before their time', () => {
    const planned = new Map<string, number>();
    const queue = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (let number = 0; number < 100_000; number += 1) {
      planned.set(String(number), 1_000_000 + number);
      queue.put(String(number), 1_000_000 + number);
      planned.delete(String(number - 2000));
    }
    expect(queue.size).toBeLessThanOrEqual(2000 * 1.5 + 1);
    expect(queue.takeDue(2_000_000)).toHaveLength(2000);
  });

  it('does not grow by few keys that are long', () => {
    const planned = new Map<string, number>();
    const queue = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (let number = 0; number < 900; number += 1) {
      const key = `${number}${'x'.repeat(60_000)}`;
      planned.clear();
      planned.set(key, 1_000_000);
      queue.put(key, 1_000_000);
    }
    expect(queue.characters).toBeLessThan(5_000_000);
    expect(queue.takeDue(1_000_000)).toHaveLength(1);
    expect([queue.size, queue.characters]).toEqual([0, 0]);
  });
});
