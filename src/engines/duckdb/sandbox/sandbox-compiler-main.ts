import { serveTexts } from '../../sandbox/serve-texts.js';
import { type CompiledSandbox, compileSandboxSql, revivedSandbox } from '../compiler/sandbox/sandbox.js';

/** A caller's text, over a sandbox as its structured clone. */
export interface CompilerRequest {
  readonly sandbox: CompiledSandbox;
  readonly sql: string;
  readonly maxRows: number;
}

// The entry of a thread that compiles callers' SQL.
serveTexts(({ sandbox, sql, maxRows }: CompilerRequest) => compileSandboxSql(revivedSandbox(sandbox), sql, maxRows));
