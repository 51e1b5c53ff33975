import { Chance } from '../../../test/support/hostile/chance.js';
import { QuernError } from '../../errors/quern-error.js';
import { jsonMembers } from './json-members.js';

function refusal(text: string): string {
  try {
    jsonMembers(text);
  } catch (error) {
    if (error instanceof QuernError) return error.detail;
    throw error;
  }
  return '';
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

describe('the members of a JSON body', () => {
  it('have their names and values in order, and numbers as they are written', () => {
    const json =
      ' {"a":[1.50,-2e+3,"7","\\"8\\\\",null,true],"9":1E400,"b c\\u0031":{"d":[10]},"__proto__":12,"9":[]} ';
    const members = jsonMembers(json);
    expect(members.map(({ name, values }) => [name, values.map((value) => value?.written)])).toEqual([
      ['a', ['1.50', '-2e+3', '"7"', '"\\"8\\\\"', 'null', 'true']],
      ['9', ['1E400']],
      ['b c1', [undefined, undefined, '10']],
      ['__proto__', ['12']],
      ['9', []],
    ]);
    expect(members[0]?.values.map((value) => value?.value)).toEqual([1.5, -2000, '7', '"8\\', null, true]);
  });

  it.each([
    ['{"sql": bad, "x": 1}', 'what stands at line 1, column 9 cannot'],
    ['{"a": 1,\n  "b": bad, "c": bad}', 'what stands at line 2, column 8 cannot'],
    ['{"a": 1,\n "b": [1,]}', 'line 2, column 10'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a": 1 "b": 2}', 'line 1, column 9'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{"a": 1 /* one */}', 'what stands at line 1, column 9 cannot'],
    ['{"a": 1} x', 'line 1, column 10'],
    ['{"😀": truth}', 'line 1, column 7 cannot'],
    [`{"a": "${'x'.repeat(60_000)}", "b": nope}`, 'line 1, column 60016 cannot'],
    ['<html>', 'line 1, column 1 cannot'],
    [
      '{"sql": "SELECT 1\nFROM t"}',
      'at line 1, column 18 a text has a line break or another control character; write \\n',
    ],
    ['{"sql": "a\tb"}', 'at line 1, column 11 a text has a line break or another control character'],
    [String.raw`{"sql": "\\ \" \u00e9 \d+"}`, 'what stands at line 1, column 23 cannot'],
    [String.raw`{"sql": "a\Nb"}`, 'what stands at line 1, column 11 cannot'],
    [String.raw`{"sql": "\u12x4"}`, 'what stands at line 1, column 10 cannot'],
    ['{"a": "b', 'it ends too early, at line 1, column 9'],
    ['{"a"', 'it ends too early, at line 1, column 5'],
    ['{"a": tru', 'line 1, column 7'],
    ['', 'it ends too early, at line 1, column 1'],
    ['['.repeat(65_000), 'one JSON object'],
    [`{"a": ${'['.repeat(65_000)}`, 'nested too deep'],
    [`{"a": ${'{"a":'.repeat(13_000)}`, 'nested too deep'],
  ])('are told by their place where they are none: %.40s', (text, said) => {
    expect(refusal(text)).toContain(said);
  });

  it('are read where JSON.parse reads an object, and nowhere else', () => {
    const chance = new Chance(8259);
    const sound = String.raw`{"a": [1.5e+3, -0, "b\n\u00e9\"", null], "cé": true, "d": "x y", "e": {"f": 2}}`;
    const pieces = ['\n', '\t', '\u00a0', '\u0001', 'null', 'true', '"a"', ''].concat(
      String.raw`{}[],:"\/*-+.0e1u `.split(/(?:)/),
    );
    const kinds = { read: 0, refused: 0 };
    for (let round = 0; round < 20_000; round += 1) {
      const at = chance.below(sound.length);
      const text = sound.slice(0, at) + chance.pick(pieces) + sound.slice(at + chance.below(3));
      const refused = refusal(text);
      if (refused.includes('nested too deep')) continue;
      expect([text, refused === '']).toEqual([text, isObject(text)]);
      kinds[refused === '' ? 'read' : 'refused'] += 1;
    }
    expect(Math.min(kinds.read, kinds.refused)).toBeGreaterThan(1000);
  });
});
