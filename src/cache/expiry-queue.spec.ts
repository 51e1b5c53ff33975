import { ExpiryQueue } from './expiry-queue.js';

describe('ExpiryQueue', () => {
  it('hands out what is due, once', () => {
    const queue = new ExpiryQueue();
    queue.put('a', 10);
    queue.put('b', 11);
    queue.put('c', 10);
    expect(queue.takeDue(9)).toEqual([]);
    expect(queue.takeDue(10)).toEqual(['a', 'c']);
    expect(queue.takeDue(10)).toEqual([]);
    expect(queue.takeDue(11)).toEqual(['b']);
    expect(queue.takeDue(1000)).toEqual([]);
  });

  it('hands out what was due while nobody asked, the earliest first', () => {
    const queue = new ExpiryQueue();
    queue.put('b', 12);
    queue.put('a', 10);
    expect(queue.takeDue(1000)).toEqual(['a', 'b']);
  });

  it('takes what is planned for the past, even for a time before all that has been handed out', () => {
    const queue = new ExpiryQueue();
    queue.put('a', 100);
    expect(queue.takeDue(100)).toEqual(['a']);
    queue.put('b', 50);
    queue.put('c', 200);
    expect(queue.takeDue(60)).toEqual(['b']);
    expect(queue.takeDue(200)).toEqual(['c']);
  });

  it('hands out no key that was taken out', () => {
    const queue = new ExpiryQueue();
    queue.put('a', 10);
    queue.put('b', 20);
    queue.remove('a', 10);
    queue.remove('b', 10);
    queue.put('a', 20);
    expect(queue.takeDue(10)).toEqual([]);
    expect(queue.takeDue(20)).toEqual(['b', 'a']);
  });

  it('hands out a key once, however often it was planned for the same second', () => {
    const queue = new ExpiryQueue();
    for (let time = 0; time < 3; time += 1) queue.put('a', 10);
    expect(queue.takeDue(20)).toEqual(['a']);
  });

  it('keeps nothing of keys that come and go before their time', () => {
    const queue = new ExpiryQueue();
    for (let number = 0; number < 10_000; number += 1) {
      queue.put(String(number), 1_000_000 + number);
      queue.remove(String(number - 2000), 1_000_000 + number - 2000);
    }
    expect((Reflect.get(queue, 'seconds') as Map<number, unknown>).size).toBe(2000);
    expect(queue.takeDue(2_000_000)).toHaveLength(2000);
  });
});
