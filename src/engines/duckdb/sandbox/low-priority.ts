import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadIds } from '../../../thread-watch.cjs';
import { lowerPriority, NICE } from '../../thread-priority.js';

// This module is imported before all others in a process for callers' SQL, so that neither the SQL nor the start of the process slows
// ordinary queries down.

const threads = threadIds();

/** The one thread that keeps its priority: it has to run while all others are busy. */
export const watchThread = new Worker(new URL('./watch.js', import.meta.url));
export const watchStarted = once(watchThread, 'online');

// Threads that are started from here on inherit the priority of the thread that starts them.
lowerPriority(threads, NICE.sandbox);
