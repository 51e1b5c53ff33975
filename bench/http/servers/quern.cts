import { threadWatch } from '../../../src/thread-watch.cjs';

// As `src/main.cts` begins.
const laterThreads = threadWatch();

void import('./quern-service.js').then(({ serve }) => {
  serve(laterThreads);
});
