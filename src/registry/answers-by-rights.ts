import { LRUCache } from 'lru-cache';
import { type Key } from '../access/key.js';
import { type Part } from '../contract/listing/part.js';
import { type LongAnswers } from '../limits/long-answers.service.js';
import { type LoadedEndpoint, type Registry } from './registry.service.js';

type Make<T> = (endpoints: readonly LoadedEndpoint[], key: Key, part: Part) => Promise<T>;

/** Bytes that are kept in memory. There may be as many answers as keys, each with all endpoints in it. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Approximate bytes of an entry beside its own. */
const ENTRY_BYTES = 1024;

/** Answers about all that a key may call: made once for each set of endpoints that is served, and shared by all keys with the same rights. */
export class AnswersByRights<T extends object> {
  /** Answers by the scopes and bindings of their keys. */
  private readonly kept: LRUCache<string, T>;
  private readonly underWay = new Map<string, Promise<T>>();
  /** Endpoints that the kept answers are about. */
  private served: readonly LoadedEndpoint[] = [];

  constructor(
    private readonly registry: Registry,
    private readonly answers: LongAnswers,
    private readonly make: Make<T>,
    bytesOf: (made: T) => number,
  ) {
    this.kept = new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: (made) => bytesOf(made) + ENTRY_BYTES });
  }

  /** Returns the answer for a key; callers that ask while it is being made wait for the same one. */
  async of(key: Key, part: Part): Promise<T> {
    const kept = this.ifKept(key, part);
    if (kept) return kept;
    const name = nameOf(key, part);
    return this.answers.waitFor(key, async () => this.underWay.get(name) ?? this.begin(name, key, part));
  }

  /** Returns the answer if there is one, for callers that do not need its bytes. */
  ifKept(key: Key, part: Part): T | undefined {
    const served = this.registry.list();
    // A change of the files makes another list.
    if (served !== this.served) {
      this.kept.clear();
      this.underWay.clear();
    }
    this.served = served;
    return this.kept.get(nameOf(key, part));
  }

  private async begin(name: string, key: Key, part: Part): Promise<T> {
    const { served } = this;
    const making = this.answers.inTurn(async () => this.make(served, key, part));
    this.underWay.set(name, making);
    try {
      const made = await making;
      if (this.served === served) this.kept.set(name, made);
      return made;
    } finally {
      if (this.underWay.get(name) === making) this.underWay.delete(name);
    }
  }
}

function nameOf({ scopes, bind }: Key, { name, after }: Part): string {
  return JSON.stringify([scopes, [...bind], name, after]);
}
