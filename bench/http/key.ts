/** The one key, which every request of the benchmark carries. */
export const KEY = 'bench-token-with-every-scope';
