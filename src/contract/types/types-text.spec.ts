import ts from 'typescript';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { ALL_SCOPES } from '../../access/key.js';
import { openApiText } from '../openapi/document.js';
import { readDocument } from '../openapi/read-document.js';
import { typesText, interfaceNames } from './types-text.js';

const KEY = { id: 'k', scopes: ALL_SCOPES, bind: new Map<string, string>() };
const TERMS = { formats: { timestamps: 'iso8601', numbers: 'exact' }, version: '1.2.3' } as const;

interface Columns {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly unchecked?: string;
}

function typesOf(definition: object, described: Columns): string {
  const file = { id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a', name: 'x', query: 'SELECT 1', ...definition };
  const { endpoint } = readEndpoint('x.yaml', Buffer.from(JSON.stringify(file)));
  if (!endpoint) throw new Error('the file is wrong');
  const document = [...openApiText([{ endpoint, ...described }], KEY, TERMS)].join('');
  return typesText([...readDocument(document).values()]);
}

/** The declarations of a text that is TypeScript; a text that breaks out of what it stands in has others. */
function declarationsOf(text: string): readonly string[] {
  const { statements } = ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.ES2022);
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  return statements.map((each) => {
    const isNamed = ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each);
    return isNamed ? each.name.text : ts.SyntaxKind[each.kind];
  });
}

describe('typesText', () => {
  const HOSTILE = [
    '*/ export const stolen = 1; /*',
    '**//*/ stolen /**/',
    '* /\n*/\nstolen\n/**',
    '\u2028*/stolen',
    '*\u200b/ *\u2060/stolen',
    "'; stolen; '",
    '`${stolen}`',
    '\\',
    "\\'",
    '\u202e}stolen{',
    '// stolen',
    '@ts-ignore',
  ];

  it.each(HOSTILE)('holds %j of an author in comments, and in literals', (text) => {
    const written = typesOf(
      {
        description: text,
        parameters: {
          a: { type: 'string', description: text },
          b: { type: 'string', enum: [text, 'other'], default: text },
        },
        columns: [{ name: 'n', type: 'INT64', description: text }],
        query: 'SELECT 1 AS n, @a, @b',
      },
      { columns: [{ name: 'n', type: 'INT64' }] },
    );
    expect(declarationsOf(written)).toEqual(['XParameters', 'XRow', 'Endpoints']);
    expect(written).not.toMatch(/[\u200b\u2028\u2060\u202e]/);
  });

  it.each([...HOSTILE, '__proto__', 'constructor', 'a b', '1st', 'select', '', 'größe'])(
    'holds %j as the name of a column and of a field',
    (name) => {
      const columns = [
        { name, type: 'STRING' },
        { name: 'nested', type: `STRUCT<${name} INT64, other ARRAY<STRING>>` },
      ];
      const written = typesOf({}, { columns });
      expect(declarationsOf(written)).toEqual(['XParameters', 'XRow', 'Endpoints']);
      const row = ts
        .createSourceFile('x.d.ts', written, ts.ScriptTarget.ES2022)
        .statements.filter((each) => ts.isInterfaceDeclaration(each))
        .find((each) => each.name.text === 'XRow');
      const [member] = row?.members ?? [];
      // Whether it stands in quotes does not matter.
      expect(
        member?.name && (ts.isStringLiteral(member.name) || ts.isIdentifier(member.name)) && member.name.text,
      ).toBe(name);
    },
  );

  it('takes any object for a row of which nothing is known, and none for parameters that there are not', () => {
    const written = typesOf({}, { columns: [], unchecked: 'the engine is away' });
    expect(written).toContain('export type XRow = Record<string, unknown>;');
    expect(written).toContain('export type XParameters = Readonly<Record<string, undefined>>;');
  });
});

describe('interfaceNames', () => {
  it('are in PascalCase, and no two are the same', () => {
    const names = ['usage.api-counts', 'a.b', 'aB', 'AB_2', 'a-b.c_d', '7day.all', '-', 'x..y'];
    const given = [...interfaceNames(names).values()];
    expect(given).toEqual(['UsageApiCounts', 'AB', 'AB_2', 'AB2', 'ABCD', '_7dayAll', '_', 'XY']);
  });
});
