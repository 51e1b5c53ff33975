export const SANDBOX_GATE_MAIN = new URL('./sandbox/sandbox-gate-main.js', import.meta.url);
