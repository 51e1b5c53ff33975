import { randomBytes } from 'node:crypto';
import { type PreparedCall, RunProgress } from '../execution/call.js';
import { rowsKeyOf } from '../execution/bound-query.js';
import { bindingsOf, type RunRecord } from './run-record.js';

type End = Pick<RunRecord, 'state' | 'endedAt' | 'totalRows' | 'failure'>;

export interface SlowCallOfForm {
  readonly call: PreparedCall;
  readonly form: RunRecord['form'];
}

/** A run of this process whose client may be answered later. */
export class SlowRun {
  readonly id = randomBytes(16).toString('base64url');
  readonly progress = new RunProgress();
  readonly keyId: string;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly bindings: string;
  private end: End | undefined;
  /** Whether its client knows its id. */
  isAnnounced = false;
  /** Whether it may not be asked for any more. */
  isForgotten = false;

  constructor(
    private readonly called: SlowCallOfForm,
    private readonly startedAt: number,
  ) {
    const { key } = called.call;
    this.keyId = key.id;
    this.bindings = bindingsOf(key);
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  get record(): RunRecord {
    const { call, form } = this.called;
    const { endpoint } = call.query;
    const { place } = this.progress;
    return {
      id: this.id,
      keyId: this.keyId,
      bindings: this.bindings,
      endpointId: endpoint.id,
      endpoint: endpoint.name,
      rowsKey: rowsKeyOf(endpoint, this.id),
      ignored: call.ignored,
      ...(form !== undefined && { form }),
      startedAt: this.startedAt,
      ...(this.end ?? (place === undefined ? { state: 'running' } : { state: 'queued', place })),
    };
  }

  ended(end: End): void {
    this.end ??= end;
  }

  cancel(reason: Error): void {
    this.controller.abort(reason);
  }
}
