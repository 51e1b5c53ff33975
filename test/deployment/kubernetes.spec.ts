import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { SETTING_NAMES } from '../support/deployment/setting-names.js';
import { deploymentTools, printedBy } from '../support/deployment/tools.js';

interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe: { readonly httpGet: { readonly port: string } };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Crd {
  readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[] };
}

/** Kubernetes' schemas refer to each other by an address that nothing is fetched from here. */
async function writeSchemas(tools: string, folder: string, manifests: readonly Manifest[]): Promise<void> {
  const copy = async (name: string) => {
    const text = await readFile(join(tools, 'schemas/kubernetes', name), 'utf8');
    const { $id, ...schema } = JSON.parse(text.replaceAll('"/api/_definitions.json#', '"_definitions.json#')) as Record<
      string,
      unknown
    >;
    expect(typeof $id === 'string' || $id === undefined).toBe(true);
    await writeFile(join(folder, name), JSON.stringify(schema));
  };
  await copy('_definitions.json');
  for (const { apiVersion, kind } of manifests) {
    const [group = '', version] = apiVersion.split('/');
    const name = `${[kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase()}.json`;
    if (kind !== 'ServiceMonitor') await copy(name);
    else {
      const crd = parse(await readFile(join(tools, 'schemas/servicemonitors.yaml'), 'utf8')) as Crd;
      await writeFile(join(folder, name), JSON.stringify(crd.spec.versions[0]?.schema.openAPIV3Schema));
    }
  }
}

describe('the Kubernetes manifests', () => {
  let folder: string;
  let tools: string;
  let built: string;
  let manifests: readonly Manifest[];

  const conforms = (text: string) => {
    const file = join(folder, 'manifests.yaml');
    const location = `${folder}/schemas/{{.ResourceKind}}{{.KindSuffix}}.json`;
    return writeFile(file, text).then(() =>
      printedBy(tools, 'kubeconform', ['-strict', '-summary', '-schema-location', location, file]),
    );
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-kubernetes-'));
    await mkdir(join(folder, 'schemas'));
    tools = deploymentTools();
    built = printedBy(tools, 'kustomize', ['build', 'ops/kubernetes']);
    manifests = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
    await writeSchemas(tools, join(folder, 'schemas'), manifests);
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('are what Kubernetes and the Prometheus operator take', async () => {
    const kinds = manifests.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([
      'ConfigMap',
      'ConfigMap',
      'Deployment',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'ServiceMonitor',
    ]);
    expect(await conforms(built)).toContain(`Valid: ${kinds.length}, Invalid: 0, Errors: 0, Skipped: 0`);
  });

  it('would be refused with a field that there is not', async () => {
    await expect(conforms(built.replace('periodSeconds: 10', 'periodSecond: 10'))).rejects.toThrow('periodSecond');
  });

  it('leave series the labels that the alerts and the dashboard go by', () => {
    const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor');
    expect(monitor?.spec).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
      endpoints: [{ honorLabels: true }],
    });
    const services = manifests.filter(({ kind, metadata }) => kind === 'Service' && metadata.labels?.['quern/part']);
    expect(services.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'])).toEqual(['quern']);
  });

  it('take the overlays of the page', async () => {
    const page = await readFile('docs/how-to/kubernetes.md', 'utf8');
    const [whole = '', ofDuckDb = '', withoutMonitor = '', ...others] = Array.from(
      page.matchAll(/```yaml\n([^]*?)```/g),
      ([, text = '']) => text,
    );
    expect(others).toEqual([]);
    await cp('ops/kubernetes', join(folder, 'quern/ops/kubernetes'), { recursive: true });
    await mkdir(join(folder, 'my-quern/endpoints'), { recursive: true });
    for (const file of ['usage.yaml', 'logs.yaml']) await writeFile(join(folder, 'my-quern/endpoints', file), file);
    const overlay = async (text: string) => {
      await writeFile(join(folder, 'my-quern/kustomization.yaml'), text);
      const made = printedBy(tools, 'kustomize', ['build', join(folder, 'my-quern')]);
      expect(await conforms(made)).toContain('Invalid: 0, Errors: 0, Skipped: 0');
      return made;
    };
    const bigquery = await overlay(whole);
    for (const text of ['namespace: quern', 'image: registry.internal/quern:0.1.0', 'serviceAccountName: quern']) {
      expect(bigquery).toContain(text);
    }
    expect(bigquery).toContain('usage.yaml: usage.yaml');
    expect(bigquery).not.toContain('hello');
    expect(bigquery).toContain('kind: ServiceMonitor');
    expect(await overlay(whole + withoutMonitor)).not.toContain('ServiceMonitor');
    const duckdb = await overlay(whole.slice(0, whole.indexOf('configMapGenerator:')) + ofDuckDb);
    for (const text of ['QUERN_DATA: /data', 'claimName: tables', 'mountPath: /data']) expect(duckdb).toContain(text);
  });

  it('name settings that there are, and ports that are there', () => {
    const container = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])[0];
    const literals = manifests.find(({ metadata }) => metadata.name === 'quern-settings')?.data ?? {};
    const names = [...Object.keys(literals), ...(container?.env.map(({ name }) => name) ?? [])];
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(SETTING_NAMES).toContain(name);
    expect(container?.ports.map(({ name }) => name)).toContain(container?.livenessProbe.httpGet.port);
  });
});
