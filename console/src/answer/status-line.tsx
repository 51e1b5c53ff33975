import { type Answer } from '../api/api.js';
import { counted, duration, size } from '../words.js';
import { factsOf } from './answer-facts.js';

const BADGES = { hit: 'Hit', run: 'Run', stale: 'Stale' } as const;

interface Props {
  readonly answer: Answer;
  readonly rows: number | undefined;
}

/** One line on how the answer came about, how good it is and how much of it there is. */
export function StatusLine({ answer, rows }: Props) {
  const facts = factsOf(answer);
  const { source, why, ageSeconds, goodForSeconds, truncated, hasNext, total, ignored, cost } = facts;
  return (
    <div class="status" role="status">
      <span class={`badge ${source}`} title={why}>
        {BADGES[source]}
        <span class="hidden">. {why}.</span>
      </span>
      {rows !== undefined && (
        <span class="fact strong">
          {counted(rows, 'row')}
          {total !== undefined && total !== rows && ` of ${total.toLocaleString('en')}`}
        </span>
      )}
      {hasNext && (
        <span class="badge warn" title="Quern-Next, among the headers, is the cursor of the next page.">
          there is a next page
        </span>
      )}
      {truncated && (
        <span class="badge warn" title="There were more rows than this endpoint answers with.">
          cut off, there are more
        </span>
      )}
      <span class="fact">{Math.max(1, Math.round(answer.milliseconds)).toLocaleString('en')} ms</span>
      {ageSeconds !== undefined && ageSeconds > 0 && <span class="fact">{duration(ageSeconds)} old</span>}
      <span class="fact">{goodForSeconds === undefined ? 'not kept' : `good for ${duration(goodForSeconds)}`}</span>
      <span class="fact">{size(answer.bytes)}</span>
      {cost.map(([name, value]) => (
        <span class="fact" key={name}>
          {name.replaceAll('_', ' ')} {name.startsWith('bytes') ? size(value) : value.toLocaleString('en')}
        </span>
      ))}
      {ignored.length > 0 && <span class="badge warn">ignored: {ignored.join(', ')}</span>}
    </div>
  );
}
