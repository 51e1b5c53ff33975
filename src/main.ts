#!/usr/bin/env node
// DuckDB runs every query on one of libuv's threads, of which there are four unless this is said before the first is used.
process.env.UV_THREADPOOL_SIZE ??= '32';

const { main } = await import('./commands/cli.js');
process.exitCode = await main(process.argv);

export {};
