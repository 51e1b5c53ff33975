interface Appointment<T> {
  readonly item: T;
  readonly second: number;
}

/** What is due when, to the second. Putting and taking cost the same however much is planned. */
export class Agenda<T> {
  private readonly appointments = new Map<string, Appointment<T>>();
  private readonly seconds = new Map<number, Set<string>>();

  /** Plans an item for a second since the epoch, instead of what was planned under its key. */
  put(key: string, item: T, second: number): void {
    this.remove(key);
    this.appointments.set(key, { item, second });
    const keys = this.seconds.get(second) ?? new Set();
    this.seconds.set(second, keys.add(key));
  }

  /** Takes out everything that is due at the given second or was before it. */
  takeDue(now: number): (readonly [string, T])[] {
    const due = [...this.seconds.keys()].filter((second) => second <= now);
    const keys = due.flatMap((second) => [...(this.seconds.get(second) ?? [])]);
    return keys.flatMap((key) => {
      const appointment = this.remove(key);
      return appointment ? [[key, appointment.item] as const] : [];
    });
  }

  /** The second that a key is planned for. */
  when(key: string): number | undefined {
    return this.appointments.get(key)?.second;
  }

  /** Takes a key off the plan, whenever it was due. */
  remove(key: string): Appointment<T> | undefined {
    const appointment = this.appointments.get(key);
    if (!appointment) return undefined;
    this.appointments.delete(key);
    const keys = this.seconds.get(appointment.second);
    keys?.delete(key);
    if (keys?.size === 0) this.seconds.delete(appointment.second);
    return appointment;
  }
}
