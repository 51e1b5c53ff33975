import { type Column, type JsonText, type Result, type RowSink } from '../../engines/engine.js';
import { addRows, AnswerBody, type ResultBody } from './answer-body.js';
import { isPaged } from '../../pages/cursor.js';
import { PageEnds } from '../../pages/page-ends.js';
import { type BoundQuery } from '../bound-query.js';
import { RefusedNulls } from '../refuse-nulls.js';
import { type Ran } from '../../answers/ended-run.js';
import { type UnfinishedAnswer } from '../../limits/unfinished-bytes.js';

/** Takes the rows of a run into its answer. */
export class AnswerRows implements RowSink {
  private readonly body: AnswerBody;
  private readonly nulls: RefusedNulls | undefined;
  private readonly ends: PageEnds | undefined;
  private hasMore = false;

  constructor({ endpoint, values, sandboxSql }: BoundQuery, memory: UnfinishedAnswer) {
    this.body = new AnswerBody(endpoint.maxBytes, memory);
    // Columns and pages of the file do not apply to callers' own SQL.
    const isOwn = sandboxSql === undefined;
    this.nulls = isOwn ? new RefusedNulls(endpoint) : undefined;
    this.ends = isOwn && isPaged(endpoint) ? new PageEnds(endpoint, values) : undefined;
  }

  begin(columns: readonly Column[]): void {
    this.body.begin(columns);
    this.nulls?.begin(columns);
    this.ends?.begin(columns);
  }

  add(row: readonly JsonText[]): boolean {
    return this.body.add(row) && (this.nulls?.add(row) ?? true) && (this.ends?.add(row) ?? true);
  }

  /** The result of the run, once it has ended. Rows that the engine has not handed over are taken from its result. */
  async ran({ columns, rows, truncated, cost }: Result): Promise<Ran> {
    let isWhole = !truncated;
    if (!this.body.hasBegun) {
      this.begin(columns);
      isWhole = (await addRows(this, rows)) && isWhole;
    }
    this.hasMore = !isWhole;
    // Rows that are left for the next page are not truncated.
    return { columns, rows: this.body.rows, truncated: this.hasMore && !this.ends, cost };
  }

  /** Returns the body, and the cursor of the next page. @throws QuernError `null_in_column`, `broken_page`, `engine_busy` */
  async finish(): Promise<ResultBody & { readonly next: string | undefined }> {
    this.nulls?.check();
    const next = this.ends?.next(this.hasMore);
    return { ...(await this.body.finish()), next };
  }
}
