import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_ROOT } from '../../config/package-root.js';

/** The JSON Schema that editors complete and check endpoint files by. */
export const SCHEMA_FILE = 'endpoint.schema.json';

export interface SchemaPlace {
  readonly file: string;
  /** Path from the endpoint's folder, with slashes as in a URL. */
  readonly path: string;
}

/**
 * The schema for an endpoint in this folder, which each clone of its repository has at the same place: in the nearest folder above, or in
 * the package that is installed there. If there is none, it is to go beside the folder of endpoints, or to where Quern is run.
 */
export function schemaFor(folder: string): SchemaPlace {
  const from = resolve(folder);
  const root = repositoryOf(from);
  const shared = foldersFrom(from).filter((each) => root === undefined || isWithin(each, root));
  const candidates = shared.flatMap((each) => [join(each, SCHEMA_FILE), join(each, 'node_modules/quern', SCHEMA_FILE)]);
  const file = candidates.find((each) => existsSync(each)) ?? join(homeOf(from, root), SCHEMA_FILE);
  return { file, path: slashed(relative(from, file)) };
}

function homeOf(folder: string, root: string | undefined): string {
  const working = resolve('.');
  if (isWithin(folder, working) && (root === undefined || isWithin(working, root))) return working;
  return folder === root ? folder : dirname(folder);
}

function isWithin(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}

/** Writes the schema. Returns whether it was not there before. */
export async function writeSchema({ file }: SchemaPlace): Promise<boolean> {
  if (existsSync(file)) return false;
  await copyFile(join(PACKAGE_ROOT, SCHEMA_FILE), file);
  return true;
}

function repositoryOf(folder: string): string | undefined {
  // `.git` is a file in work trees and submodules.
  return foldersFrom(folder).find((each) => existsSync(join(each, '.git')));
}

/** A folder's path from the root of its Git repository, with slashes; empty for the root, or without a repository. */
export function withinRepository(folder: string): string {
  return slashed(relative(repositoryOf(folder) ?? folder, folder));
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}

function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
