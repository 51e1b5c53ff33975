import { type AnswerFacts } from '../answers/answer-facts.js';
import { type Settings } from '../config/settings.js';
import { excerpt } from '../errors/excerpt.js';
import { fieldsText, type LogFields } from './log-fields.js';

const CONTEXT = 'Answer';

/** One answer as a line of the log, with the route in place of the URL: values of parameters and tokens are nowhere in it. */
export function accessLine(facts: AnswerFacts, at: Date, format: Settings['logFormat']): string {
  const fields = fieldsOf(facts);
  const time = at.toISOString();
  const msg = `${facts.method} ${facts.route} ${facts.status}`;
  if (format === 'text') return `${time}     LOG [${CONTEXT}] ${msg}${fieldsText(fields)}`;
  const { method, route, status } = facts;
  const line = { time, level: 'info', context: CONTEXT, msg, method, route, status };
  return JSON.stringify({ ...line, ...fields, pid: process.pid });
}

function fieldsOf(facts: AnswerFacts): LogFields {
  const { cache, milliseconds, ageSeconds } = facts;
  return {
    cache,
    ms: milliseconds === undefined ? undefined : Number(milliseconds.toFixed(2)),
    bytes: facts.bodyBytes,
    age: ageSeconds === undefined ? undefined : Math.floor(ageSeconds),
    rows: facts.rows,
    cut: facts.isCut || undefined,
    endpoint: facts.endpoint?.name,
    key: facts.keyId,
    code: facts.errorCode,
    address: addressOf(facts),
    request_id: facts.requestId,
    trace_id: facts.traceId,
  };
}

/** The client's address. Most have plain characters alone, which takes less time to see than an excerpt. */
function addressOf({ clientAddress }: AnswerFacts): string | undefined {
  if (clientAddress === '') return undefined;
  return /^[\w.:]{1,64}$/.test(clientAddress) ? clientAddress : excerpt(clientAddress);
}
