import { findFiles, type FoundFiles, type WantedFiles } from '../../files/find-files.js';

const EXTENSION = /(?<!\.test)\.ya?ml$/;

/** All YAML files but `*.test.yaml`, which hold tests. */
export const ENDPOINT_FILES: WantedFiles = {
  isWanted: (path) => EXTENSION.test(path),
  setting: 'QUERN_ENDPOINTS',
};

export async function findEndpointFiles(folder: string): Promise<FoundFiles> {
  return findFiles(folder, ENDPOINT_FILES);
}
