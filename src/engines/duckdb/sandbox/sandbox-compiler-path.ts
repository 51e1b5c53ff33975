export const SANDBOX_COMPILER_MAIN = new URL('./sandbox-compiler-main.js', import.meta.url);
