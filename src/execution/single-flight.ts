import { orAborted } from '../engines/deadline.js';

/** What a run is told of those who wait for it. */
export interface Passengers {
  /** Aborted when the last of them has left. */
  readonly signal: AbortSignal;
  /** Is any of them in a hurry, now? */
  isUrgent(): boolean;
}

interface Passenger {
  readonly signal: AbortSignal;
  readonly isUrgent: boolean;
}

interface Flight<T> {
  readonly landing: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  urgent: number;
}

/**
 * One run per key at a time, however many wait for it. A waiter that leaves leaves the others alone; when the last one
 * has left, the run's signal is aborted.
 */
export class Flights<T> {
  private readonly flights = new Map<string, Flight<T>>();

  /** Is a run for this key under way? */
  has(key: string): boolean {
    return this.flights.has(key);
  }

  /** Waits for the run of this key, starting it if there is none; rejects with the signal's reason once it is aborted. */
  async join(key: string, { signal, isUrgent }: Passenger, start: (passengers: Passengers) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.flights.get(key) ?? this.takeOff(key, start);
    flight.waiting += 1;
    if (isUrgent) flight.urgent += 1;
    try {
      return await orAborted(flight.landing, signal);
    } finally {
      flight.waiting -= 1;
      if (isUrgent) flight.urgent -= 1;
      if (flight.waiting === 0) this.abandon(key, flight);
    }
  }

  private takeOff(key: string, start: (passengers: Passengers) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    // A moment later, when the first one has boarded.
    const landing = Promise.resolve()
      .then(() => start({ signal: controller.signal, isUrgent: () => flight.urgent > 0 }))
      .finally(() => {
        this.forget(key, flight);
      });
    // Whoever waits hears of a failure; a run that everybody has left may fail unheard.
    landing.catch(() => undefined);
    const flight: Flight<T> = { landing, controller, waiting: 0, urgent: 0 };
    this.flights.set(key, flight);
    return flight;
  }

  /** At once, so that the next one to ask does not join a run that is being cancelled. */
  private abandon(key: string, flight: Flight<T>): void {
    this.forget(key, flight);
    flight.controller.abort(new Error('nobody waits for this run any more'));
  }

  private forget(key: string, flight: Flight<T>): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }
}
