/** Returns the time in milliseconds since the epoch. */
export type Clock = () => number;

/** Nest's token for a clock; without a provider it is the system's. */
export const Clock = Symbol('Clock');
