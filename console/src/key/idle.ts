import { useEffect } from 'preact/hooks';

const MINUTE = 60_000;
export const IDLE_MINUTES = 30;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls when nobody has touched the page for half an hour. */
export function useIdle(onIdle: () => void): void {
  useEffect(() => {
    let last = Date.now();
    const isIdle = () => Date.now() - last >= IDLE_MINUTES * MINUTE;
    const look = () => {
      if (isIdle()) onIdle();
    };
    const touch = () => {
      // After a sleep of the machine, the first touch comes before the timer.
      look();
      last = Date.now();
    };
    const timer = setInterval(look, MINUTE / 2);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, touch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, touch, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [onIdle]);
}
