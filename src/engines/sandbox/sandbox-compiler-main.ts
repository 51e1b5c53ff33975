import { parentPort } from 'node:worker_threads';
import { errorStack } from '../../errors/error-text.js';
import { type SandboxedText, type CompiledText, type CompilerMessage } from './sandbox-compiler.js';
import { compileSandboxed, describedSandbox, revived } from '../duckdb/compiler/sandbox/sandbox.js';
import { ownThreadId } from '../processor-time.js';
import { lowerOwnPriority, NICE } from '../thread-priority.js';

// What the thread of a `SandboxCompiler` runs: it is given one text after the other, and answers each.
lowerOwnPriority(NICE.sandbox);
const THREAD_ID = ownThreadId();
parentPort?.on('message', (text: SandboxedText) => {
  tell({ threadId: THREAD_ID });
  tell({ compiled: compiled(text) });
});

function tell(message: CompilerMessage): void {
  parentPort?.postMessage(message);
}

function compiled({ sandbox, sql, maxRows }: SandboxedText): CompiledText {
  try {
    const opened = 'context' in sandbox ? revived(sandbox) : describedSandbox(sandbox);
    return compileSandboxed(opened, sql, maxRows);
  } catch (error) {
    return { failed: errorStack(error) };
  }
}
