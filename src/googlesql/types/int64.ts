/** The numbers of an INT64. */
export const INT64_RANGE = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
