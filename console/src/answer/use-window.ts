import { type RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The lines that are in sight, of all. */
export interface Window {
  readonly first: number;
  /** The first one that is not any more. */
  readonly end: number;
}

/** Lines above and below those in sight, so that a fast scroll shows no gap. */
const SPARE = 12;

/** Which lines of one height are in sight of a scrolled element, for only these are drawn. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, lineHeight: number): Window {
  const [range, setRange] = useState<Window>({ first: 0, end: 60 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = Math.floor(element.scrollTop / lineHeight);
      const first = Math.max(0, top - SPARE);
      const end = top + Math.ceil(element.clientHeight / lineHeight) + SPARE;
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const observer = new ResizeObserver(later);
    observer.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    look();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [scroller, lineHeight, count]);
  return { first: Math.min(range.first, Math.max(0, count - 1)), end: Math.min(range.end, count) };
}
