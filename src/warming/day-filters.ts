import { crc32 } from 'node:zlib';

const SLOT_MS = 300_000;
const SLOTS = 86_400_000 / SLOT_MS;

/** The last seven days and the current one: one bit of each cell for each. */
const DAYS = 8;

/** A power of two. */
const CELLS = 2 ** 21;

/** Most marks of a day's filter: one in seventy things that have not happened look as if they had then. */
const MOST_MARKS = CELLS / 16;

/** Most slots of a window: an hour. */
const LONGEST = 12;

/**
 * The number of a slot of five minutes since the epoch. Round times are in the middle of a slot, since a client who comes at nine sharp is
 * early on some days and late on others.
 */
export function slotAt(ms: number): number {
  return Math.floor(ms / SLOT_MS - 0.5);
}

/** The end of a slot, in milliseconds since the epoch. */
export function endOfSlot(slot: number): number {
  return (slot + 1.5) * SLOT_MS;
}

/** The number of a slot's day, in UTC. */
export function dayNumberOf(slot: number): number {
  return Math.floor(slot / SLOTS);
}

/**
 * Remembers at what times of the day something has happened to which key: Bloom filters of keys with slots, one for each of the last days.
 * They take the same memory for any number of keys, and do not contain the keys.
 */
export class DayFilters {
  /** The filters side by side, each a bit whose place is the day's number modulo `DAYS`. */
  private readonly cells = new Uint8Array(CELLS);
  private lastDay = 0;
  private marks = 0;

  /** Marks that it happens to the key in this slot. */
  mark(key: string, slot: number): void {
    const day = dayNumberOf(slot);
    this.turnTo(day);
    const hash = crc32(key);
    if (this.daysOf(hash, slot) & bitOf(day) || this.marks >= MOST_MARKS) return;
    this.marks += 1;
    for (const cell of cellsOf(hash, slot)) this.cells[cell] = (this.cells[cell] ?? 0) | bitOf(day);
  }

  /**
   * The share of the days of the same kind, among the seven before, on which it happened within some seconds of the beginning of a slot. It
   * is 0 if it has never happened in the slot itself: nothing is expected earlier than it has ever been.
   */
  share(key: string, slot: number, seconds: number): number {
    const day = dayNumberOf(slot);
    this.turnTo(day);
    return this.shareOf(crc32(key), slot, seconds, daysBefore(day, isWeekend(day)));
  }

  /** The largest share for any window with this slot, as it will be for a later day of the same kind. */
  shareAround(key: string, slot: number, seconds: number): number {
    const day = dayNumberOf(slot);
    const hash = crc32(key);
    const days = daysBefore(day + 1, isWeekend(day));
    let most = 0;
    for (let start = Math.max(day * SLOTS, slot - slotsIn(seconds) + 1); start <= slot; start += 1)
      most = Math.max(most, this.shareOf(hash, start, seconds, days));
    return most;
  }

  private shareOf(hash: number, slot: number, seconds: number, days: number): number {
    const end = Math.min(slot + slotsIn(seconds), (dayNumberOf(slot) + 1) * SLOTS);
    let found = 0;
    for (let each = slot; each < end; each += 1) {
      found |= this.daysOf(hash, each) & days;
      if (found === 0) return 0;
    }
    return count(found) / count(days);
  }

  private daysOf(hash: number, slot: number): number {
    return cellsOf(hash, slot).reduce((days, cell) => days & (this.cells[cell] ?? 0), -1);
  }

  /** Empties the filters of a week ago; all of them after the clock was set back by more than a day, since marks may then be of any day. */
  private turnTo(day: number): void {
    if (day === this.lastDay || day === this.lastDay - 1) return;
    const passed = day - this.lastDay;
    const kept = passed > 0 && passed < DAYS ? ~daysBetween(this.lastDay + 1, day) : 0;
    for (let cell = 0; cell < CELLS; cell += 1) {
      const days = this.cells[cell] ?? 0;
      // Written only where needed: memory that has never been written to is not allocated.
      if (days !== 0) this.cells[cell] = days & kept;
    }
    this.lastDay = day;
    this.marks = 0;
  }
}

function slotsIn(seconds: number): number {
  return Math.min(LONGEST, Math.floor((seconds * 1000) / SLOT_MS));
}

/** The places of a key and a slot of the day in each filter. */
function cellsOf(hash: number, slot: number): readonly [number, number] {
  const mixed = Math.imul(hash ^ Math.imul((slot % SLOTS) + 1, 0x9e3779b1), 0x85ebca6b);
  const again = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return [(mixed >>> 7) % CELLS, (again ^ (again >>> 13)) >>> 11];
}

function bitOf(day: number): number {
  return 1 << (day % DAYS);
}

function daysBetween(first: number, last: number): number {
  let days = 0;
  for (let day = first; day <= last; day += 1) days |= bitOf(day);
  return days;
}

/** The bits of the working days, or of the weekends, of the seven days before. */
function daysBefore(day: number, ofWeekend: boolean): number {
  let days = 0;
  for (let before = day - 7; before < day; before += 1) if (isWeekend(before) === ofWeekend) days |= bitOf(before);
  return days;
}

/** The first day of the epoch was a Thursday. */
function isWeekend(day: number): boolean {
  return (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
}

function count(bits: number): number {
  let counted = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) counted += 1;
  return counted;
}
