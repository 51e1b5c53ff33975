import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type BigIntStats } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { openRegular } from '../../files/regular-file.js';

const KEY_BYTES = 32;
export const SEAL_BYTES = 32;

/** Seals what this folder's owner has written, so that nothing else passes for it. */
export type Seal = (bytes: Uint8Array) => Buffer;

/**
 * Makes a seal with the key in a file, which is made if there is none. Undefined where there can be none.
 *
 * A key counts only in the very file that it was written to: in a folder that was cloned, unpacked or copied, the seal is another, so
 * that endpoint files cannot be handed over together with false findings about them.
 */
export async function openSeal(path: string): Promise<Seal | undefined> {
  return (await readKey(path)) ?? (await makeKey(path));
}

function sealWith(secret: Buffer, { ino, ctimeNs }: BigIntStats): Seal {
  const key = createHash('sha256').update(secret).update(`${ino} ${ctimeNs}`).digest();
  return (bytes) => createHmac('sha256', key).update(bytes).digest();
}

async function readKey(path: string): Promise<Seal | undefined> {
  return withFile(openRegular(path), async (file) => {
    const found = await file.stat({ bigint: true });
    const secret = isPrivate(found) && found.size === BigInt(KEY_BYTES) ? await file.readFile() : undefined;
    return secret?.length === KEY_BYTES ? sealWith(secret, found) : undefined;
  });
}

/** Makes a key, if no other process comes first. A file that is no key, or that others can read, is replaced. */
async function makeKey(path: string): Promise<Seal | undefined> {
  await remove(path);
  return withFile(open(path, 'wx', 0o600), async (file) => {
    const secret = randomBytes(KEY_BYTES);
    try {
      await file.writeFile(secret);
      return sealWith(secret, await file.stat({ bigint: true }));
    } catch (error) {
      await remove(path);
      throw error;
    }
  });
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

async function withFile<T>(opening: Promise<FileHandle>, work: (file: FileHandle) => Promise<T>) {
  try {
    await using file = await opening;
    return await work(file);
  } catch {
    return undefined;
  }
}

/** Whether the owner alone may read it. Windows has neither users' numbers nor modes. */
function isPrivate({ uid, mode }: BigIntStats): boolean {
  const own = process.getuid?.();
  return own === undefined || (uid === BigInt(own) && (mode & 0o077n) === 0n);
}
