import { parentPort } from 'node:worker_threads';
import { type FormKind } from '../contract/form-names.js';
import { type FormSource } from './text-form.js';
import { madeForm } from './made-form.js';

export interface FormOrder {
  readonly kind: FormKind;
  readonly source: FormSource;
}

// The entry of a `FormThread`: it takes one order at a time, and answers with the form or the failure.
parentPort?.on('message', ({ kind, source }: FormOrder) => {
  try {
    const { bytes, hash } = madeForm(kind, source);
    // Bytes in a piece of Node's pool cannot be transferred.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    parentPort?.postMessage({ made: { bytes: own, hash } }, [own.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
