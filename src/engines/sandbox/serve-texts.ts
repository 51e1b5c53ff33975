import { parentPort } from 'node:worker_threads';
import { errorStack } from '../../errors/error-text.js';
import { ownThreadId } from '../processor-time.js';
import { lowerOwnPriority, NICE } from '../thread-priority.js';
import { type CompilerMessage, type CompilerOutcome } from './sandbox-compiler.js';

/** Serves a `SandboxCompiler` as its thread: takes one text after the other, and answers each. */
export function serveTexts(make: (request: never) => object): void {
  lowerOwnPriority(NICE.sandbox);
  const threadId = ownThreadId();
  const send = (message: CompilerMessage<object>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: unknown) => {
    send({ threadId });
    send({ outcome: outcomeOf(() => make(request as never)) });
  });
}

function outcomeOf(make: () => object): CompilerOutcome<object> {
  try {
    return make();
  } catch (error) {
    return { failed: errorStack(error) };
  }
}
