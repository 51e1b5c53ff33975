import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeal } from './seal.js';
import { Segments } from './segments.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-kept-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const keyOf = (name: string) => hash('sha256', name, 'buffer');

async function open(kind = 'now', maxBytes?: number): Promise<Segments> {
  const seal = await openSeal(join(folder, 'seal.key'));
  if (!seal) throw new Error('no seal');
  return Segments.open(folder, kind, seal, maxBytes);
}

async function save(entries: Readonly<Record<string, string>>, kind?: string, maxBytes?: number): Promise<void> {
  const segments = await open(kind, maxBytes);
  for (const [name, payload] of Object.entries(entries)) segments.add(keyOf(name), Buffer.from(payload));
  await segments.save();
}

async function found(names: readonly string[], kind?: string): Promise<(string | undefined)[]> {
  const segments = await open(kind);
  return names.map((name) => segments.find(keyOf(name))?.toString());
}

async function written(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'seal.key');
}

async function size(): Promise<number> {
  const sizes = await Promise.all((await written()).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, each) => sum + each, 0);
}

describe('Segments', () => {
  it('are read by those of their kind', async () => {
    await save({ a: 'one', b: '' });
    await save({ a: 'other' }, 'before');
    expect(await found(['a', 'b', 'c'])).toEqual(['one', '', undefined]);
    expect(await found(['a', 'b'], 'before')).toEqual(['other', undefined]);
  });

  it('become one where there are many, with all that was in them', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `name ${index}`);
    for (const name of names) {
      await save({ [name]: `payload of ${name}` });
      expect((await written()).length).toBeLessThanOrEqual(9);
    }
    expect(await found(names)).toEqual(names.map((name) => `payload of ${name}`));
  });

  it('have a bound: what is newest stays', async () => {
    const payload = 'x'.repeat(1000);
    for (let round = 0; round < 40; round += 1) {
      await save({ [`name ${round}`]: payload }, undefined, 10_000);
      expect(await size()).toBeLessThanOrEqual(10_000);
    }
    expect(await found(['name 39', 'name 0'])).toEqual([payload, undefined]);
    await save(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`many ${index}`, payload])),
      undefined,
      10_000,
    );
    expect(await size()).toBeLessThanOrEqual(10_000);
    expect(await found(['many 0', 'many 39'])).toEqual([payload, undefined]);
  });

  it('of other kinds go when there is no room, the oldest first', async () => {
    for (const kind of ['first', 'second', 'third']) {
      await save({ a: 'x'.repeat(1000) }, kind, 3000);
      const names = (await written()).filter((name) => name.startsWith(kind));
      const time = new Date(`2026-01-01T00:00:0${['first', 'second', 'third'].indexOf(kind)}Z`);
      for (const name of names) await utimes(join(folder, name), time, time);
    }
    expect((await written()).map((name) => name.split('-')[0]).sort()).toEqual(['second', 'third']);
  });

  it('that were never finished are taken away when they are old', async () => {
    const hour = new Date(Date.now() - 3_700_000);
    for (const name of ['old.draft', 'new.draft']) await writeFile(join(folder, name), 'half');
    await utimes(join(folder, 'old.draft'), hour, hour);
    await save({ a: 'one' });
    expect((await written()).filter((name) => name.endsWith('.draft'))).toEqual(['new.draft']);
  });
});
