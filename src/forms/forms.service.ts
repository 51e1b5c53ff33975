import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Settings } from '../config/settings.js';
import { Pool } from '../engines/pool.js';
import { type Answer, isKept } from '../execution/answer.js';
import { encodeBody } from '../execution/body/result-body.js';
import { SingleFlight } from '../execution/single-flight.js';
import { ConcurrentCalls } from '../limits/concurrent-calls.service.js';
import { formKey } from './form-key.js';
import { type FormKind, FORMS } from '../contract/form-names.js';
import { FormThread } from './form-thread.js';

export interface FormCall {
  readonly cacheKey: string;
  readonly keyId: string;
  readonly signal: AbortSignal;
}

/** Forms that are made at once; those of one key are made one at a time. */
const THREADS = 2;

/**
 * Answers in the other forms of their rows. A form is made of the finished result, whole and off the event loop. It is kept beside a kept
 * result, as an entry of the same cache: within its memory, and within the share of the key whose call it was made for.
 */
@Injectable()
export class Forms implements OnApplicationShutdown {
  private readonly threads = Array.from({ length: THREADS }, () => new FormThread());
  private readonly pool: Pool<FormThread>;
  private readonly making = new SingleFlight<CachedResult>();

  constructor(
    private readonly cache: ResultCache,
    private readonly concurrent: ConcurrentCalls,
    @Inject(Settings) { queueMax }: Settings,
  ) {
    this.pool = new Pool(this.threads, queueMax);
  }

  /** Returns the answer in a form that is in memory; undefined where this result has none there. */
  recall(answer: Answer, kind: FormKind, cacheKey: string): Answer | undefined {
    const kept = isKept(answer) ? this.cache.memory.use(formKey(cacheKey, kind)) : undefined;
    if (!kept || !isOf(kept, answer.result)) return undefined;
    // The rows may have been made again since the form was, at another cost.
    return { ...answer, result: { ...kept, cost: answer.result.cost } };
  }

  /** @throws QuernError `too_many_runs`, `engine_busy`; the signal's reason once it is aborted */
  async answerIn(kind: FormKind, answer: Answer, call: FormCall): Promise<Answer> {
    const recalled = this.recall(answer, kind, call.cacheKey);
    if (recalled) return recalled;
    const result = await this.concurrent.during(call.keyId, async () => this.makeOnce(kind, answer, call));
    return { ...answer, result };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.map(async (thread) => thread.close()));
  }

  /** Makes a form; callers of the same form of the same kept result share it. */
  private async makeOnce(kind: FormKind, answer: Answer, call: FormCall): Promise<CachedResult> {
    if (!isKept(answer)) return this.make(kind, answer, call);
    const { hash, truncated } = answer.result;
    const flight = `${formKey(call.cacheKey, kind)} ${hash} ${truncated}`;
    const waiter = { signal: call.signal, isUrgent: true };
    return this.making.join(flight, waiter, async ({ signal }) => this.make(kind, answer, { ...call, signal }));
  }

  private async make(kind: FormKind, answer: Answer, { cacheKey, keyId, signal }: FormCall): Promise<CachedResult> {
    const { result, endpoint, ageSeconds } = answer;
    const toKeep = isKept(answer);
    const thread = await this.pool.acquire(signal, { caller: keyId });
    let made;
    try {
      made = await thread.make(kind, result);
    } finally {
      this.pool.release(thread);
    }
    const { bytes, hash } = made;
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const coded = toKeep && FORMS[kind].isText ? await encodeBody(body) : {};
    const { rows, truncated, next, createdAt, cost } = result;
    const about = { columns: [], rows, truncated, next, createdAt, cost };
    // A result with further rows behind it is another answer, and has another hash.
    const own = next === undefined ? hash : `${hash}-n`;
    const form = { body, hash: own, coded, ...about, madeOf: result.hash, requests: 0 };
    if (!toKeep || this.cache.memory.peek(cacheKey)?.hash !== result.hash) return form;
    const keepSeconds = (endpoint.cachingSeconds ?? 0) + (endpoint.staleIfErrorSeconds ?? 0) - ageSeconds;
    this.cache.adopt(formKey(cacheKey, kind), { ...form, chargedTo: keyId }, keepSeconds);
    return form;
  }
}

/** Whether a form was made of this result, which may have been made anew since, and come out otherwise. */
function isOf(form: CachedResult, { hash, truncated }: CachedResult): boolean {
  return form.madeOf === hash && form.truncated === truncated;
}
