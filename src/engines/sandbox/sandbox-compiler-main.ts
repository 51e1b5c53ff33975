import { parentPort } from 'node:worker_threads';
import { errorStack } from '../../errors/error-text.js';
import { type CompilerRequest, type CompilerOutcome, type CompilerMessage } from './sandbox-compiler.js';
import { compileSandboxSql, describedSandbox, revivedSandbox } from '../duckdb/compiler/sandbox/sandbox.js';
import { ownThreadId } from '../processor-time.js';
import { lowerOwnPriority, NICE } from '../thread-priority.js';

// The entry of a `SandboxCompiler`'s thread: it takes one text after the other, and answers each.
lowerOwnPriority(NICE.sandbox);
const THREAD_ID = ownThreadId();
parentPort?.on('message', (request: CompilerRequest) => {
  send({ threadId: THREAD_ID });
  send({ outcome: outcomeOf(request) });
});

function send(message: CompilerMessage): void {
  parentPort?.postMessage(message);
}

function outcomeOf({ sandbox, sql, maxRows }: CompilerRequest): CompilerOutcome {
  try {
    const compiledSandbox = 'context' in sandbox ? revivedSandbox(sandbox) : describedSandbox(sandbox);
    return compileSandboxSql(compiledSandbox, sql, maxRows);
  } catch (error) {
    return { failed: errorStack(error) };
  }
}
