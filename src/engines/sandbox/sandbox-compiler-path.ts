/** The file that the thread of a `SandboxCompiler` runs. */
export const SANDBOX_COMPILER_MAIN = new URL('./sandbox-compiler-main.js', import.meta.url);
