import { connect } from 'node:net';
import { once } from 'node:events';
import { errorText } from './error-text.js';

describe('what an error says', () => {
  it.each<[unknown, string]>([
    [new Error('it is broken'), 'it is broken'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [{ message: 'of another realm' }, 'of another realm'],
    [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
    [new AggregateError([new Error('one'), Object.assign(new Error(), { code: 'TWO' })]), 'one; TWO'],
    [new AggregateError([new Error('one')], 'all'), 'all'],
    [new Error(''), ''],
  ])('%p: %s', (error, text) => {
    expect(errorText(error)).toBe(text);
  });

  it('says why no address of several could be reached', async () => {
    const lookup = (
      _: string,
      __: unknown,
      done: (error: null, addresses: { address: string; family: number }[]) => void,
    ) => {
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    };
    // Nobody listens on the port of services that nobody has any more.
    const [error] = (await once(connect({ host: 'somewhere', port: 1, lookup }), 'error').catch((thrown: unknown) => [
      thrown,
    ])) as [unknown];
    expect(errorText(error)).toContain('ECONNREFUSED 127.0.0.1:1');
  });
});
