import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Where `.ci/install-deployment-tools` has put what it installs. @throws Error where it cannot be installed */
export function deploymentTools(): string {
  const { status, stdout, stderr } = spawnSync('.ci/install-deployment-tools', { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** What one of them prints. @throws Error with what it says where it fails */
export function printedBy(
  tools: string,
  name: 'actionlint' | 'compose' | 'kubeconform' | 'kustomize',
  args: readonly string[],
  cwd = '.',
): string {
  const { status, stdout, stderr } = spawnSync(join(tools, 'bin', name), args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}
