/** The place of one thing in an order of use. */
export class Place<T> {
  older: Place<T> | undefined;
  newer: Place<T> | undefined;

  constructor(readonly holder: T) {}
}

/** Things in the order of their last use. Each change takes the same time for any number of things. */
export class UseOrder<T> {
  private first: Place<T> | undefined;
  private last: Place<T> | undefined;

  get oldest(): T | undefined {
    return this.first?.holder;
  }

  /** Lists the last one used first. */
  list(): T[] {
    const all: T[] = [];
    for (let place = this.last; place; place = place.older) all.push(place.holder);
    return all;
  }

  append(place: Place<T>): void {
    place.older = this.last;
    if (this.last) this.last.newer = place;
    else this.first = place;
    this.last = place;
  }

  touch(place: Place<T>): void {
    if (this.last === place) return;
    this.remove(place);
    this.append(place);
  }

  remove(place: Place<T>): void {
    const { older, newer } = place;
    if (older) older.newer = newer;
    else this.first = newer;
    if (newer) newer.older = older;
    else this.last = older;
    place.older = undefined;
    place.newer = undefined;
  }
}
