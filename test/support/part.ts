/** Whether suites that `npm test` runs a part of are run whole, as `npm run test:all` does. */
const IS_ALL = process.env.TEST_ALL === '1';

/** How much of a suite is run: all that there is, or what is enough for each change. */
export function part(all: number, enough: number): number {
  return IS_ALL ? all : enough;
}
