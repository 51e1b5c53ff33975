import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';

/** The sources by the names of their files, so that a file may move; where there are two of one name, with its folder. */
const FILES = filesBelow('src');

/** Numbers as the sources say them, each by the name of its file and of its constant: `quern-server`, `MAX_WAITING.ofAll`. */
export class SourceNumbers {
  /** `file NAME` of every constant that was asked for. */
  readonly named = new Set<string>();
  private readonly read = new Map<string, ReadonlyMap<string, ts.Expression>>();

  /** @throws Error where there is no such constant, or its value is no plain number */
  of(file: string, name: string): number {
    const [constant = '', ...members] = name.split('.');
    this.named.add(`${file} ${constant}`);
    let value = this.constantsOf(file).get(constant);
    for (const member of members) value = value && memberOf(value, member);
    if (!value) throw new Error(`${file}.ts has no constant ${name}`);
    return this.valueOf(value, file);
  }

  private constantsOf(file: string): ReadonlyMap<string, ts.Expression> {
    const known = this.read.get(file) ?? constantsIn(textOf(file));
    this.read.set(file, known);
    return known;
  }

  private valueOf(node: ts.Expression, file: string): number {
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (ts.isParenthesizedExpression(node)) return this.valueOf(node.expression, file);
    if (ts.isIdentifier(node)) return this.of(file, node.text);
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [this.valueOf(node.left, file), this.valueOf(node.right, file)];
      if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
      if (node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right;
    }
    throw new Error(`${file}.ts: ${node.getText()} is no plain number`);
  }
}

/** `file NAME` of each constant of the sources that is a bound by its name. */
export function boundsInSources(): readonly string[] {
  const name = /\bconst ((?:MAX|MOST)_\w+|\w+_(?:MAX|MOST)|MOST|MAX)\b[^=\n]*= *[\d({]/g;
  return [...FILES.keys()].flatMap((file) =>
    Array.from(textOf(file).matchAll(name), ([, constant = '']) => `${file} ${constant}`),
  );
}

function filesBelow(folder: string): ReadonlyMap<string, string> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const paths = all.filter((path) => /\.c?ts$/.test(path) && !path.endsWith('.spec.ts'));
  const bases = paths.map((path) => basename(path));
  return new Map(
    paths.map((path, index) => {
      const base = bases[index] ?? '';
      const isOnly = bases.indexOf(base) === bases.lastIndexOf(base);
      return [(isOnly ? base : `${basename(dirname(path))}/${base}`).replace(/\.c?ts$/, ''), path];
    }),
  );
}

function textOf(file: string): string {
  const path = FILES.get(file);
  if (path === undefined) throw new Error(`there is no ${file}.ts below src/`);
  return readFileSync(path, 'utf8');
}

/** The constants of a file's own level. */
function constantsIn(text: string): ReadonlyMap<string, ts.Expression> {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ESNext, true);
  const declarations = source.statements.flatMap((each) =>
    ts.isVariableStatement(each) ? each.declarationList.declarations : [],
  );
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}

function memberOf(node: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}
