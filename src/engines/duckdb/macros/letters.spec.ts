import { useDuckDb } from '../../../../test/support/duckdb.js';

describe('capitals and small letters', () => {
  const database = useDuckDb();

  it.each([
    'straße',
    'ŉ ǰ ΐ ΰ և ẖẗẘẙẚ ὐ ὖ ﬀﬁﬂﬃﬄﬅﬆ ﬓﬗ',
    'ᾀᾇᾐᾧᾲᾳᾴᾶᾷῂῃῄῆῇῒῖῗῢῤῦῧῲῳῴῶῷ ᾈᾼῼ',
    'e\u0301ß\n|a|İıΣσς Ǆǅǆ 🦆',
    'ΑΣ',
    "ΟΔΟΣ ΣΑΣ Σ ΑΣΒ, ΑΣ. Α'Σ ΑΣ'Β ΑΣ!Σ ΑΣΣ\nΣΑΣ\u0301",
    'İSTANBUL',
    'ΑΣ𐐀 ǅΣ',
  ])('%j', async (text) => {
    const parameters = [{ name: 's', type: 'STRING', array: false, value: text }] as const;
    expect(await database.value('UPPER(@s), LOWER(@s), UPPER(@s || "a")', parameters)).toEqual([
      text.toUpperCase(),
      text.toLowerCase(),
      `${text}a`.toUpperCase(),
    ]);
  });

  it('follows the rules of Unicode for every letter, or says that it does not know one', async () => {
    const isKnown = 'n NOT IN (124, 411, 612, 7305, 7306, 65279) AND n NOT BETWEEN 42955 AND 42972';
    const [letters = '', capitals = '', small = ''] = (await database.value(
      `STRING_AGG(c, '|' ORDER BY n), STRING_AGG(UPPER(c), '|' ORDER BY n), STRING_AGG(LOWER(c), '|' ORDER BY n)
       FROM (SELECT n, CHR(n) AS c FROM UNNEST(GENERATE_ARRAY(1, 65535)) AS n WHERE n NOT BETWEEN 55296 AND 57343 AND ${isKnown})`,
    )) as string[];
    const [inCapitals, inSmall] = [capitals.split('|'), small.split('|')];
    const wrong = letters.split('|').filter((letter, index) => {
      const [capital, little] = [inCapitals[index], inSmall[index]];
      return capital !== letter.toUpperCase() || little !== letter.toLowerCase();
    });
    expect([letters.length > 120_000, wrong]).toEqual([true, []]);
  });

  it('puts letters one for one where a word begins', async () => {
    expect(await database.value(`INITCAP('ßa ﬁx ΟΔΟΣ İA ᾳ')`)).toBe('ßa ﬁx Οδοσ İa ᾼ');
  });
});
