import type { Token, UnknownNode } from 'bq2cst';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** As much of it as is used here: the types of Node have none of it. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (code: object, imports: object) => { readonly exports: unknown };
};

/** What the parser's WebAssembly is given of JavaScript, by the names that it asks for. */
type Imports = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** The JavaScript values that it holds, by its numbers for them. */
  readonly __wbindgen_export_3: {
    get(index: number): unknown;
    set(index: number, value: unknown): void;
    grow(by: number): number;
  };
  __wbindgen_start(): void;
  __wbindgen_malloc(size: number, alignment: number): number;
  __wbindgen_free(start: number, size: number, alignment: number): void;
  __externref_table_dealloc(index: number): void;
  parse: Reading;
  tokenize: Reading;
}

/** Given where a text in UTF-8 lies, which becomes its own: a value, an error, and whether it is the error. */
type Reading = (start: number, length: number) => readonly [number, number, number];

let code: object | undefined;

/** Compiled once: that takes as long as a hundred instances of it do. */
function compiledCode(): object {
  return (code ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('bq2cst/bq2cst_bg.wasm')),
  ));
}

/** An instance has broken: it has run into a mistake of its own, or its stack was too short. It reads nothing any more. */
export class BrokenParser extends Error {
  override readonly name = 'BrokenParser';

  constructor(
    /** What it said; undefined where it could say nothing, as at the end of its stack. */
    readonly panic: string | undefined,
    cause: unknown,
  ) {
    super(panic ?? 'the parser’s stack is too short', { cause });
  }
}

/**
 * One instance of the parser, with a memory of its own. `bq2cst` itself has one only, which is lost to its process once it
 * breaks, and then writes to the console.
 */
export class ParserInstance {
  private readonly wasm: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  private bytes = new Uint8Array();
  private panic: string | undefined;

  constructor() {
    const { exports } = new WebAssembly.Instance(compiledCode(), { __wbindgen_placeholder__: this.imports() });
    this.wasm = exports as Exports;
    this.wasm.__wbindgen_start();
  }

  /** @throws BrokenParser, or what is wrong with the text: an object with the place */
  parse(sql: string): UnknownNode[] {
    return this.read('parse', sql) as UnknownNode[];
  }

  /** @throws as `parse` does */
  tokenize(sql: string): Token[] {
    return this.read('tokenize', sql) as Token[];
  }

  private read(how: 'parse' | 'tokenize', sql: string): unknown {
    let outcome: readonly [number, number, number];
    let value: unknown;
    try {
      const text = this.encoder.encode(sql);
      const start = this.wasm.__wbindgen_malloc(text.length, 1);
      this.memory().set(text, start);
      outcome = this.wasm[how](start, text.length);
      value = this.taken(outcome[2] ? outcome[1] : outcome[0]);
    } catch (error) {
      throw new BrokenParser(this.panic, error);
    }
    if (outcome[2]) throw value;
    return value;
  }

  private taken(index: number): unknown {
    const value: unknown = this.wasm.__wbindgen_export_3.get(index);
    this.wasm.__externref_table_dealloc(index);
    return value;
  }

  /** The memory is another one once it has grown. */
  private memory(): Uint8Array {
    if (this.bytes.byteLength === 0) this.bytes = new Uint8Array(this.wasm.memory.buffer);
    return this.bytes;
  }

  private textAt(start: number, length: number): string {
    return this.decoder.decode(this.memory().subarray(start >>> 0, (start >>> 0) + length));
  }

  /** An empty text, where it asks for one: a stack, for instance, which nobody is shown. */
  private giveNoText(place: number): void {
    const view = new DataView(this.wasm.memory.buffer);
    view.setInt32(place, this.wasm.__wbindgen_malloc(0, 1), true);
    view.setInt32(place + 4, 0, true);
  }

  private imports(): Imports {
    return {
      __wbg_error_7534b8e9a36f1ab4: (start: number, length: number) => {
        this.panic = this.textAt(start, length);
        this.wasm.__wbindgen_free(start, length, 1);
      },
      __wbg_new_254fa9eac11932ae: () => [],
      __wbg_new_688846f374351c92: () => ({}),
      __wbg_new_8a6f238a6ece86ea: () => ({}),
      __wbg_new_bc96c6a1c0786643: () => new Map(),
      __wbg_set_1d80752d0d5f0b21: (list: unknown[], index: number, value: unknown) => {
        list[index >>> 0] = value;
      },
      __wbg_set_3f1d0b984ed272ed: (object: Record<string, unknown>, key: string, value: unknown) => {
        object[key] = value;
      },
      __wbg_set_76818dc3c59a63d5: (map: Map<unknown, unknown>, key: unknown, value: unknown) => map.set(key, value),
      __wbg_stack_0ed75d68575b0f3c: (place: number) => {
        this.giveNoText(place);
      },
      __wbindgen_bigint_from_u64: (value: bigint) => BigInt.asUintN(64, value),
      __wbindgen_debug_string: (place: number) => {
        this.giveNoText(place);
      },
      __wbindgen_error_new: (start: number, length: number) => new Error(this.textAt(start, length)),
      __wbindgen_init_externref_table: () => {
        const table = this.wasm.__wbindgen_export_3;
        const first = table.grow(4);
        table.set(0, undefined);
        for (const [index, value] of [undefined, null, true, false].entries()) table.set(first + index, value);
      },
      __wbindgen_is_string: (value: unknown) => typeof value === 'string',
      __wbindgen_number_new: (value: number) => value,
      __wbindgen_string_new: (start: number, length: number) => this.textAt(start, length),
      __wbindgen_throw: (start: number, length: number) => {
        throw new Error(this.textAt(start, length));
      },
    };
  }
}
