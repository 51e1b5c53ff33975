import { Logger } from '@nestjs/common';
import { ServiceLogger } from './service-logger.js';

const FIELDS = { request_id: 'r-1', trace_id: 'abc', endpoint: 'orders', key: 'web', code: 'query_failed' };
const STACK = 'Error: it is broken\n    at here.ts:1:2';

describe('the log of the service', () => {
  let written: string[];

  beforeEach(() => {
    written = [];
    jest.useFakeTimers({ now: new Date('2026-11-22T09:05:07.042Z') });
    jest.spyOn(process.stdout, 'write').mockImplementation(() => {
      throw new Error('a line of the log went to standard output');
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** As services log: by Nest's own Logger with a context. */
  const log = (settings: ConstructorParameters<typeof ServiceLogger>[0], write: (logger: Logger) => void) => {
    Logger.overrideLogger(new ServiceLogger(settings));
    write(new Logger('Query'));
    return written.join('');
  };
  const json = (write: (logger: Logger) => void) =>
    log({ logLevel: 'debug', logFormat: 'json' }, write)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);

  it('has times in UTC with milliseconds, and ends with the ids of the request', () => {
    const text = log({ logLevel: 'log', logFormat: 'text' }, (logger) => {
      logger.log('orders for web: 3 rows', FIELDS);
      logger.warn('without any');
      logger.debug('not at this level');
    });
    expect(text).toBe(
      '2026-11-22T09:05:07.042Z     LOG [Query] orders for web: 3 rows request_id=r-1 trace_id=abc\n' +
        '2026-11-22T09:05:07.042Z    WARN [Query] without any\n',
    );
  });

  it('is one JSON object a line, whose fields are members of their own', () => {
    const lines = json((logger) => {
      logger.log('orders for web: 3 rows', FIELDS);
      logger.error('several\nlines "quoted"', { ...FIELDS, trace_id: undefined });
      logger.debug('nothing else');
    });
    const time = '2026-11-22T09:05:07.042Z';
    const { pid } = process;
    const untraced = { request_id: 'r-1', endpoint: 'orders', key: 'web', code: 'query_failed' };
    expect(lines).toEqual([
      { time, level: 'info', context: 'Query', msg: 'orders for web: 3 rows', ...FIELDS, pid },
      { time, level: 'error', context: 'Query', msg: 'several\nlines "quoted"', ...untraced, pid },
      { time, level: 'debug', context: 'Query', msg: 'nothing else', pid },
    ]);
  });

  it('has no line of somebody else’s that looks like one of its own', () => {
    const text = log({ logLevel: 'log', logFormat: 'text' }, (logger) => {
      logger.error(
        'orders: query_failed: no\n2026-11-22T09:05:07.042Z   ERROR [Http] forged\u001b[31m\r\nmore',
        FIELDS,
      );
    });
    expect(text).toBe(
      '2026-11-22T09:05:07.042Z   ERROR [Query] orders: query_failed: no request_id=r-1 trace_id=abc\n' +
        '  2026-11-22T09:05:07.042Z   ERROR [Http] forged\ufffd[31m\ufffd\n  more\n',
    );
  });

  it('has a stack behind its line, or in a member of its own', () => {
    const write = (logger: Logger) => {
      logger.error('it is broken', STACK, FIELDS);
    };
    expect(log({ logLevel: 'log', logFormat: 'text' }, write)).toBe(
      `2026-11-22T09:05:07.042Z   ERROR [Query] it is broken request_id=r-1 trace_id=abc\n${STACK}\n`,
    );
    written = [];
    expect(json(write)).toMatchObject([{ msg: 'it is broken', stack: STACK, ...FIELDS }]);
  });

  it('has nothing that a terminal obeys, and says it to whoever reads the JSON', () => {
    const said = 'Failed: \u009b31mred\u007f';
    const [line] = json((logger) => {
      logger.warn(said);
    });
    expect(written.join('')).toContain('Failed: \\u009b31mred\\u007f');
    expect(line).toMatchObject({ msg: said });
  });

  it('lets no field take the place of what every line has', () => {
    const [line] = json((logger) => {
      logger.log('real', { level: 'fatal', message: 'false', context: 'Other', timestamp: 1 });
    });
    expect(line).toMatchObject({ level: 'info', msg: 'real', context: 'Query', time: '2026-11-22T09:05:07.042Z' });
  });

  it.each(['text', 'json'] as const)('says nothing of what Nest sets up, as %s', (logFormat) => {
    const write = (logLevel: 'log' | 'debug') => {
      written = [];
      return log({ logLevel, logFormat }, () => {
        new Logger('RouterExplorer').log('Mapped a route');
      });
    };
    expect(write('log')).toBe('');
    expect(write('debug')).toContain('Mapped a route');
  });
});
