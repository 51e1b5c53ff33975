import { StderrSink } from './stderr-sink.js';

describe('the sink of the log', () => {
  it('drops and counts what would grow because nobody reads, and tells of it once there is room again', () => {
    const stream = {
      writableLength: 0,
      write(text: string) {
        this.writableLength += text.length;
      },
    };
    const sink = new StderrSink(stream);
    const kibibyte = 'x'.repeat(1024);
    for (let count = 0; count < 5000; count += 1) sink.write(kibibyte, 2);
    // A mebibyte, and the line that goes beyond it.
    expect(stream.writableLength).toBe(1025 * 1024);
    expect([sink.hasRoom, sink.dropped, sink.takeLoss()]).toEqual([false, 2 * (5000 - 1025), undefined]);
    stream.writableLength = 1024;
    const text = '7950 lines of the log had to be dropped, since nobody read them';
    expect(sink.takeLoss()).toEqual({ text, dropped: 7950 });
    expect([sink.takeLoss(), sink.dropped]).toEqual([undefined, 7950]);
    sink.write(kibibyte, 1);
    expect([stream.writableLength, sink.dropped]).toEqual([2048, 7950]);
  });
});
