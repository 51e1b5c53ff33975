import { parentPort } from 'node:worker_threads';
import { errorStack } from '../../errors/error-text.js';
import { type CallersText, type CompiledText, type CompilerMessage } from './callers-compiler.js';
import { compileCallers, describedSandbox, revived } from '../duckdb/compiler/sandbox/sandbox.js';
import { lowerOwnPriority, NICE } from '../thread-priority.js';

// What the thread of a `CallersCompiler` runs: it is given one text after the other, and answers each.
lowerOwnPriority(NICE.callers);
parentPort?.on('message', (text: CallersText) => {
  tell({ begun: true });
  tell({ compiled: compiled(text) });
});

function tell(message: CompilerMessage): void {
  parentPort?.postMessage(message);
}

function compiled({ sandbox, callerSql, maxRows }: CallersText): CompiledText {
  try {
    const opened = 'context' in sandbox ? revived(sandbox) : describedSandbox(sandbox);
    return compileCallers(opened, callerSql, maxRows);
  } catch (error) {
    return { failed: errorStack(error) };
  }
}
