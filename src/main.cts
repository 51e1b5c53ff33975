#!/usr/bin/env node
// The embedded engine runs every query on one of libuv's threads, of which there are four unless this is said before the first is
// used. That is before any ES module is loaded, which is why this file is a CommonJS one.
process.env.UV_THREADPOOL_SIZE ??= '32';

void import('./commands/cli.js').then(async ({ main }) => {
  process.exitCode = await main(process.argv);
});
