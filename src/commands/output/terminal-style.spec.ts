import { PassThrough } from 'node:stream';
import { PLAIN } from '../../diagnostics/problem-line.js';
import { terminalStyle } from './terminal-style.js';

function terminal(properties: object) {
  return Object.assign(new PassThrough(), properties);
}

describe('terminalStyle', () => {
  it('is plain in a pipe', () => {
    expect(terminalStyle(terminal({}))).toEqual(PLAIN);
  });

  it('takes a usual width where the terminal does not know its own', () => {
    expect(terminalStyle(terminal({ isTTY: true, columns: 0 }))).toEqual(PLAIN);
  });

  it('is as wide as the terminal, and colored where the terminal has colors', () => {
    const style = (hasColors: boolean) =>
      terminalStyle(terminal({ isTTY: true, columns: 60, hasColors: () => hasColors }));
    expect(style(true)).toEqual({ colors: true, width: 60 });
    expect(style(false)).toEqual({ colors: false, width: 60 });
  });
});
