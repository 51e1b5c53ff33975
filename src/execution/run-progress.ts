/** Tells a run's place in a queue, from 1; undefined once it waits there no more. */
export type PlaceInQueue = () => number | undefined;

/** How far a run has come, for whoever asks while it is under way. */
export class RunProgress {
  private placeInLast: PlaceInQueue = () => undefined;
  private followed: RunProgress | undefined;

  /** The run has come into a queue. It is in one at a time. */
  readonly onQueued = (place: PlaceInQueue): void => {
    this.placeInLast = place;
  };

  /** Tells from now on what this one tells, since its run is the one that is waited for. */
  follow(progress: RunProgress): void {
    this.followed = progress;
  }

  /** Undefined for a run that waits in no queue. */
  get place(): number | undefined {
    return this.followed ? this.followed.place : this.placeInLast();
  }
}
