import { formatTable } from './format-table.js';

const table = (columns: Record<string, string>, rows: readonly (readonly unknown[])[], width?: number) =>
  formatTable(
    {
      columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
      rows: rows.map((row) => row.map((value) => JSON.stringify(value))),
    },
    width,
  ).split('\n');

describe('formatTable', () => {
  it('puts numbers at the right, those that came as text too', () => {
    expect(
      table({ n: 'INT64', s: 'STRING' }, [
        ['9007199254740993', 'a'],
        [7, 'b'],
      ]),
    ).toEqual(['               n  s', '────────────────  ─', '9007199254740993  a', '               7  b', '']);
  });

  it('tells NULL from empty text', () => {
    expect(
      table({ a: 'STRING', b: 'STRING' }, [
        [null, 'x'],
        ['', 'y'],
      ]).slice(2),
    ).toEqual(['NULL  x', '      y', '']);
  });

  it('measures characters of two columns and of none', () => {
    expect(
      table({ a: 'STRING', b: 'STRING' }, [
        ['日本', '|'],
        ['e\u0301', '|'],
      ]).slice(2),
    ).toEqual(['日本  |', 'e\u0301     |', '']);
  });

  it('cuts the widest columns first, and the first one last', () => {
    const rows = [['a name of some length', 'x'.repeat(50), 'short']];
    const [, , row] = table({ name: 'STRING', text: 'STRING', end: 'STRING' }, rows, 44);
    expect(row).toBe('a name of some length  xxxxxxxxxxxxx…  short');
  });

  it('never cuts a wide character in two', () => {
    expect(table({ a: 'STRING' }, [['日本語']], 4)[2]).toBe('日…');
    expect(table({ a: 'STRING' }, [['🇵🇹🇳🇴🇵🇹']], 4)[2]).toBe('🇵🇹…');
  });

  it('shows nothing that a terminal would obey', () => {
    expect(table({ a: 'STRING' }, [['\u001b[2Jx\ny']])[2]).toBe('\ufffd[2Jx y');
  });
});
