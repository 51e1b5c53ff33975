import { Worker } from 'node:worker_threads';
import { type FormKind } from '../contract/form-names.js';
import { copied } from '../execution/body/joined-bytes.js';
import { FORM_THREAD_MAIN } from './form-thread-path.js';
import { type FormOrder } from './form-thread-main.js';
import { type FormSource } from './text-form.js';
import { type MadeForm } from './made-form.js';

type Answered = { readonly made: MadeForm } | { readonly failure: string };

/** Most memory of JavaScript's in a thread, in MiB: a million rows have as many texts at once. */
const HEAP_MB = 2048;

/** Bytes of a result whose thread has taken memory that JavaScript would keep: a new thread costs less than a tenth of a second. */
const LARGE_BYTES = 8 * 2 ** 20;

/** A thread that makes forms, one at a time. It starts with the first, and ends with its memory after a large one; the next has another. */
export class FormThread {
  private worker: Worker | undefined;

  /** @throws Error where it cannot be made */
  async make(kind: FormKind, { columns, body }: FormSource): Promise<MadeForm> {
    // A copy to be handed over: the original stays with the cache.
    const copy = await copied([body], body.byteLength);
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
      worker.postMessage(order, [copy.buffer as ArrayBuffer]);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private begin(): Worker {
    return new Worker(FORM_THREAD_MAIN, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  }
}
