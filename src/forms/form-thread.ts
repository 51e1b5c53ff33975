import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type FormKind } from '../contract/form-names.js';
import { FORM_THREAD_MAIN } from './form-thread-path.js';
import { type FormOrder } from './form-thread-main.js';
import { type FormSource } from './text-form.js';
import { type MadeForm } from './made-form.js';

type Answered = { readonly made: MadeForm } | { readonly failure: string };

/** Most memory of JavaScript's in a thread, in MiB: a million rows have as many texts at once. */
const HEAP_MB = 2048;

/** Bytes of a result whose thread has taken memory that JavaScript would keep: a new thread costs less than a tenth of a second. */
const LARGE_BYTES = 8 * 2 ** 20;

/** Bytes that are copied at a time, so that large bodies do not hold the event loop. */
const COPIED_BYTES = 4 * 2 ** 20;

/** A thread that makes forms, one at a time. It starts with the first, and ends with its memory after a large one; the next has another. */
export class FormThread {
  private worker: Worker | undefined;

  /** @throws Error where it cannot be made */
  async make(kind: FormKind, { columns, body }: FormSource): Promise<MadeForm> {
    const copy = await copyOf(body);
    const worker = (this.worker ??= this.begin());
    const order: FormOrder = { kind, source: { columns, body: copy } };
    return new Promise((resolve, reject) => {
      const end = () => {
        worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
        worker.unref();
      };
      const onMessage = (answered: Answered) => {
        end();
        if (body.byteLength >= LARGE_BYTES) {
          this.worker = undefined;
          void worker.terminate();
        }
        if ('made' in answered) resolve(answered.made);
        else reject(new Error(answered.failure));
      };
      const onEnd = (cause: unknown) => {
        end();
        this.worker = undefined;
        reject(new Error('the thread that makes forms has ended', { cause }));
      };
      worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
      worker.ref();
      worker.postMessage(order, [copy.buffer]);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private begin(): Worker {
    return new Worker(FORM_THREAD_MAIN, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  }
}

/** Copies a body to be handed over: the original stays with the cache. */
async function copyOf(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(body.byteLength);
  for (let at = 0; at < body.byteLength; at += COPIED_BYTES) {
    copy.set(body.subarray(at, at + COPIED_BYTES), at);
    if (at + COPIED_BYTES < body.byteLength) await setImmediate();
  }
  return copy;
}
