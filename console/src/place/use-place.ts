import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { hashOf, type Place, placeOf } from './place.js';

export interface Placed {
  readonly place: Place;
  /** As it is at this moment, which is after what an event has changed and before it is drawn. */
  readonly current: () => Place;
  /** A change within an endpoint makes no new entry of the browser’s history. */
  readonly change: (changed: Partial<Place>) => void;
}

/** The place that the address says. */
export function usePlace(): Placed {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  const latest = useRef(place);
  const set = useCallback((next: Place) => {
    latest.current = next;
    setPlace(next);
  }, []);
  useEffect(() => {
    const follow = () => {
      set(placeOf(location.hash));
    };
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('hashchange', follow);
    };
  }, [set]);
  const change = useCallback(
    (changed: Partial<Place>) => {
      const next = { ...latest.current, ...changed };
      history.replaceState(null, '', hashOf(next));
      set(next);
    },
    [set],
  );
  const current = useCallback(() => latest.current, []);
  return { place, current, change };
}
