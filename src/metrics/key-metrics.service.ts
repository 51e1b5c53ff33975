import { Inject, Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { Budgets } from '../budgets/budgets.service.js';
import { OTHERS } from '../budgets/ledger.js';
import { Clock } from '../config/clock.js';
import { Collectors } from './collectors.service.js';
import { type Sample } from './exposition.js';

interface KeyCounts {
  requests: number;
  /** Cost, here and below, of the runs that the key's calls have started. */
  bytesBilled: number;
  slotMs: number;
  engineMs: number;
}

function nothingCounted(): KeyCounts {
  return { requests: 0, bytesBilled: 0, slotMs: 0, engineMs: 0 };
}

/** Most keys with series of their own; all others are counted together. */
const MAX_KEYS = 200;

/** Counts by the key's id, for `MAX_KEYS` keys and for all others together. */
export class KeyCounters {
  private readonly counts = new Map<string, KeyCounts>();
  private readonly others = nothingCounted();

  of(keyId: string): KeyCounts {
    return this.counts.get(keyId) ?? this.admit(keyId);
  }

  /** Makes room for the present keys: the counts of a key that is gone are never read again. */
  keep(keyIds: ReadonlySet<string>): void {
    for (const keyId of this.counts.keys()) if (!keyIds.has(keyId)) this.counts.delete(keyId);
    // Starts from zero, so that the first call of a key is an increase.
    for (const keyId of keyIds) this.of(keyId);
  }

  /** The id of each key with its counts, and `_other` with the counts of all others. */
  *list(): Generator<readonly [id: string, counts: KeyCounts]> {
    yield* this.counts;
    yield [OTHERS, this.others];
  }

  has(keyId: string): boolean {
    return this.counts.has(keyId);
  }

  private admit(keyId: string): KeyCounts {
    if (this.counts.size >= MAX_KEYS) return this.others;
    const counts = nothingCounted();
    this.counts.set(keyId, counts);
    return counts;
  }
}

@Injectable()
export class KeyMetrics {
  readonly counters = new KeyCounters();

  constructor(
    collectors: Collectors,
    private readonly access: AccessService,
    private readonly budgets: Budgets,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    collectors.add('quern_key_requests', () => this.samples(({ requests }) => requests));
    collectors.add('quern_key_bytes_billed', () => this.samples(({ bytesBilled }) => bytesBilled));
    collectors.add('quern_key_slot_seconds', () => this.samples(({ slotMs }) => slotMs / 1000));
    collectors.add('quern_key_engine_seconds', () => this.samples(({ engineMs }) => engineMs / 1000));
    collectors.add('quern_key_budget_used_ratio', () => this.budgetsUsed());
    collectors.add('quern_keys', () => this.states());
    collectors.add('quern_key_expiry_timestamp_seconds', () => this.expiries());
    collectors.addValue('quern_keys_last_read_successful', () => (access.problem === undefined ? 1 : 0));
    collectors.addValue('quern_keys_last_read_timestamp_seconds', () => access.readAt / 1000);
  }

  private *samples(read: (counts: KeyCounts) => number): Generator<Sample> {
    this.counters.keep(new Set(this.access.keys.map(({ id }) => id)));
    for (const [id, counts] of this.counters.list()) yield { values: [id], value: read(counts) };
  }

  private states(): Sample[] {
    const now = this.clock();
    const { keys } = this.access;
    const expired = keys.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt.getTime() <= now).length;
    return [
      { values: ['valid'], value: keys.length - expired },
      { values: ['expired'], value: expired },
    ];
  }

  /** Expiries of the keys with series of their own. */
  private *expiries(): Generator<Sample> {
    for (const { id, expiresAt } of this.access.keys) {
      if (expiresAt && this.counters.has(id)) yield { values: [id], value: expiresAt.getTime() / 1000 };
    }
  }

  private *budgetsUsed(): Generator<Sample> {
    for (const key of this.access.keys) {
      const value = this.budgets.usedBy('key', key);
      if (value !== undefined && this.counters.has(key.id)) yield { values: [key.id], value };
    }
  }
}
