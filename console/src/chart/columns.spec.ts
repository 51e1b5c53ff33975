import { ExactNumber } from '../api/exact-number.js';
import { chartColumns, isPlottable, numberOf, secondsOf } from './columns.js';

const column = (name: string, type?: string) => ({ name, type });

describe('the columns of a chart', () => {
  it('are found by their types, of those that have values', () => {
    const columns = [
      column('day', 'DATE'),
      column('at', 'TIMESTAMP'),
      column('country', 'STRING'),
      column('paid', 'BOOL'),
      column('n', 'INT64'),
      column('sum', 'NUMERIC'),
      column('tags', 'ARRAY<STRING>'),
      column('empty', 'INT64'),
    ];
    const row = {
      day: '2026-11-20',
      at: '2026-11-20T10:00:00Z',
      country: 'NO',
      paid: true,
      n: 5,
      sum: '1.5',
      tags: [],
    };
    expect(chartColumns(columns, [{ ...row, empty: null }])).toEqual({
      times: ['day', 'at'],
      categories: ['country', 'paid'],
      numbers: ['n', 'sum'],
    });
  });

  it('are found by their values where nothing is known of their types', () => {
    const rows = [
      { at: '2026-11-20T10:00:00', n: null, big: new ExactNumber('12345678901234567890'), name: 'a', list: [1] },
      { at: '2026-11-20T11:00:00', n: 3, big: 7, name: '2026', list: [] },
    ];
    const columns = ['at', 'n', 'big', 'name', 'list'].map((name) => column(name));
    expect(chartColumns(columns, rows)).toEqual({ times: ['at'], categories: ['name'], numbers: ['n', 'big'] });
  });

  it('takes an INT64 of microseconds for a time, whichever it is written as', () => {
    const micros = [column('timestamp', 'INT64'), column('n', 'INT64')];
    expect(chartColumns(micros, [{ timestamp: 1_795_165_200_000_000, n: 1_795_165_200 }])).toEqual({
      times: ['timestamp'],
      categories: [],
      numbers: ['n'],
    });
    expect(secondsOf(1_795_165_200_000_000)).toBe(1_795_165_200);
    expect(secondsOf('1795165200000000')).toBe(1_795_165_200);
  });

  it('make a chart where a number has something to stand over', () => {
    const one = (type: string, value: string | number) => chartColumns([column('c', type)], [{ c: value }]);
    expect(isPlottable(one('INT64', 5))).toBe(false);
    expect(isPlottable(one('STRING', 'a'))).toBe(false);
    expect(isPlottable({ ...one('STRING', 'a'), numbers: ['n'] })).toBe(true);
  });

  it.each([
    ['2026-11-20T10:00:00', 1_795_168_800],
    ['2026-11-20T10:00:00Z', 1_795_168_800],
    ['2026-11-20T11:00:00.5+01:00', 1_795_168_800.5],
    ['2026-11-20', 1_795_132_800],
    ['20 November', null],
    ['2026-13-45', null],
  ])('%s is UTC unless it says otherwise', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each([
    ['12.5', 12.5],
    ['-1e3', -1000],
    [new ExactNumber('9007199254740993'), 9_007_199_254_740_992],
    ['NaN', null],
    ['', null],
    [null, null],
    [true, null],
    [undefined, null],
  ])('%s drawn is %s', (value, number) => {
    expect(numberOf(value)).toBe(number);
  });
});
