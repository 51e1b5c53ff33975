#!/usr/bin/env node
import { threadWatch } from './thread-watch.cjs';

// Both must happen before any ES module is loaded, which is why this file is a CommonJS one. The embedded engine runs every query on one of
// libuv's threads; there are four unless this is set before the first is used.
process.env.UV_THREADPOOL_SIZE ??= '32';
const laterThreads = threadWatch();

void import('./commands/cli.js').then(async ({ main }) => {
  process.exitCode = await main(process.argv, laterThreads);
});
