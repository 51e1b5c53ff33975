import { type AnswerFacts } from '../answers/answer-facts.js';
import { accessLine } from './access-log.service.js';

const AT = new Date('2026-11-22T09:05:07.042Z');

const HIT: AnswerFacts = {
  method: 'GET',
  route: '/api/endpoints/query/{endpoint}',
  status: 200,
  isCut: false,
  isEarlyHit: true,
  endpoint: { id: '4be8bb7e-26ad-4d6c-9a30-4a4dfd0b9d10', name: 'orders' },
  keyId: 'web',
  cache: 'hit',
  errorCode: undefined,
  ageSeconds: 7.9,
  rows: 3,
  bodyBytes: 120,
  startedAt: 1,
  milliseconds: 0.123456,
  requestId: 'r-1',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  clientAddress: () => '192.0.2.7',
};

/** What could not be read. */
const REFUSED: AnswerFacts = {
  ...HIT,
  method: '_OTHER',
  route: '_other',
  status: 400,
  isCut: true,
  endpoint: undefined,
  keyId: undefined,
  cache: 'none',
  errorCode: 'malformed_request',
  ageSeconds: undefined,
  rows: undefined,
  milliseconds: undefined,
  traceId: undefined,
  clientAddress: () => '',
};

describe('the line of an answer', () => {
  it('is text for people', () => {
    expect([HIT, REFUSED].map((facts) => accessLine(facts, AT, 'text'))).toEqual([
      '2026-11-22T09:05:07.042Z     LOG [Answer] GET /api/endpoints/query/{endpoint} 200 cache=hit ms=0.12 bytes=120 age=7 rows=3 ' +
        'endpoint=orders key=web address=192.0.2.7 request_id=r-1 trace_id=0af7651916cd43dd8448eb211c80319c',
      '2026-11-22T09:05:07.042Z     LOG [Answer] _OTHER _other 400 cache=none bytes=120 cut=true code=malformed_request request_id=r-1',
    ]);
  });

  it('is JSON for machines', () => {
    const every = { time: AT.toISOString(), level: 'info', context: 'Answer', pid: process.pid, request_id: 'r-1' };
    expect([HIT, REFUSED].map((facts): unknown => JSON.parse(accessLine(facts, AT, 'json')))).toEqual([
      {
        ...every,
        msg: 'GET /api/endpoints/query/{endpoint} 200',
        method: 'GET',
        route: '/api/endpoints/query/{endpoint}',
        status: 200,
        cache: 'hit',
        ms: 0.12,
        bytes: 120,
        age: 7,
        rows: 3,
        endpoint: 'orders',
        key: 'web',
        address: '192.0.2.7',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
      },
      {
        ...every,
        msg: '_OTHER _other 400',
        method: '_OTHER',
        route: '_other',
        status: 400,
        cache: 'none',
        bytes: 120,
        cut: true,
        code: 'malformed_request',
      },
    ]);
  });

  it('has in quotes what could be read as something else', () => {
    const facts = { ...HIT, clientAddress: () => 'x" request_id=false\n2026' };
    const line = accessLine(facts, AT, 'text');
    expect(line).toContain(' address="x\\" request_id=false\ufffd2026" ');
    expect(line).not.toContain('\n');
  });

  it.each(['text', 'json'] as const)(
    'as %s has nothing of an address that is obeyed or not seen, and not much of it',
    (format) => {
      const odd = [
        '\u009b31mred',
        '\u202eevil',
        'a\u0085b',
        '\u001b[31m',
        '\u2028',
        '\u200b',
        'x'.repeat(9000),
        '\u009b'.repeat(9000),
      ];
      for (const address of odd) {
        const line = accessLine({ ...HIT, clientAddress: () => address }, AT, format);
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(line.length).toBeLessThan(600);
      }
    },
  );
});
