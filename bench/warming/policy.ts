import { type Setting } from './setting.js';
import { type Tally } from './tally.js';

/** Plays the day of one key, of which it is given the times of its requests. */
export type Policy = (times: readonly number[], setting: Setting, tally: Tally) => void;
