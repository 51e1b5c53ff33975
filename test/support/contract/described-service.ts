import { readFile } from 'node:fs/promises';
import { hashToken } from '../../../src/access/token.js';
import { startService, type TestService, TOKEN } from '../service.js';

const FILES = [
  'endpoints/functions.invocation-stats.yaml',
  'endpoints/logs.all.yaml',
  'endpoints/usage.api-counts.yaml',
  'test/support/contract/endpoints/every-parameter.yaml',
  'test/support/contract/endpoints/sandboxed.yaml',
];

export const OPENAPI = '/api/openapi.json';
/** Tokens of keys that may call one endpoint, and any of those that have a project. */
export const READER = 'token-of-the-reader';
export const TENANT = 'token-of-the-tenant';
const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: reader, sha256: "${hashToken(READER)}", scopes: ["usage.*"] }
  - { id: tenant, sha256: "${hashToken(TENANT)}", scopes: ["*"], bind: { project: demo } }
`;

export interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly ({ readonly name: string } & Record<string, unknown>)[];
  readonly responses: Readonly<Record<string, Record<string, unknown>>>;
  readonly [key: string]: unknown;
}

/** An OpenAPI document, as far as tests look at it. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Record<string, Record<string, unknown>> }>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, Record<string, unknown>>>;
  };
}

/** The shipped endpoints, a sandboxed one and one with every type of parameter, and keys that may call some of them. */
export async function startDescribedService(): Promise<TestService> {
  const files = await Promise.all(
    FILES.map(async (file) => [file.replaceAll('/', '-'), await readFile(file, 'utf8')] as const),
  );
  return startService({ endpoints: Object.fromEntries(files), keys: KEYS });
}
