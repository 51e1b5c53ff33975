import { jsonMistake } from './json-parameters.js';

describe('what a text that is no JSON is told', () => {
  it.each([
    ['{"sql": bad, "x": 1}', 'what stands at line 1, column 9 cannot'],
    ['{"a": 1,\n  "b": bad, "c": bad}', 'what stands at line 2, column 8 cannot'],
    ['{"a": 1,\n "b": [1,]}', 'line 2, column 10'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a": 1 "b": 2}', 'line 1, column 9'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{"a": 1} x', 'line 1, column 10'],
    ['{"😀": truth}', 'line 1, column 7 cannot'],
    [`{"a": "${'x'.repeat(60_000)}", "b": nope}`, 'line 1, column 60016 cannot'],
    ['<html>', 'line 1, column 1'],
    [
      '{"sql": "SELECT 1\nFROM t"}',
      'at line 1, column 18 a text has a line break or another control character; write \\n',
    ],
    ['{"a": "b', 'it ends too early, at line 1, column 9'],
    ['{"a"', 'it ends too early, at line 1, column 5'],
    ['{"a": tru', 'it ends too early'],
    ['', 'it ends too early, at line 1, column 1'],
  ])('%s', (text, said) => {
    expect(() => {
      JSON.parse(text);
    }).toThrow();
    expect(jsonMistake(text)).toContain(said);
  });
});
