import { type Answer } from '../api/api.js';

/** Names and numbers. */
export type Cost = readonly (readonly [string, number])[];

/** What the line above an answer says, made of its header fields alone. */
export interface AnswerFacts {
  /** Where it came from: `hit`, `run`, or `stale` rows while the engine fails or a budget is used up. */
  readonly source: 'hit' | 'run' | 'stale';
  /** The same in words, with the reason of a run. */
  readonly why: string;
  readonly ageSeconds: number | undefined;
  /** Seconds for which it stays good; undefined where it is kept nowhere. */
  readonly goodForSeconds: number | undefined;
  readonly truncated: boolean;
  /** Whether a further page begins behind these rows. */
  readonly hasNext: boolean;
  /** Rows of the whole result, where these may be a slice of it. */
  readonly total: number | undefined;
  readonly ignored: readonly string[];
  /** What it has cost, where the key may see it. */
  readonly cost: Cost;
}

const REASONS: Readonly<Record<string, string>> = {
  miss: 'nothing was kept',
  stale: 'what was kept was too old',
  request: 'it was asked to',
  bypass: 'nothing is kept of this endpoint',
};

const OVER_BUDGET = 'Kept rows, since the budget for today is used up';

export function factsOf({ headers }: Answer): AnswerFacts {
  const cache = headers.get('cache-status') ?? '';
  const age = headers.get('age');
  const total = headers.get('quern-total-rows');
  const [, maxAge] = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
  const [, reason = ''] = /fwd=(\w+)/.exec(cache) ?? [];
  const source = /detail=(?:stale|budget)/.test(cache) ? 'stale' : /;\s*hit/.test(cache) ? 'hit' : 'run';
  return {
    source,
    why: cache.includes('detail=budget') ? OVER_BUDGET : whyOf(source, reason, cache.includes('collapsed')),
    ageSeconds: age === undefined ? undefined : Number(age),
    goodForSeconds: maxAge === undefined ? undefined : Number(maxAge),
    truncated: headers.get('quern-truncated') === 'true',
    hasNext: headers.has('quern-next'),
    total: total === undefined ? undefined : Number(total),
    ignored: (headers.get('quern-ignored-parameters') ?? '')
      .split(/,\s*/)
      .filter((each) => each !== '')
      .map(decoded),
    cost: costOf(headers.get('quern-cost')),
  };
}

function whyOf(source: AnswerFacts['source'], reason: string, isShared: boolean): string {
  if (source === 'stale') return 'Kept rows, while the engine fails';
  if (source === 'hit') return 'Kept rows: no query was run';
  if (isShared) return 'The query was run for another call, which this one waited for';
  const words = REASONS[reason];
  return words === undefined ? 'The query was run' : `The query was run, since ${words}`;
}

/** `bytes_billed=10485760, slot_ms=12` (RFC 9651); `saved` and its parameters are what another answer has cost. */
function costOf(field: string | undefined): Cost {
  if (field?.startsWith('saved')) return [];
  return [...(field ?? '').matchAll(/(\w+)=(-?\d+(?:\.\d+)?)/g)].map(([, name = '', value]) => [name, Number(value)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
