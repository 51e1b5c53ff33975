import { type FileContents } from './endpoint-file-reading.js';

/** Reads endpoint files. */
export interface FileReader {
  /** In the order of the paths; undefined is a file that has gone. */
  read(paths: readonly string[]): Promise<readonly (FileContents | undefined)[]>;
  close(): Promise<void>;
}
