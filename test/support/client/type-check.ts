import { resolve } from 'node:path';
import ts from 'typescript';

/** Where a program runs, which decides what is global. */
export type Platform = 'browser' | 'node';

const PLATFORMS: Readonly<Record<Platform, ts.CompilerOptions>> = {
  browser: { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] },
  node: { lib: ['lib.es2022.d.ts'], types: ['node'] },
};

/** A complaint of TypeScript: the line it is about, and its number. */
export interface Complaint {
  readonly line: string;
  readonly code: number;
  readonly message: string;
}

/** What `tsc` says of a program beside files of these names, as strictly as it can be. `quern/client` is that of the sources. */
export function typeCheck(
  files: Readonly<Record<string, string>>,
  program: string,
  platform: Platform = 'browser',
): readonly Complaint[] {
  const folder = resolve('test/client');
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  const options: ts.CompilerOptions = {
    ...PLATFORMS[platform],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { 'quern/client': [resolve('src/client/client.ts')] },
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  const exists = host.fileExists.bind(host);
  const parse = host.getSourceFile.bind(host);
  host.readFile = (name) => texts.get(name) ?? read(name);
  host.fileExists = (name) => texts.has(name) || exists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? parse(name, version, ...rest) : ts.createSourceFile(name, text, version);
  };
  const all = ts.getPreEmitDiagnostics(ts.createProgram([`${folder}/${program}`], options, host));
  return all.map(({ file, start = 0, code, messageText }) => ({
    line: file ? lineAt(file.text, start) : '',
    code,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}

function lineAt(text: string, at: number): string {
  return text
    .slice(text.lastIndexOf('\n', at - 1) + 1)
    .split('\n', 1)
    .join('')
    .trim();
}
