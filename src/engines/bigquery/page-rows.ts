import { type Column, type JsonText, type Result, type Statement } from '../engine.js';
import { type AnswerFormats } from '../json-values.js';
import { Turns } from '../turns.js';
import { type FieldSchema, type RestRow } from './rest.js';
import { columnsOf, rowEncoder } from './row-encoder.js';

/** Most rows of the first page, before anything is known about them. */
export const FIRST_PAGE_ROWS = 10_001;

/** Characters of each further page, more or less: JSON.parse reads it at one go. */
const PAGE_CHARS = 2 ** 20;

/** Characters around each value in BigQuery's answers. */
const CELL_CHARS = 10;

/** Encodes the rows of a run page by page, so that only one page's text is in memory. */
export class PageRows {
  private readonly rows: JsonText[][] = [];
  private columns: readonly Column[] | undefined;
  private encodeRow: ((row: RestRow) => JsonText[]) | undefined;
  private count = 0;
  private chars = 0;
  private hasMore = false;

  constructor(
    private readonly statement: Statement,
    private readonly formats: AnswerFormats,
    private readonly signal: AbortSignal,
  ) {}

  /** Rows wanted from the next page, including the one that shows that there are more; 0 where none are wanted. */
  get wanted(): number {
    if (this.hasMore) return 0;
    const left = this.statement.maxRows + 1 - this.count;
    if (this.count === 0) return Math.min(left, FIRST_PAGE_ROWS);
    return Math.min(left, Math.ceil(PAGE_CHARS / (this.chars / this.count)));
  }

  /** Whether the query has ended, so that there are rows. */
  get haveBegun(): boolean {
    return this.columns !== undefined;
  }

  /** @throws Error for a value that its column's type does not have; the signal's reason once it is aborted */
  async take(fields: readonly FieldSchema[], page: readonly RestRow[]): Promise<void> {
    const { sink, maxRows } = this.statement;
    const turns = new Turns();
    const encode = this.begin(fields);
    for (const row of page) {
      const texts = encode(row);
      this.hasMore = this.count === maxRows || (sink ? !sink.add(texts) : false);
      if (this.hasMore) return;
      if (!sink) this.rows.push(texts);
      this.count += 1;
      for (const text of texts) this.chars += text.length + CELL_CHARS;
      if (!turns.isOver()) continue;
      await turns.next();
      this.signal.throwIfAborted();
    }
  }

  /** Returns the result once all wanted pages have been taken. */
  result(): Omit<Result, 'cost'> {
    return { columns: this.columns ?? [], rows: this.rows, truncated: this.hasMore };
  }

  private begin(fields: readonly FieldSchema[]): (row: RestRow) => JsonText[] {
    if (!this.columns) {
      this.columns = columnsOf(fields);
      this.statement.sink?.begin(this.columns);
    }
    return (this.encodeRow ??= rowEncoder(fields, this.formats));
  }
}
