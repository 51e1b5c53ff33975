import { type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type Settings } from '../config/settings.js';
import { UnsentBytes } from './unsent-bytes.service.js';

const MEBIBYTE = 2 ** 20;

/** A connection, and an answer over it that is not read. */
function unreadAnswer() {
  const socket = new PassThrough();
  const response = new PassThrough();
  return { socket, response, request: { socket } as unknown as IncomingMessage };
}

describe('answers that are not read', () => {
  let unsent: UnsentBytes;
  const add = (body: Buffer, keyId: string) => {
    const answer = unreadAnswer();
    unsent.add(body, keyId, answer.request, answer.response as unknown as ServerResponse);
    return answer;
  };
  const isRefused = (bytes: number, keyId: string) => {
    try {
      unsent.needRoomFor(Buffer.alloc(bytes), keyId);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'engine_busy', retryAfterSeconds: 1 });
      return true;
    }
  };

  beforeEach(() => {
    unsent = new UnsentBytes({ cacheMaxBytes: 32 * MEBIBYTE } as Settings);
  });

  it('may be of any size alone, half of the room for a key, and all of it for all', () => {
    expect(isRefused(100 * MEBIBYTE, 'a')).toBe(false);
    add(Buffer.alloc(10 * MEBIBYTE), 'a');
    expect([isRefused(7 * MEBIBYTE, 'a'), isRefused(6 * MEBIBYTE, 'a')]).toEqual([true, false]);
    expect([isRefused(23 * MEBIBYTE, 'b'), isRefused(22 * MEBIBYTE, 'b')]).toEqual([true, false]);
    add(Buffer.alloc(16 * MEBIBYTE), 'b');
    expect([isRefused(6 * MEBIBYTE, 'a'), isRefused(7 * MEBIBYTE, 'c')]).toEqual([false, true]);
  });

  it('count once where they are one body, until the last of them has been read or its connection is gone', () => {
    const body = Buffer.alloc(MEBIBYTE);
    const [read, gone, other] = [add(body, 'a'), add(body, 'a'), add(body, 'b')];
    expect(unsent.bytes).toBe(MEBIBYTE);
    read.response.emit('close');
    read.socket.emit('close');
    gone.socket.emit('close');
    expect(unsent.bytes).toBe(MEBIBYTE);
    other.response.emit('close');
    expect(unsent.bytes).toBe(0);
    expect([read, gone, other].map(({ socket }) => socket.listenerCount('close'))).toEqual(
      [0, 0, 0].map((none) => none + unreadAnswer().socket.listenerCount('close')),
    );
  });

  it('are taken off once where the connection that is gone tells of its answer, as Node’s does', () => {
    const body = Buffer.alloc(MEBIBYTE);
    add(body, 'b');
    const { socket, response, request } = unreadAnswer();
    // Node’s own listener, which comes first.
    socket.once('close', () => response.emit('close'));
    unsent.add(body, 'a', request, response as unknown as ServerResponse);
    socket.emit('close');
    expect(unsent.bytes).toBe(MEBIBYTE);
  });

  it('are refused to nobody where they are small, but beyond the limit cost those the connection who do not read them', () => {
    const small = 60 * 1024;
    const answers = Array.from({ length: 300 }, () => add(Buffer.alloc(small), 'a'));
    expect(isRefused(small, 'a')).toBe(false);
    const open = answers.filter(({ socket }) => !socket.destroyed);
    expect(open).toHaveLength(Math.floor((16 * MEBIBYTE) / small));
    expect(unsent.bytes).toBe(open.length * small);
    expect(add(Buffer.alloc(small), 'b').socket.destroyed).toBe(false);
  });

  it('cost no other key its connections, neither those from before nor new ones, however many keys there are', () => {
    const add60 = (keyId: string, count: number) =>
      Array.from({ length: count }, () => add(Buffer.alloc(60 * 1024), keyId));
    const others = [...add60('b', 250), ...add60('c', 250)];
    expect(unsent.bytes).toBeLessThan(32 * MEBIBYTE);
    const greedy = add60('a', 300);
    expect(greedy.some(({ socket }) => socket.destroyed)).toBe(true);
    // Together they have more than all may have.
    expect(unsent.bytes).toBeGreaterThan(32 * MEBIBYTE);
    others.push(...add60('b', 20), ...add60('d', 20));
    expect(others.filter(({ socket }) => socket.destroyed)).toEqual([]);
  });
});
