/** The time that a service under test believes it is: it stands still until a test moves it. */
export class TestClock {
  now: Date;

  constructor(private readonly start: Date) {
    this.now = start;
  }

  /** Moves it to so many seconds after the start, from wherever it is. */
  later(seconds: number): void {
    this.now = new Date(this.start.getTime() + seconds * 1000);
  }
}
