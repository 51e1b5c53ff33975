import { ExpiryQueue } from './expiry-queue.js';

const always = () => true;

describe('Agenda', () => {
  it('hands out what is due, once', () => {
    const agenda = new ExpiryQueue(always);
    agenda.put('a', 10);
    agenda.put('b', 11);
    agenda.put('c', 10);
    expect(agenda.takeDue(9)).toEqual([]);
    expect(agenda.takeDue(10)).toEqual(['a', 'c']);
    expect(agenda.takeDue(10)).toEqual([]);
    expect(agenda.takeDue(11)).toEqual(['b']);
    expect(agenda.size).toBe(0);
  });

  it('hands out what was due while nobody asked, the earliest first', () => {
    const agenda = new ExpiryQueue(always);
    agenda.put('b', 12);
    agenda.put('a', 10);
    expect(agenda.takeDue(1000)).toEqual(['a', 'b']);
  });

  it('takes what is planned for the past, even for a time before all that has been handed out', () => {
    const agenda = new ExpiryQueue(always);
    agenda.put('a', 100);
    expect(agenda.takeDue(100)).toEqual(['a']);
    agenda.put('b', 50);
    agenda.put('c', 200);
    expect(agenda.takeDue(60)).toEqual(['b']);
    expect(agenda.size).toBe(1);
  });

  it('hands out no appointment that does not stand any more', () => {
    const planned = new Map([['a', 20]]);
    const agenda = new ExpiryQueue((key, second) => planned.get(key) === second);
    agenda.put('a', 10);
    agenda.put('a', 20);
    agenda.put('b', 20);
    expect(agenda.takeDue(10)).toEqual([]);
    expect(agenda.takeDue(20)).toEqual(['a']);
  });

  it('hands out a key once, however often it was planned for the same second', () => {
    const planned = new Map<string, number>();
    const agenda = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (const second of [20, 10, 20, 20, 10]) {
      planned.set('a', second);
      agenda.put('a', second);
    }
    planned.set('b', 10);
    agenda.put('b', 10);
    expect(agenda.takeDue(20)).toEqual(['a', 'b']);
    expect(agenda.size).toBe(0);
  });

  it('does not grow by keys that come and go before their time', () => {
    const planned = new Map<string, number>();
    const agenda = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (let number = 0; number < 100_000; number += 1) {
      planned.set(String(number), 1_000_000 + number);
      agenda.put(String(number), 1_000_000 + number);
      planned.delete(String(number - 2000));
    }
    expect(agenda.size).toBeLessThanOrEqual(2000 * 1.5 + 1);
    expect(agenda.takeDue(2_000_000)).toHaveLength(2000);
  });

  it('does not grow by few keys that are long', () => {
    const planned = new Map<string, number>();
    const agenda = new ExpiryQueue((key, second) => planned.get(key) === second);
    for (let number = 0; number < 900; number += 1) {
      const key = `${number}${'x'.repeat(60_000)}`;
      planned.clear();
      planned.set(key, 1_000_000);
      agenda.put(key, 1_000_000);
    }
    expect(agenda.characters).toBeLessThan(5_000_000);
    expect(agenda.takeDue(1_000_000)).toHaveLength(1);
    expect([agenda.size, agenda.characters]).toEqual([0, 0]);
  });
});
