import { parentPort } from 'node:worker_threads';
import { errorStack } from '../../errors/error-text.js';
import { type SqlProblem } from '../engine.js';
import { ownThreadId } from '../processor-time.js';
import { lowerOwnPriority, NICE } from '../thread-priority.js';
import { type CompilerMessage, type CompilerOutcome } from './sandbox-compiler.js';

/** Serves a `SandboxCompiler` as its thread: takes one text after the other, and answers each. */
export function serveTexts<Request, Made>(make: (request: Request) => Made | SqlProblem): void {
  lowerOwnPriority(NICE.sandbox);
  const threadId = ownThreadId();
  const send = (message: CompilerMessage<Made>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: Request) => {
    send({ threadId });
    send({ outcome: outcomeOf(() => make(request)) });
  });
}

function outcomeOf<Made>(make: () => Made | SqlProblem): CompilerOutcome<Made> {
  try {
    return make();
  } catch (error) {
    return { failed: errorStack(error) };
  }
}
