import { availableParallelism, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { answerParent } from '../parent.js';

/** The lowest there is. */
const NICE = 19;

/** Keeps every core busy with nothing, for whoever else wants it, until it is ended. */
answerParent((): string => {
  // Threads begin with the niceness of the one that makes them.
  setPriority(NICE);
  for (let core = 0; core < availableParallelism(); core += 1) new Worker('for (;;);', { eval: true });
  return 'busy';
});
