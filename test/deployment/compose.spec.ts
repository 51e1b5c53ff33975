import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { deploymentTools, printedBy } from '../support/deployment/tools.js';

interface Service {
  readonly build?: { readonly context: string };
  readonly image?: string;
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly { readonly type: string; readonly source?: string }[];
  readonly ports?: readonly { readonly host_ip?: string }[];
}

describe.each(['compose.yaml', 'ops/compose.full.yaml'])('%s', (file) => {
  let services: Readonly<Record<string, Service>>;

  beforeAll(() => {
    const args = ['-no-interpolation', '-format', 'json', basename(file)];
    const project = JSON.parse(printedBy(deploymentTools(), 'compose', args, dirname(file))) as {
      services: typeof services;
    };
    services = project.services;
  });

  it('is bounded in memory, comes back by itself, and publishes on loopback alone', () => {
    expect(Object.keys(services)).toContain('quern');
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ restart: 'unless-stopped', mem_limit: expect.any(String) as string });
      for (const { host_ip } of service.ports ?? []) expect(host_ip).toBe('127.0.0.1');
      if (!service.build) expect(service.image).toMatch(/:v?\d+\.\d+\.\d+/);
    }
    expect(services.quern).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('mounts what there is', async () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes.filter(({ type }) => type === 'bind'));
    expect(mounts.length).toBeGreaterThan(0);
    for (const { source = '' } of mounts) {
      expect(isAbsolute(source)).toBe(true);
      await expect(stat(source)).resolves.toBeDefined();
    }
  });
});

it('Prometheus of the compose file has the alerts, and asks each replica', async () => {
  const text = await readFile('ops/compose/prometheus.yaml', 'utf8');
  expect(text).toContain('alerts.yaml');
  expect(text).toContain('dns_sd_configs');
});
