import { type HotService, startHotService } from '../support/http/hot-service.js';
import { PARITY_CORPUS, PARITY_FILL, type ParityCase } from '../support/http/parity-corpus.js';
import { exchange, fieldOf, type WireAnswer } from '../support/http/wire.js';
import { Executor } from '../../src/execution/executor.service.js';
import { CachedAnswerHandler } from '../../src/http/cached-answer.handler.js';

/** What both ways have to answer alike: all but the time, how long it took, and ids that are made for each request. */
const comparable = ({ statusLine, fields, body }: WireAnswer) => ({
  statusLine,
  fields: fields
    .filter(([name]) => name !== 'Date')
    .map(([name, value]) => {
      if (name === 'Server-Timing') return `${name}: ${value.replace(/\bdur=\d+\.\d\b/g, 'dur=?')}`;
      return `${name}: ${name === 'X-Request-Id' ? value.replace(/^[0-9a-f]{24}$/, 'made') : value}`;
    })
    .sort(),
  body: body.toString('latin1').replace(/"request_id":"[0-9a-f]{24}"/, '"request_id":"made"'),
});

describe('the hot path', () => {
  let service: HotService;

  beforeAll(async () => {
    service = await startHotService();
  });

  afterAll(async () => service.close());

  it('answers hits from the start, and nothing else', async () => {
    const answer = jest.spyOn(service.app.get(CachedAnswerHandler), 'answer');
    for (const expected of ['quern; fwd=miss; stored', 'quern; hit; ttl=900']) {
      expect((await service.query('echo?text=start', 'plain')).headers.get('cache-status')).toBe(expected);
    }
    expect(answer.mock.results.map(({ value }) => value as unknown)).toEqual([false, true]);
    answer.mockRestore();
  });

  it('leaves no run to be made whose result comes before the ordinary way has the call', async () => {
    await service.query('echo?text=meanwhile', 'plain');
    // As if there had been none yet when it was looked for first.
    jest.spyOn(service.app.get(Executor), 'recall').mockReturnValueOnce(undefined);
    const answer = await service.query('echo?text=meanwhile', 'plain');
    expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=900');
    jest.restoreAllMocks();
  });

  describe('and the ordinary way', () => {
    const TAGS = { plain: [], br: ['Accept-Encoding: br'], gzip: ['Accept-Encoding: gzip'] };
    const passes: Record<'cold' | 'ordinary' | 'known', Map<string, { ways: string[]; answers: WireAnswer[] }>> = {
      cold: new Map(),
      ordinary: new Map(),
      known: new Map(),
    };

    beforeAll(async () => {
      for (const path of PARITY_FILL) await (await service.query(path, 'operator')).text();
      const tags = new Map<string, string>();
      for (const [coding, accepted] of Object.entries(TAGS)) {
        const [, value = ''] = accepted[0]?.split(': ') ?? [];
        const answer = await service.query('large?tagging=1&seed=x', 'operator', { 'accept-encoding': value });
        tags.set(`{${coding}}`, answer.headers.get('etag') ?? '');
      }
      expect(new Set(tags.values()).size).toBe(3);
      const run = async (pass: keyof typeof passes, corpus: readonly ParityCase[]) => {
        service.turn(pass !== 'ordinary');
        for (const { title, requests, at, isClosing } of corpus) {
          service.later(at);
          service.waysSince();
          const text = requests.replace(/\{(plain|br|gzip)\}/g, (place) => tags.get(place) ?? place);
          const answers = await exchange(service.base, text, isClosing);
          passes[pass].set(title, { ways: service.waysSince(), answers });
        }
      };
      await run('cold', PARITY_CORPUS);
      await run('ordinary', PARITY_CORPUS);
      // The other way round, so that what is remembered of an answer is met by an earlier time as well as by a later one.
      await run('known', [...PARITY_CORPUS].reverse());
    });

    it('are given the same requests, each of its own', () => {
      expect(passes.cold.size).toBe(PARITY_CORPUS.length);
      expect(new Set(PARITY_CORPUS.map(({ requests, at }) => `${at} ${requests}`)).size).toBe(PARITY_CORPUS.length);
    });

    it.each(PARITY_CORPUS.map((each) => [each.title, each] as const))('answer alike: %s', (title, { answers }) => {
      const [cold, ordinary, known] = (['cold', 'ordinary', 'known'] as const).map((pass) => passes[pass].get(title));
      expect(cold?.answers.map(comparable)).toEqual(ordinary?.answers.map(comparable));
      expect(known?.answers.map(comparable)).toEqual(ordinary?.answers.map(comparable));
      expect(ordinary?.answers.map(({ statusLine }) => Number(statusLine.split(' ')[1]))).toEqual(
        answers.map(([, status]) => status),
      );
      // And each of them by the one who was to answer it.
      const ways = answers.map(([way]) => way).filter((way) => way !== 'nobody');
      expect(cold?.ways).toEqual(ways.map((way) => (way === 'hot' ? 'hot' : 'ordinary')));
      expect(ordinary?.ways).toEqual(ways.map(() => 'ordinary'));
      expect(known?.ways).toEqual(ways.map((way) => (way === 'ordinary' ? 'ordinary' : 'hot')));
    });

    it('tell what is told of each answer', () => {
      const fields = (title: string) => {
        const [answer] = passes.known.get(title)?.answers ?? [];
        return answer?.fields.map(([name]) => name).sort();
      };
      expect(fields('by name')).toEqual([
        'Age',
        'Cache-Control',
        'Cache-Status',
        'Connection',
        'Content-Length',
        'Content-Type',
        'Date',
        'ETag',
        'Keep-Alive',
        'Server-Timing',
        'Vary',
        'X-Content-Type-Options',
        'X-Request-Id',
      ]);
      const [answer] = passes.known.get('after 300.6 s')?.answers ?? [];
      expect(answer && ['age', 'cache-control', 'cache-status'].map((name) => fieldOf(answer, name))).toEqual([
        '300',
        'private, max-age=599',
        'quern; hit; ttl=599',
      ]);
    });
  });
});
