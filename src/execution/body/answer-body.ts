import { createHash } from 'node:crypto';
import { type Column, type JsonText, type RowSink } from '../../engines/engine.js';
import { Turns } from '../../engines/turns.js';
import { QuernError } from '../../errors/quern-error.js';
import { copied } from './joined-bytes.js';
import { contentHash } from './result-body.js';
import { type UnfinishedAnswer } from '../../limits/unfinished-bytes.js';

/** A finished body, and its hash, from which its ETags are made. */
export interface ResultBody {
  readonly body: Buffer;
  readonly hash: string;
}

/** Characters of text that are collected before they are turned into bytes. */
const PART_CHARS = 16 * 1024;

const START = '{"result":[';
const END = ']}';

/** Copies of a body in memory: its parts, and the whole that they are joined into. */
const COPIES = 2;

/** Most bytes that UTF-8 takes for one character of a string. */
const MOST_BYTES_OF_CHAR = 3;

/**
 * The success envelope, `{"result":[{…},…]}`, with the columns of each row in the stated order. It is written while rows come: a million
 * rows are never in memory as more than their bytes, and a few as text.
 */
export class AnswerBody implements RowSink {
  /** Rows that have been taken. */
  rows = 0;
  private keys: readonly string[] | undefined;
  private parts: Buffer[] = [];
  private bytes = 0;
  private text = '';
  private hash = createHash('sha256');
  private isRefused = false;

  /**
   * @param maxBytes size limit of the body; an empty one always has room
   * @param memory the memory for making it; unlimited where it is left out
   */
  constructor(
    private readonly maxBytes = Infinity,
    private readonly memory?: UnfinishedAnswer,
  ) {}

  get hasBegun(): boolean {
    return this.keys !== undefined;
  }

  begin(columns: readonly Column[]): void {
    this.keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
    this.parts = [];
    this.bytes = 0;
    this.text = START;
    // Hashed with the types, since other forms of the same body depend on them.
    this.hash = createHash('sha256').update(JSON.stringify(columns));
    this.rows = 0;
  }

  add(row: readonly JsonText[]): boolean {
    const { keys = [] } = this;
    let text = this.rows === 0 ? '' : ',';
    for (const [column, value] of row.entries()) text += (keys[column] ?? '') + value;
    text += '}';
    if (!this.hasRoomFor(text)) return false;
    this.text += text;
    this.rows += 1;
    if (this.text.length >= PART_CHARS) this.write();
    return !this.isRefused;
  }

  /**
   * Ends the body: nothing may be added any more.
   *
   * @throws QuernError `engine_busy` where there was no memory for it
   */
  async finish(): Promise<ResultBody> {
    this.text += END;
    this.write();
    if (this.isRefused)
      throw new QuernError('engine_busy', 'Too much of other answers is being made.', {
        retryAfterSeconds: 1,
        isCallersOwn: this.memory?.isOverShare ?? false,
      });
    const body = await copied(this.parts, this.bytes);
    this.parts = [];
    return { body, hash: contentHash(this.hash) };
  }

  private hasRoomFor(row: string): boolean {
    const room = this.maxBytes - this.bytes - END.length;
    if ((this.text.length + row.length) * MOST_BYTES_OF_CHAR <= room) return true;
    return Buffer.byteLength(this.text) + Buffer.byteLength(row) <= room;
  }

  private write(): void {
    const part = Buffer.from(this.text);
    this.hash.update(part);
    this.parts.push(part);
    this.bytes += part.length;
    this.text = '';
    this.isRefused ||= !(this.memory?.grow(this.bytes * COPIES) ?? true);
  }
}

/** Adds rows while the sink has room. Returns whether it has taken all. */
export async function addRows(sink: RowSink, rows: Iterable<readonly JsonText[]>): Promise<boolean> {
  const turns = new Turns();
  for (const row of rows) {
    if (!sink.add(row)) return false;
    if (turns.isOver()) await turns.next();
  }
  return true;
}
