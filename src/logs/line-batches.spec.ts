import { LineBatches } from './access-log.service.js';

describe('lines that are written together', () => {
  let written: [text: string, lines: number][];
  let batches: LineBatches;

  beforeEach(() => {
    jest.useFakeTimers();
    written = [];
    batches = new LineBatches((text, lines) => written.push([text, lines]));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('wait for others for a tenth of a second after the first', () => {
    batches.add('one');
    jest.advanceTimersByTime(60);
    batches.add('two');
    jest.advanceTimersByTime(39);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written).toEqual([['one\ntwo\n', 2]]);
    batches.add('three');
    jest.advanceTimersByTime(100);
    expect(written).toEqual([
      ['one\ntwo\n', 2],
      ['three\n', 1],
    ]);
  });

  it('wait no longer where there are 64 KiB of them', () => {
    const line = 'x'.repeat(1023);
    for (let count = 0; count < 63; count += 1) batches.add(line);
    expect(written).toEqual([]);
    batches.add(line);
    expect(written.map(([text, lines]) => [text.length, lines])).toEqual([[65_536, 64]]);
    jest.advanceTimersByTime(1000);
    expect(written).toHaveLength(1);
  });

  it('are written at once when there will be no others, and nothing where there are none', () => {
    batches.add('last');
    batches.flush();
    batches.flush();
    jest.advanceTimersByTime(1000);
    expect(written).toEqual([['last\n', 1]]);
  });
});
