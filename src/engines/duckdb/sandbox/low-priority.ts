import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadIds } from '../../../thread-watch.cjs';
import { lowerPriority, NICE } from '../../thread-priority.js';

// Imported before all else in a process for callers' SQL: nobody is to wait for what strangers wrote, nor for the start of a
// process in the place of one that they have ended.

const threads = threadIds();

/** The one thread that keeps its priority, since it has to be heard while all others are busy. */
export const watch = new Worker(new URL('./watch.js', import.meta.url));
export const watching = once(watch, 'online');

// Those that begin from here on have that of the thread which begins them.
lowerPriority(threads, NICE.sandbox);
