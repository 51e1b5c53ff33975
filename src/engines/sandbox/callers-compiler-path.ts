/** The file that the thread of a `CallersCompiler` runs. */
export const CALLERS_COMPILER_MAIN = new URL('./callers-compiler-main.js', import.meta.url);
