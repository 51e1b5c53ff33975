/** `--short`: the least of everything, which shows that a bench runs. Its figures say nothing then, and missed ones do not fail it. */
export const IS_SHORT = process.argv.includes('--short');

/** For `parseArgs`, which refuses what it is not told of. */
export const SHORT = { short: { type: 'boolean', default: false } } as const;

/** What an option is by default: ordinarily, and with `--short`. */
export function byDefault(ordinary: string, short: string) {
  return { type: 'string', default: IS_SHORT ? short : ordinary } as const;
}

/** A required figure was missed, or several were. */
export function miss(): void {
  if (!IS_SHORT) process.exitCode = 1;
}
