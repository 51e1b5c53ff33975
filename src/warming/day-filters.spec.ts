import { DayFilters, endOfSlot, slotAt } from './day-filters.js';

/** A day of November 2026, whose second is a Monday. */
const at = (day: number, time: string) => slotAt(Date.UTC(2026, 10, day, ...hourAndMinute(time)));

function hourAndMinute(time: string): [number, number] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return [hour, minute];
}

describe('when something has happened in the last days', () => {
  let filters: DayFilters;
  const mark = (time: string, ...days: number[]) => {
    for (const day of days) filters.mark('report', at(day, time));
  };
  const share = (day: number, time: string, seconds = 900) => filters.share('report', at(day, time), seconds);

  beforeEach(() => {
    filters = new DayFilters();
  });

  it('counts working days alone for working days, and weekends for weekends', () => {
    mark('09:00', 2, 3, 4);
    expect(share(5, '09:00')).toBe(3 / 5);
    mark('09:00', 5, 6);
    expect(share(7, '09:00')).toBe(0);
    mark('10:00', 7, 8);
    expect([share(9, '09:00'), share(9, '10:00')]).toEqual([1, 0]);
    expect([share(13, '09:00'), share(13, '10:00')]).toEqual([1 / 5, 0]);
    expect([share(14, '09:00'), share(14, '10:00')]).toEqual([0, 1]);
  });

  it('has a round time in the middle of a slot', () => {
    expect(slotAt(Date.UTC(2026, 10, 2, 8, 57, 30))).toBe(at(2, '09:00'));
    expect(slotAt(Date.UTC(2026, 10, 2, 8, 57, 29))).toBe(at(2, '09:00') - 1);
    expect(endOfSlot(at(2, '09:00'))).toBe(Date.UTC(2026, 10, 2, 9, 2, 30));
  });

  it('looks as far ahead as it is asked to, and expects nothing earlier than it has ever been', () => {
    mark('09:00', 2);
    mark('09:05', 3);
    mark('09:10', 4);
    expect([300, 600, 900].map((seconds) => share(5, '09:00', seconds))).toEqual([1 / 5, 2 / 5, 3 / 5]);
    expect(share(5, '08:55', 1200)).toBe(0);
    expect(share(5, '09:05', 900)).toBe(2 / 5);
    // Less than a slot tells nothing of when in it somebody comes.
    expect(share(5, '09:00', 299)).toBe(0);
  });

  it('says of today what will be known on the next day of its kind', () => {
    mark('09:00', 2);
    mark('09:05', 3, 6);
    const around = (time: string) => filters.shareAround('report', at(6, time), 600);
    expect([around('09:05'), around('09:00'), around('09:10')]).toEqual([3 / 5, 3 / 5, 2 / 5]);
  });

  it('forgets what was more than a week ago', () => {
    mark('09:00', 2, 3, 4, 5, 6);
    expect(share(11, '09:00')).toBe(3 / 5);
    mark('12:00', 11);
    expect(share(12, '09:00')).toBe(2 / 5);
    expect(share(16, '09:00')).toBe(0);
    // Another week takes these bits.
    mark('12:00', 17);
    expect(share(18, '09:00')).toBe(0);
  });

  it('begins anew when a clock was set back, but for what is a little before midnight', () => {
    mark('09:00', 2, 3, 4);
    mark('00:05', 5);
    mark('23:55', 4);
    expect(share(5, '09:00')).toBe(3 / 5);
    mark('09:00', 2);
    expect(share(5, '09:00')).toBe(1 / 5);
  });

  it('takes a million keys a day for few that were there on other days as well', () => {
    for (const day of [2, 3, 4, 5, 6]) {
      for (let key = 0; key < 200_000; key += 1) filters.mark(`${day} ${key}`, at(day, '09:00'));
    }
    const taken = Array.from({ length: 10_000 }, (_, key) => filters.shareAround(`6 ${key}`, at(6, '09:00'), 900));
    expect(taken.filter((found) => found >= 0.6).length).toBeLessThan(300);
  });
});
