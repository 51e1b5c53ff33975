import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}

const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const LOCKED = Object.entries(LOCK.packages).filter(([path, { link }]) => path !== '' && link !== true);

/**
 * Binaries of development packages for other platforms than the one that CI runs on, which the registry did not have when they were
 * locked. Whoever is given a hash by `npm view <name>@<version> dist.integrity` writes it into the lock file and takes the name out of here.
 */
const WITHOUT_HASH = [
  ...['darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf', 'linux-ppc64-gnu', 'linux-s390x-gnu'].map(
    (platform) => `@swc/core-${platform}`,
  ),
  ...['win32-arm64-msvc', 'win32-ia32-msvc', 'win32-x64-msvc'].map((platform) => `@swc/core-${platform}`),
  ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf'].map(
    (platform) => `@unrs/resolver-binding-${platform}`,
  ),
  ...['linux-arm-musleabihf', 'linux-loong64-gnu', 'linux-loong64-musl', 'linux-ppc64-gnu', 'linux-riscv64-gnu'].map(
    (platform) => `@unrs/resolver-binding-${platform}`,
  ),
  ...['linux-riscv64-musl', 'linux-s390x-gnu', 'openharmony-arm64', 'win32-arm64-msvc', 'win32-ia32-msvc'].map(
    (platform) => `@unrs/resolver-binding-${platform}`,
  ),
  '@unrs/resolver-binding-win32-x64-msvc',
];

/** The oldest Node that Quern runs on. */
const FLOOR = [20, 19, 0] as const;

/** Whether a range of versions, as `engines` has them, has the floor in it. */
function admitsFloor(range: string): boolean {
  const alternatives = range.split('||').map((each) =>
    each
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .trim()
      .split(/\s+/),
  );
  return alternatives.some((all) => all.every(isMet));
}

function isMet(comparator: string): boolean {
  if (comparator === '*') return true;
  const { sign, version = '' } = /^(?<sign>>=|<|\^|)(?<version>\d+(\.(\d+|[x*]))*)$/.exec(comparator)?.groups ?? {};
  const order = compared(
    FLOOR,
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  if (sign === '>=') return order >= 0;
  if (sign === '<') return order < 0;
  return sign !== undefined && order >= 0 && version.split('.')[0] === String(FLOOR[0]);
}

function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((part, index) => part - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

describe('the lock file', () => {
  it('has one version of each package, and no host that it is to come from', () => {
    expect(LOCKED.length).toBeGreaterThan(300);
    const odd = LOCKED.filter(([, { version, resolved }]) => !/^\d+\.\d+\.\d+/.test(version ?? '') || resolved);
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('has the SHA-512 of each package, but for those that could not be had', () => {
    const without = LOCKED.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(without.map(([path]) => path).sort()).toEqual(WITHOUT_HASH.map((name) => `node_modules/${name}`).sort());
  });

  it('has that of everything that is installed on Linux x64', () => {
    const isInstalled = ({ optional, os = ['linux'], cpu = ['x64'] }: LockedPackage) =>
      optional !== true || (os.includes('linux') && cpu.includes('x64'));
    const without = LOCKED.filter(([, each]) => each.integrity === undefined && isInstalled(each));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('has nothing that wants a newer Node than Quern does', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${FLOOR.join('.')}`);
    expect([admitsFloor('>=22'), admitsFloor('>=22.12.0 || >=20.19.0 <21.0.0')]).toEqual([false, true]);
    const newer = LOCKED.filter(([, { engines: wanted }]) => !admitsFloor(wanted?.node ?? '*'));
    expect(newer.map(([path, { engines: wanted }]) => [path, wanted?.node])).toEqual([]);
  });

  it('has no script that runs when Quern is installed', () => {
    const scripts = LOCKED.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
  });
});
