import { useEffect, useState } from 'preact/hooks';
import { type Answer, type Api } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { type Cost, factsOf } from './answer-facts.js';
import { costIn } from './run-cost.js';

const NONE: Cost = [];

/** What the run behind an answer has cost, as the listing tells admins: the answer itself says it to keys with the scope `cost`. */
export function useCost(api: Api, { name }: Endpoint, answer: Answer | undefined, isAdmin: boolean): Cost {
  const [cost, setCost] = useState(NONE);
  useEffect(() => {
    setCost(NONE);
    if (!isAdmin || answer?.status !== 200 || factsOf(answer).source !== 'run') return;
    const leaving = new AbortController();
    api
      .get(`/api/endpoints/${name}`, { signal: leaving.signal })
      .then(({ body }) => {
        setCost(costIn(body));
      })
      // An answer without its cost is one all the same.
      .catch(() => undefined);
    return () => {
      leaving.abort();
    };
  }, [api, name, answer, isAdmin]);
  return cost;
}
