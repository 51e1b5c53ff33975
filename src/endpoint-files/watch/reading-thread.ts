import { Worker } from 'node:worker_threads';
import { type FileContents } from './endpoint-file-reading.js';
import { type EndpointReading } from '../format/read-endpoint.js';

/** The message of the thread about a file. */
export type ReadFile = Omit<FileContents, 'reading' | 'bytes'> & { readonly reading: EndpointReading };

type ReadFiles = readonly (ReadFile | undefined)[];

interface Waiting {
  readonly resolve: (files: ReadFiles) => void;
  readonly reject: (error: Error) => void;
}

/** Reads endpoint files on a thread of its own, until it is closed. Tests do not come across, but for their problems. */
export class ReadingThread implements FileReader {
  private readonly worker = new Worker(new URL('./reading-thread-main.js', import.meta.url));
  /** The thread answers in the order in which it is asked. */
  private readonly waiting: Waiting[] = [];
  private failure: Error | undefined;

  constructor() {
    this.worker.on('message', (files: ReadFiles) => this.waiting.shift()?.resolve(files));
    this.worker.once('error', (error) => {
      this.failure = error;
      for (const waiting of this.waiting.splice(0)) waiting.reject(error);
    });
  }

  async read(paths: readonly string[]): Promise<readonly (FileContents | undefined)[]> {
    if (paths.length === 0) return [];
    const files = await new Promise<ReadFiles>((resolve, reject) => {
      if (this.failure) {
        reject(this.failure);
      } else {
        this.waiting.push({ resolve, reject });
        this.worker.postMessage(paths);
      }
    });
    return files.map((file) => file && { ...file, reading: () => file.reading });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

export interface FileReader {
  /** Returns contents in the order of the paths; undefined is a file that has gone. */
  read(paths: readonly string[]): Promise<readonly (FileContents | undefined)[]>;
  close(): Promise<void>;
}
