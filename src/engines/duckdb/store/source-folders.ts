import { dirname } from 'node:path';
import { signatureAt } from '../../../files/find-files.js';
import { type TableFiles } from '../data/table-files.js';

/** Most folders that are checked before each run. */
const MAX_FOLDERS = 20;

/** Folders of a table's files, with their signatures: a file that comes or goes changes that of its folder. */
export type SourceFolders = ReadonlyMap<string, string>;

export async function sourceFolders({ path, isFolder, files }: TableFiles): Promise<SourceFolders> {
  if (!isFolder) return new Map();
  const folders = [...new Set([path, ...files.map((file) => dirname(file))])].slice(0, MAX_FOLDERS);
  return new Map(await Promise.all(folders.map(async (each) => [each, await signatureAt(each)] as const)));
}

/** Whether a file has come to the folders, or gone, since they were looked at. */
export async function haveOtherFiles(folders: SourceFolders): Promise<boolean> {
  const found = await Promise.all([...folders].map(async ([path, known]) => (await signatureAt(path)) !== known));
  return found.includes(true);
}
