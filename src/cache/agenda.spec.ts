import { Agenda } from './agenda.js';

describe('Agenda', () => {
  it('hands out what is due, once', () => {
    const agenda = new Agenda<string>();
    agenda.put('a', 'A', 10);
    agenda.put('b', 'B', 11);
    agenda.put('c', 'C', 10);
    expect(agenda.takeDue(9)).toEqual([]);
    expect(agenda.takeDue(10)).toEqual([
      ['a', 'A'],
      ['c', 'C'],
    ]);
    expect(agenda.takeDue(10)).toEqual([]);
    expect(agenda.takeDue(11)).toEqual([['b', 'B']]);
  });

  it('hands out what was due while nobody asked', () => {
    const agenda = new Agenda<string>();
    agenda.put('a', 'A', 10);
    agenda.put('b', 'B', 12);
    expect(agenda.takeDue(1000).map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('moves what is planned again, to an earlier second as well', () => {
    const agenda = new Agenda<string>();
    agenda.put('a', 'old', 10);
    agenda.put('a', 'new', 20);
    expect(agenda.takeDue(10)).toEqual([]);
    agenda.put('a', 'newer', 15);
    expect(agenda.takeDue(15)).toEqual([['a', 'newer']]);
    expect(agenda.takeDue(20)).toEqual([]);
  });

  it('tells for when a key is planned', () => {
    const agenda = new Agenda<string>();
    expect(agenda.when('a')).toBeUndefined();
    agenda.put('a', 'A', 10);
    expect(agenda.when('a')).toBe(10);
    agenda.takeDue(10);
    expect(agenda.when('a')).toBeUndefined();
  });
});
