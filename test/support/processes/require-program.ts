import { spawnSync } from 'node:child_process';

/** For tests of a command of their own, where nothing is skipped: what is missing fails them, and they say what it is. */
export function requireProgram(name: string, maker = name, installer = '.ci/install-shells'): void {
  const { stdout } = spawnSync(name, ['--version']);
  if (String(stdout).includes(maker)) return;
  const wanted = maker === name ? name : `the ${name} of ${maker}`;
  throw new Error(`These tests need ${wanted}, which is not installed; ${installer} installs it on Debian.`);
}

/** `InstalledQuern` makes its terminals with it; the `script` of other systems has other flags. */
export function requireTerminal(): void {
  requireProgram('script', 'util-linux');
}
