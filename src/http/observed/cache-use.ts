import { type CacheUse } from '../../answers/answer-facts.js';
import { type Answer, type CacheOutcome } from '../../execution/answer.js';

const USES: Readonly<Record<CacheOutcome, CacheUse>> = {
  hit: 'hit',
  stale: 'stale',
  miss: 'miss',
  expired: 'miss',
  forced: 'bypass',
  disabled: 'bypass',
};

export function cacheUseOf({ outcome, collapsed }: Answer): CacheUse {
  return collapsed && outcome !== 'stale' ? 'joined' : USES[outcome];
}
