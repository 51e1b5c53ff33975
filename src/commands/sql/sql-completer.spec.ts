import { sqlCompleter } from './sql-completer.js';

describe('sqlCompleter', () => {
  const column = (name: string) => ({ name, type: 'STRING' });
  const tables = [
    { name: 'orders', columns: [column('order_id'), column('country')], schema: [], files: [] },
    { name: 'shop.people', columns: [column('country'), column('person')], schema: [], files: [] },
    { name: 'by-day', columns: [column('day')], schema: [], files: [] },
    { name: 'broken', columns: [], schema: [], files: [], reason: 'it is empty' },
  ];
  const complete = sqlCompleter(tables);

  it.each([
    ['SELECT * FROM ', ['orders', 'shop.people', '`by-day`'], ''],
    ['select * from sh', ['shop.people'], 'sh'],
    ['SELECT * FROM a JOIN `ord', ['orders'], 'ord'],
    // A name that wants backticks is given them.
    ['SELECT * FROM by', ['`by-day`'], 'by'],
    ['SELECT * FROM `by', ['by-day'], 'by'],
    ['\\d o', ['orders'], 'o'],
    ['\\d b', ['by-day'], 'b'],
    ['SELECT cou', ['country', 'COUNT'], 'cou'],
    ['SELECT ord', ['order_id', 'orders', 'ORDER'], 'ord'],
    ['SELECT zzz', [], 'zzz'],
    ['SELECT p', ['person'], 'p'],
    // Columns of the tables that are named, and no others.
    ['SELECT country FROM orders WHERE p', [], 'p'],
    ['SELECT country FROM shop.people WHERE p', ['person'], 'p'],
    ['SELECT * FROM orders AS o WHERE o.c', ['o.country'], 'o.c'],
    ['SELECT * FROM orders, `shop.people` p WHERE p.', ['p.country', 'p.person'], 'p.'],
    ['SELECT * FROM shop.people WHERE people.per', ['people.person'], 'people.per'],
    ['SELECT * FROM orders WHERE x.', [], 'x.'],
  ])('completes %j', (line, found, word) => {
    expect(complete(line)).toEqual([found, word]);
  });

  it('knows what was typed in lines before, and behind the cursor', () => {
    const typed = 'SELECT o.c\nFROM orders AS o';
    expect(sqlCompleter(tables, () => typed)('SELECT o.c')).toEqual([['o.country'], 'o.c']);
  });
});
