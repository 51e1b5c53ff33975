/** The day of an instant in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whether a text is a day, as `dayOf` writes it. */
export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(instant) && dayOf(new Date(instant)) === text;
}
