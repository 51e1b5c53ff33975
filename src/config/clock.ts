export type Clock = () => Date;

/** Nest's token for a clock; without a provider it is the system's. */
export const Clock = Symbol('Clock');

export const systemClock: Clock = () => new Date();
