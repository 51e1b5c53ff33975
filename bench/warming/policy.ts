import { type Setting } from './setting.js';
import { type Tally } from './tally.js';

/** Plays the days of one key, of which it is given the times of its requests and what each run of it is billed for. */
export type Policy = (key: PlayedKey, setting: Setting, tally: Tally) => void;

export interface PlayedKey {
  readonly times: readonly number[];
  readonly bytes: number;
  /** Nothing runs from here on. */
  readonly endMs: number;
}
