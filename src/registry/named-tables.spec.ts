import { NamedTables } from './named-tables.js';

describe('NamedTables', () => {
  it.each([
    ['SELECT 1 FROM orders', ['orders'], true],
    ['SELECT 1 FROM shop.orders', ['shop.orders'], true],
    ['SELECT 1 FROM `p.shop`.`orders-2026`', ['shop.orders-2026'], true],
    ['SELECT 1 FROM(orders)', ['x', 'orders'], true],
    ['SELECT 1 FROM `größe`', ['größe'], true],
    ['SELECT 1 FROM `ord\\x65rs`', ['orders'], true],
    ['SELECT 1 FROM `--`', ['--'], true],
    ['SELECT 1 FROM orders_old', ['orders'], false],
    ['SELECT 2026 FROM orders', ['orders-2026-01'], false],
    ['SELECT 1 FROM orders', ['order', 'rs', 'shop'], false],
    ['SELECT 1 FROM orders', [], false],
  ])('of %s and %j', (sql, tables, isThere) => {
    expect(new NamedTables(tables).mayBeIn(sql)).toBe(isThere);
  });

  it('looks at a text once, however many tables there are, also where they share words', () => {
    const tables = new NamedTables(Array.from({ length: 3000 }, (_, index) => `data-${index}`));
    const searches = jest.spyOn(String.prototype, 'match');
    const comparisons = jest.spyOn(Array.prototype, 'every');
    tables.mayBeIn('SELECT x FROM data JOIN `data-x`');
    const counts = [searches, comparisons].map(({ mock }) => mock.calls.length);
    jest.restoreAllMocks();
    expect(counts).toEqual([1, 0]);
  });
});
